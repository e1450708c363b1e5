import { describe, expect, it } from 'vitest';
import {
  choiceFilter,
  codeFilter,
  codesFilter,
  firstDayFilter,
  flagFilter,
  keywordFilter,
  lastDayFilter,
  markFilter,
  referenceFilter,
  referencesFilter,
  severalFilter,
  textFilter,
} from '#contracts/vocabulary/vocabulary.ts';
import { describeById, describeFilters, withHeadings } from './in-words.ts';

const words = (text: string) => ({ zh: `${text}中`, en: text });

const vocabulary = {
  keyword: keywordFilter(words('Name or id')),
  kind: choiceFilter(words('Kind'), { values: ['h5', 'app'], words: { h5: words('H5'), app: words('App') } }),
  states: severalFilter(words('States'), { values: [1, 2], words: { 1: words('on'), 2: words('off') } }),
  active: flagFilter(words('Active'), { yes: words('running'), no: words('stopped') }),
  scarce: markFilter(words('Scarce'), { yes: words('little left') }),
  site_id: referenceFilter(words('Site')),
  account_id: referencesFilter(words('Accounts')),
  country: codesFilter(words('Countries'), { pattern: '^[A-Z]{2}$' }, { dictionary: 'countries' }),
  reason: textFilter(words('Reason')),
  language: codeFilter(words('Language'), { maxLength: 8 }),
  date_from: firstDayFilter(words('Created'), { lastDay: 'date_to' }),
  date_to: lastDayFilter(words('Created')),
};
const names = { site_id: async (id: number | undefined) => (id === undefined ? undefined : `Site ${id}`), account_id: describeById };

describe('described filters of an export', () => {
  it('use the labels and the order of the vocabulary', async () => {
    const request = { site_id: 4, scarce: true, active: false, states: [1, 2], kind: 'app', keyword: ' shoes ' } as const;
    const lines = await describeFilters(vocabulary, { ...request, states: [...request.states] }, names);
    expect(lines.map(({ name, value }) => [name.en, typeof value === 'string' ? value : value.en])).toEqual([
      ['Keyword', 'shoes'],
      ['Kind', 'App'],
      ['States', 'on, off'],
      ['Active', 'stopped'],
      ['Scarce', 'little left'],
      ['Site', 'Site 4'],
    ]);
    expect(lines[1]?.value).toEqual({ zh: 'App中', en: 'App' });
  });

  it('show both days of a period in one line, and which end is open', async () => {
    const said = async (request: Parameters<typeof describeFilters<typeof vocabulary>>[1]) =>
      await describeFilters(vocabulary, request, names);
    const name = words('Created');
    expect(await said({ date_from: '2026-11-01', date_to: '2026-11-20' })).toEqual([{ name, value: '2026-11-01 ~ 2026-11-20' }]);
    expect(await said({ date_to: '2026-11-20' })).toEqual([{ name, value: '~ 2026-11-20' }]);
  });

  it('show the name of a code where it is known, otherwise the code', async () => {
    const request = { language: 'en' };
    const line = { name: words('Language'), value: 'en' };
    expect(await describeFilters(vocabulary, request, names)).toEqual([line]);
    const codes = { language: () => words('English') };
    expect(await describeFilters(vocabulary, request, names, codes)).toEqual([{ ...line, value: words('English') }]);
  });

  it('list several rows and codes, and trim texts', async () => {
    const request = { account_id: [3, 5], country: ['US', 'DE'], reason: ' late ' };
    const lines = await describeFilters(vocabulary, request, names);
    expect(lines.map(({ name, value }) => [name.en, typeof value === 'string' ? value : value.en])).toEqual([
      ['Accounts', '#3, #5'],
      ['Countries', 'United States, Germany'],
      ['Reason', 'late'],
    ]);
  });

  it('leave out filters that are not set', async () => {
    expect(await describeFilters(vocabulary, { keyword: '  ' }, names)).toEqual([]);
  });
});

describe('the columns of an export', () => {
  it('have the headings of the vocabulary', () => {
    const columns = withHeadings<{ name: string }, 'name'>({ name: words('Name') }, { name: { width: 10, cell: (row) => row.name } });
    expect(columns.name).toMatchObject({ zh: 'Name中', en: 'Name', width: 10 });
    expect(columns.name.cell({ name: 'x' }, 'en')).toBe('x');
  });
});

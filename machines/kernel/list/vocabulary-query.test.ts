import { Ajv } from 'ajv';
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { filterSchemas } from '#contracts/endpoints/filter-schemas.ts';
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
import { vocabularyQuery } from './vocabulary-query.ts';

const words = (text: string) => ({ zh: text, en: text });

const filters = {
  keyword: keywordFilter(words('Name')),
  kind: choiceFilter(words('Kind'), { values: ['h5', 'app'], words: { h5: words('H5'), app: words('App') } }),
  days: choiceFilter(words('Within'), { values: [3, 7], words: { 3: words('3 days'), 7: words('7 days') } }),
  states: severalFilter(words('States'), { values: [1, 2, 3], words: { 1: words('on'), 2: words('off'), 3: words('late') } }),
  active: flagFilter(words('Active'), { yes: words('yes'), no: words('no') }),
  scarce: markFilter(words('Scarce'), { yes: words('yes') }),
  site_id: referenceFilter(words('Site')),
  account_id: referencesFilter(words('Accounts')),
  country: codesFilter(words('Countries'), { pattern: '^[A-Z]{2}$' }, { dictionary: 'countries', max: 2 }),
  reason: textFilter(words('Reason'), { max: 5 }),
  currency: codeFilter(words('Currency'), { pattern: '^[A-Z]{3}$' }),
  language: codeFilter(words('Language'), { minLength: 2, maxLength: 4 }),
  date_from: firstDayFilter(words('Created'), { lastDay: 'date_to' }),
  date_to: lastDayFilter(words('Created')),
};

const query = vocabularyQuery(filters, ['name']);

describe('the address of a list whose filters a vocabulary declares', () => {
  it('reads every kind of filter and writes it back', () => {
    const search = '?keyword=shoes&kind=app&days=7&states=1%2C3&active=false&scarce=true&site_id=12&sort=name.desc';
    const read = query.read(search);
    expect(read.filters).toEqual({ keyword: 'shoes', kind: 'app', days: 7, states: [1, 3], active: false, scarce: true, site_id: 12 });
    expect(read.sort).toEqual({ field: 'name', order: 'desc' });
    expect(query.write(read)).toBe(search);
  });

  it('drops values outside the vocabulary', () => {
    const { filters, sort } = query.read('?kind=shop&days=4&states=9&active=maybe&scarce=false&site_id=-1&other=1&sort=kind.asc');
    expect(filters).toEqual({});
    expect(sort).toBeUndefined();
  });

  it('reads codes of the declared shape, and existing dates', () => {
    const search = '?currency=USD&language=en&date_from=2026-11-01&date_to=2026-11-20';
    const read = query.read(search);
    expect(read.filters).toEqual({ currency: 'USD', language: 'en', date_from: '2026-11-01', date_to: '2026-11-20' });
    expect(query.write(read)).toBe(search);
    expect(query.read('?currency=usd&language=e&date_from=2026-11-31').filters).toEqual({});
    expect(query.read('?language=en-US').filters).toEqual({});
  });

  it('reads lists and texts up to the declared limits', () => {
    const search = '?account_id=5%2C3&country=US%2CDE&reason=late';
    const read = query.read(search);
    expect(read.filters).toEqual({ account_id: [5, 3], country: ['US', 'DE'], reason: 'late' });
    expect(query.write(read)).toBe(search);
    expect(query.read('?reason=too%20late&country=US,usa,DE,FR&account_id=x').filters).toEqual({ reason: 'too l', country: ['US', 'DE'] });
  });

  it('writes several values in vocabulary order, each once', () => {
    expect(query.read('?states=3,1,3,9').filters.states).toEqual([1, 3]);
  });

  it('asks for nothing that the schemas of the same vocabulary refuse, whatever it says', () => {
    const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
    const accepts = new Ajv({ strict: false, formats: { date: isDay } }).compile(
      Type.Object(filterSchemas(filters), { additionalProperties: false }),
    );
    const names = fc.constantFrom(...Object.keys(filters), 'other');
    const lengths = [1, 5, 6, 32, 33, 60, 61, 100, 101, 300];
    const values = fc.oneof(
      fc.string(),
      fc.constantFrom(...lengths.flatMap((length) => ['a', '广', '👍'].map((one) => one.repeat(length)))),
      fc.constantFrom(
        'app',
        '3',
        '7',
        '1,3',
        '3,3,9',
        'true',
        'false',
        '12',
        '0',
        '5,3,5',
        '999999999999999',
        'US',
        'US,DE,FR',
        'USD',
        'en',
        '2026-02-29',
        '2026-11-20',
      ),
    );
    const search = fc.array(fc.tuple(names, values), { maxLength: 10 }).map((pairs) => `?${new URLSearchParams(pairs)}`);
    fc.assert(
      fc.property(search, (address) => {
        expect(accepts(query.read(address).filters), address).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

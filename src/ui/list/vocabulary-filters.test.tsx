// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
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
import { createPickerMachine, type PickerAnswer, type PickerRequest } from '#machines/kernel/list/picker.machine.ts';
import type { VocabularyFilters } from '#machines/kernel/list/vocabulary-query.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { ControlledFilterLine, VocabularyFilterLine } from './vocabulary-filters.tsx';

afterEach(cleanup);

const words = (text: string) => ({ zh: `${text}中`, en: text });
const vocabulary = {
  keyword: keywordFilter(words('Name or id')),
  kind: choiceFilter(words('Kind'), { values: ['h5', 'app'], words: { h5: words('Web'), app: words('App') } }),
  states: severalFilter(words('State'), { values: [1, 2], words: { 1: words('Running'), 2: words('Paused') } }),
  active: flagFilter(words('Active'), { yes: words('In use'), no: words('Not in use') }),
  scarce: markFilter(words('Room'), { yes: words('Little left') }),
  site_id: referenceFilter(words('Site')),
  language: codeFilter(words('Language'), { maxLength: 8 }),
  date_from: firstDayFilter(words('Created'), { lastDay: 'date_to' }),
  date_to: lastDayFilter(words('Created')),
};
const codes = { language: { options: [{ value: 'en', label: 'English' }] } };
type Chosen = VocabularyFilters<typeof vocabulary>;

const listMachine = setup({
  types: {} as {
    context: { query: { filters: Chosen } };
    input: Chosen;
    events: { type: 'list.filtersChanged'; changes: Chosen } | { type: 'list.filtersChosen'; filters: Chosen };
  },
}).createMachine({
  context: ({ input }) => ({ query: { filters: input } }),
  on: {
    'list.filtersChanged': {
      actions: assign(({ context, event }) => ({ query: { filters: { ...context.query.filters, ...event.changes } } })),
    },
    'list.filtersChosen': { actions: assign(({ event }) => ({ query: { filters: event.filters } })) },
  },
});

function show(filters: Chosen) {
  const list = createActor(listMachine, { input: filters }).start();
  const server = asking<PickerAnswer, PickerRequest<object>>();
  const { actor: sites } = stage(createPickerMachine<object>({ id: 'sites' }).provide({ actors: { loadChoices: server.logic } }));
  renderUi(<VocabularyFilterLine vocabulary={vocabulary} list={list} pickers={{ site_id: sites }} codes={codes} folded={['site_id']} />);
  return { filters: () => list.getSnapshot().context.query.filters, server };
}
const chips = () => [...document.querySelectorAll('.ads-chip-text')].map((chip) => chip.textContent);

describe('the filters that a vocabulary declares', () => {
  it('are shown as chips in its words', async () => {
    const { server } = show({ site_id: 7, scarce: true, active: false, states: [1, 2], kind: 'app', keyword: 'shoes' });
    const expected = ['Name or id: shoes', 'Kind: App', 'State: Running, Paused', 'Active: Not in use', 'Room: Little left'];
    expect(chips()).toEqual([...expected, 'Site: —']);
    await act(() => server.question().answer({ found: undefined, named: [{ id: 7, label: 'Shop A', sub: '', status: 'on' }] }));
    expect(chips()).toEqual([...expected, 'Site: Shop A']);
  });

  it.each<[string, string, string, Chosen]>([
    ['a choice', 'Kind', 'App', { kind: 'app' }],
    ['several', 'State', 'Paused', { states: [2] }],
    ['a flag', 'Active', 'Not in use', { active: false }],
    ['a mark', 'Room', 'Little left', { scarce: true }],
  ])('set %s', async (_, label, option, expected) => {
    const { filters } = show({});
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
    expect(filters()).toEqual(expected);
  });

  it('name a code by its option, and show a code that no option has as it is', () => {
    show({ language: 'en' });
    expect(chips()).toEqual(['Language: English']);
    cleanup();
    show({ language: 'xx' });
    expect(chips()).toEqual(['Language: xx']);
  });

  it('set both days of a period, and drop both with its chip', async () => {
    const { filters } = show({});
    await userEvent.click(screen.getByRole('button', { name: /^Created/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Today' }));
    const today = filters().date_from;
    expect(filters()).toEqual({ date_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), date_to: today });
    expect(chips()).toEqual(['Created: Today']);
    await userEvent.click(screen.getByRole('button', { name: /Remove.*Created/ }));
    expect(filters()).toMatchObject({ date_from: undefined, date_to: undefined });
  });

  it('show a period of which only one day is set', () => {
    show({ date_to: '2026-11-20' });
    expect(chips()).toEqual(['Created: — ~ 2026-11-20']);
  });

  it('are taken away one by one, or all at once', async () => {
    const { filters } = show({ kind: 'app', active: true, scarce: true });
    await userEvent.click(screen.getByRole('button', { name: /Active: In use/ }));
    expect(filters()).toMatchObject({ kind: 'app', scarce: true, active: undefined });
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(filters()).toEqual({});
  });

  it('say how many of the folded ones are in use, and show them when unfolded', async () => {
    show({ site_id: 7 });
    expect(screen.queryByRole('combobox', { name: 'Site' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^More.*1/, expanded: false }));
    expect(screen.getByRole('combobox', { name: 'Site' })).toBeTruthy();
  });
});

const wide = {
  reason: textFilter(words('Reason'), { max: 20 }),
  view: choiceFilter(words('View'), { values: ['late'], words: { late: words('Late') } }),
  account_id: referencesFilter(words('Accounts')),
  rule_id: referenceFilter(words('Rule')),
  country: codesFilter(words('Countries'), { pattern: '^[A-Z]{2}$' }, { dictionary: 'countries' }),
};
type Wide = VocabularyFilters<typeof wide>;

function showWide(filters: Wide) {
  const server = asking<PickerAnswer, PickerRequest<object>>();
  const { actor: accounts } = stage(createPickerMachine<object>({ id: 'accounts' }).provide({ actors: { loadChoices: server.logic } }));
  renderUi(
    <ControlledFilterLine
      vocabulary={wide}
      filters={filters}
      pickers={{ account_id: accounts }}
      codes={{ country: { options: [{ value: 'US', label: 'United States' }] } }}
      own={{ view: { control: <button type="button">Views</button>, text: 'Mine' } }}
      onChange={() => undefined}
      onReset={() => undefined}
    />,
  );
  return server;
}

describe('filters that a page controls itself', () => {
  it('name rows and codes in their chips, and rows without a picker by number', async () => {
    const server = showWide({ reason: 'late', view: 'late', account_id: [3, 5], rule_id: 9, country: ['US', 'DE'] });
    await act(() =>
      server.question().answer({
        found: undefined,
        named: [
          { id: 3, label: 'Moon', sub: '', status: 'on' },
          { id: 5, label: 'Sun', sub: '', status: 'on' },
        ],
      }),
    );
    expect(chips()).toEqual(['Reason: late', 'View: Mine', 'Accounts: Moon, Sun', 'Rule: #9', 'Countries: United States, DE']);
  });

  it('offer what the page draws in the place of a control, and nothing for rows without a picker', () => {
    showWide({});
    expect(screen.getByRole('button', { name: 'Views' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'View' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Rule' })).toBeNull();
  });
});

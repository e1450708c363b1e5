import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { noting, stage } from '#tests/support/stage.ts';
import { defineListQuery, id, text } from '../list/list-query.ts';
import type { PickerFact } from '../list/picker.machine.ts';
import type { SavedViewsFact } from '../list/saved-views.machine.ts';
import { tellMoved } from '../tell.ts';
import {
  handleLocated,
  handleMoved,
  handleUnseen,
  handleViewApplied,
  isFilteredByUnseen,
  isViewApplicable,
  keepSearch,
} from './page-address.ts';
import type { HistoryStep, PageInput } from './page-contract.ts';

const query = defineListQuery({ keyword: text, owner_id: id, maker_id: id }, []);

function begin(search: string) {
  const { notes, effect } = noting();
  const page = setup({
    types: {} as {
      context: PageInput;
      input: PageInput;
      events:
        | { type: 'page.located'; search: string }
        | { type: 'list.moved'; search: string; how: HistoryStep }
        | SavedViewsFact
        | PickerFact<'people'>;
    },
    guards: { isViewApplicable: isViewApplicable, isFilteredByUnseen },
    actions: {
      keepSearch,
      tellMoved,
      locateList: (_, params: { search: string }) => effect('locateList')(_, { search: params.search }),
      refuseFilters: (_, params: { names: string[] }) => effect('refuseFilters')(_, params),
    },
  }).createMachine({
    id: 'page',
    context: ({ input }) => input,
    on: {
      'page.located': handleLocated,
      'list.moved': handleMoved(query),
      'views.applied': handleViewApplied(query),
      'people.unseen': handleUnseen(query)('owner_id', 'maker_id'),
    },
  });
  const { actor, facts } = stage(page, { search });
  return { actor, facts, located: () => notes.map(([, params]) => params), search: () => actor.getSnapshot().context.search };
}

describe('the address of a page', () => {
  it('moves its list when it is located from outside', () => {
    const { actor, facts, located, search } = begin('?tab=2');
    actor.send({ type: 'page.located', search: '?keyword=a' });
    expect([located(), search(), facts]).toEqual([[{ search: '?keyword=a' }], '?keyword=a', []]);
  });

  it('follows its list, and keeps the parts of others', () => {
    const { actor, facts, located } = begin('?tab=2&keyword=a');
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    expect([located(), facts]).toEqual([[], [{ type: 'page.moved', search: '?tab=2&keyword=b', how: 'push' }]]);
  });

  it('follows a view, and so does its list', () => {
    const { actor, facts, located } = begin('?tab=2&keyword=a');
    actor.send({ type: 'views.applied', query: '?keyword=b', table: null, how: 'push' });
    expect(located()).toEqual([{ search: '?tab=2&keyword=b' }]);
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=2&keyword=b', how: 'push' }]);
  });

  it('follows the default view only while it has no query', () => {
    const byDefault = { type: 'views.applied', query: '?keyword=b', table: null, how: 'replace' } as const;
    const bare = begin('?tab=2');
    bare.actor.send(byDefault);
    expect(bare.facts).toEqual([{ type: 'page.moved', search: '?tab=2&keyword=b', how: 'replace' }]);
    const busy = begin('?tab=2');
    busy.actor.send({ type: 'list.moved', search: '?keyword=mine', how: 'push' });
    busy.actor.send(byDefault);
    expect([busy.search(), busy.facts.length]).toEqual(['?tab=2&keyword=mine', 1]);
  });

  it('loses only the filters on what the user may not see', () => {
    const { actor, located } = begin('?owner_id=4&maker_id=5');
    actor.send({ type: 'people.unseen', ids: [6] });
    expect(located()).toEqual([]);
    actor.send({ type: 'people.unseen', ids: [5, 6] });
    actor.send({ type: 'people.unseen', ids: [4, 5] });
    expect(located()).toEqual([{ names: ['maker_id'] }, { names: ['owner_id', 'maker_id'] }]);
  });
});

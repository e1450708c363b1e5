import { describe, expect, expectTypeOf, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { createBatchMachine } from '../batch/batch.machine.ts';
import { createFormDialogMachine } from '../form/form-dialog.machine.ts';
import { createListMachine } from '../list/list.machine.ts';
import { defineListQuery, id, text } from '../list/list-query.ts';
import { createOptionsMachine } from '../list/options.machine.ts';
import { createPickerMachine } from '../list/picker.machine.ts';
import { createTrendMachine } from '../report/trend.machine.ts';
import { defineTrendQuery } from '../report/trend-query.ts';
import { createCommandMachine } from './command.machine.ts';
import { createDetailMachine } from './detail.machine.ts';
import { batchesOf, createListPage, createListTools } from './list-page.machine.ts';

interface Ship {
  id: number;
  name: string;
}

type ShipFilters = { keyword?: string | undefined; owner_id?: number | undefined; port_id?: number | undefined };

const query = defineListQuery({ keyword: text, owner_id: id, port_id: id }, ['name']);
const list = createListMachine<Ship, ShipFilters>({ id: 'shipList', query, rowId: (row) => row.id });
const blank = { name: '' };
const form = createFormDialogMachine<typeof blank, Ship>({ id: 'shipForm', blank, check: () => ({}) });
const loading = createFormDialogMachine<typeof blank, { batchIds: number[] }>({ id: 'shipLoading', blank, check: () => ({}) });
const renaming = createCommandMachine<number, Ship>({ id: 'shipRenaming' });
const scuttling = createCommandMachine<Ship>({ id: 'shipScuttling' });
const batch = createBatchMachine<object, ShipFilters>({ id: 'shipBatch', blank: {}, check: () => ({}) });
const towing = createBatchMachine<object, ShipFilters>({ id: 'shipTowing', blank: {}, check: () => ({}) });
const log = createDetailMachine<{ id: number }, string[]>({ id: 'shipLog' });
const people = createPickerMachine({ id: 'peoplePicker' });
const ports = createPickerMachine({ id: 'portPicker' });
const flags = createOptionsMachine<{ id: number }>({ id: 'flagChoice', idsOf: (all) => all.map((flag) => flag.id) });

const trend = createTrendMachine<object>({
  id: 'shipTrend',
  query: defineTrendQuery({ fields: {}, metrics: ['x'], defaultMetrics: ['x'] }),
});

const shipPage = createListPage({
  id: 'ships',
  description: 'Ships.',
  query,
  list,
  tools: createListTools({ id: 'ship', of: 'ships', query }),
  parts: { form, loading, renaming, scuttling, batch, towing, log },
  choices: { owners: people, ports, flags },
  unseen: { owners: 'owner_id', ports: ['port_id', 'owner_id'] },
  replacesRow: ['form.saved', 'renaming.done'],
  refreshes: ['form.saved'],
  batches: ['batch', 'towing'],
  follows: { 'loading.saved': ({ saved }) => saved.batchIds },
  on: {
    'page.seen': { log: { type: 'detail.seen' } },
    'page.refreshRequested': { log: { type: 'detail.refreshDue' } },
    'scuttling.done': {
      list: [({ subject }) => ({ type: 'list.rowForgotten', id: subject.id }), { type: 'list.refreshRequested' }],
      log: { type: 'detail.closed' },
    },
    'list.moved': { log: { type: 'detail.closed' } },
    'renaming.done': { flags: { type: 'options.invalidated' } },
    'batch.started': { list: { type: 'list.refreshDue' } },
    'loading.saved': {
      log: ({ saved }, search) => ({ type: 'detail.opened' as const, subject: { id: saved.batchIds.length + search.length } }),
    },
  },
});

const ship: Ship = { id: 4, name: 'Ada' };
const begin = (search = '') => observe(shipPage, { search });
const end = { batchId: 7, okIds: [4], failedIds: [5] };

describe('a page of a list', () => {
  it('has its rows, its tools and its parts as children, by name', () => {
    const names = ['list', 'form', 'loading', 'renaming', 'scuttling', 'batch', 'towing', 'log', 'export', 'tableView', 'views', 'owners'];
    expect(Object.keys(begin().actor.getSnapshot().children)).toEqual([...names, 'ports', 'flags']);
    expect(Object.keys(shipPage.parts)).toEqual([...names, 'ports', 'flags']);
  });

  it('knows the types of its children', () => {
    type Children = ReturnType<ReturnType<typeof begin>['actor']['getSnapshot']>['children'];
    type Rows = ReturnType<NonNullable<Children['list']>['getSnapshot']>['context']['answer'];
    expectTypeOf<NonNullable<Rows>['rows']>().toEqualTypeOf<Ship[]>();
    expectTypeOf<ReturnType<NonNullable<Children['form']>['getSnapshot']>['context']['values']>().toEqualTypeOf<typeof blank>();
  });

  it('starts its rows and its views where the address says', () => {
    const { given } = begin('?keyword=a');
    expect([given['list'], given['views']]).toEqual([{ search: '?keyword=a' }, { search: '?keyword=a' }]);
  });

  it('is seen, left and refreshed with its rows, its batches and what else it names', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.seen' });
    expect(heard()).toEqual({
      list: [{ type: 'list.seen' }],
      batch: [{ type: 'batch.seen' }],
      towing: [{ type: 'batch.seen' }],
      log: [{ type: 'detail.seen' }],
    });
    actor.send({ type: 'page.left' });
    actor.send({ type: 'page.refreshRequested' });
    expect(heard()).toEqual({
      list: [{ type: 'list.seen' }, { type: 'list.left' }, { type: 'list.refreshRequested' }],
      batch: [{ type: 'batch.seen' }, { type: 'batch.left' }],
      towing: [{ type: 'batch.seen' }, { type: 'batch.left' }],
      log: [{ type: 'detail.seen' }, { type: 'detail.refreshDue' }],
    });
  });

  it('leads its rows to a new address, and tells nobody', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'page.located', search: '?keyword=b' });
    expect([heard(), facts]).toEqual([{ list: [{ type: 'list.located', search: '?keyword=b' }] }, []]);
    expect(actor.getSnapshot().context.search).toBe('?keyword=b');
  });

  it('takes the action that it was asked for out of its address, and leaves the rest', () => {
    const { actor, facts } = begin('?keyword=a&do=create');
    actor.send({ type: 'page.actionTaken' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?keyword=a', how: 'replace' }]);
    expect(actor.getSnapshot().context.search).toBe('?keyword=a');
  });

  it('tells where its rows moved, leaves other parts of the address alone, and goes on with what it declares', () => {
    const { actor, heard, facts } = begin('?tab=2&keyword=a');
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=2&keyword=b', how: 'push' }]);
    expect(heard()).toEqual({ log: [{ type: 'detail.closed' }] });
  });

  it('asks as often as the reader of the table wants', () => {
    const { actor, heard } = begin();
    const view = { shown: ['name'], density: 'compact' } as const;
    actor.send({ type: 'view.updated', table: 'shipTableView', view: { ...view, shown: ['name'], autoRefresh: 30 } });
    actor.send({ type: 'view.updated', table: 'shipTableView', view: undefined });
    expect(heard()).toEqual({
      list: [
        { type: 'list.autoRefreshChosen', seconds: 30 },
        { type: 'list.autoRefreshChosen', seconds: 0 },
      ],
    });
  });

  it('goes where a saved view leads, with its columns; to one that nobody chose only while nothing else was chosen', () => {
    const { actor, heard, facts } = begin('?keyword=a');
    const table = { shown: ['name'], density: 'compact' as const };
    actor.send({ type: 'views.applied', query: '?keyword=c', table, how: 'replace' });
    expect([heard(), facts]).toEqual([{}, []]);
    actor.send({ type: 'views.applied', query: '?keyword=c', table, how: 'push' });
    expect(heard()).toEqual({ list: [{ type: 'list.located', search: '?keyword=c' }], tableView: [{ type: 'view.applied', view: table }] });
    expect(facts).toEqual([{ type: 'page.moved', search: '?keyword=c', how: 'push' }]);
  });

  it('shows what was saved or done in place, and asks for the rows again where it declares that', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'shipForm.saved', saved: ship });
    actor.send({ type: 'shipRenaming.done', subject: 4, result: ship });
    expect(heard()).toEqual({
      list: [{ type: 'list.rowReplaced', row: ship }, { type: 'list.refreshRequested' }, { type: 'list.rowReplaced', row: ship }],
      flags: [{ type: 'options.invalidated' }],
    });
  });

  it('turns what one part tells into what others are told', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'shipScuttling.done', subject: ship, result: undefined });
    expect(heard()).toEqual({
      list: [{ type: 'list.rowForgotten', id: 4 }, { type: 'list.refreshRequested' }],
      log: [{ type: 'detail.closed' }],
    });
  });

  it('tells the tab which batch began, and goes on with what it declares', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'shipBatch.started', batchId: 7, batchIds: [7] });
    actor.send({ type: 'shipTowing.started', batchId: 8, batchIds: [8] });
    expect(facts.map(({ type, batchId }) => [type, batchId])).toEqual([
      ['page.batchStarted', 7],
      ['page.batchStarted', 8],
    ]);
    expect(heard()).toEqual({ list: [{ type: 'list.refreshDue' }] });
  });

  it.each(['shipBatch', 'shipTowing'])('keeps the rows chosen that failed when the end of %s was seen, and renews the rows', (name) => {
    const { actor, heard } = begin();
    actor.send({ type: `${name}.finished`, ...end, watched: true });
    expect(heard()).toEqual({ list: [{ type: 'list.rowsChosen', ids: [5] }, { type: 'list.refreshDue' }] });
  });

  it('chooses no rows at an end that was not seen, and those that failed on request', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'shipBatch.finished', ...end, watched: false });
    actor.send({ type: 'shipBatch.failedChosen', ids: [5] });
    expect(heard()).toEqual({ list: [{ type: 'list.refreshDue' }, { type: 'list.rowsChosen', ids: [5] }] });
  });

  it('follows batches that begin elsewhere, and tells the tab', () => {
    const { actor, heard, facts } = begin('?x');
    actor.send({ type: 'shipLoading.saved', saved: { batchIds: [7, 8] } });
    expect(heard()).toEqual({
      batch: [{ type: 'batch.followed', batchId: 7, siblings: [8] }],
      log: [{ type: 'detail.opened', subject: { id: 4 } }],
    });
    expect(facts.map(({ type, batchId }) => [type, batchId])).toEqual([['page.batchStarted', 7]]);
  });

  it('follows nothing where nothing began', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'shipLoading.saved', saved: { batchIds: [] } });
    expect([heard(), facts]).toEqual([{ log: [{ type: 'detail.opened', subject: { id: 0 } }] }, []]);
  });

  it('drops filters that name what the reader may not see, and no others', () => {
    const { actor, heard } = begin('?owner_id=4&port_id=5');
    actor.send({ type: 'peoplePicker.unseen', ids: [5] });
    expect(heard()).toEqual({});
    actor.send({ type: 'peoplePicker.unseen', ids: [4, 5] });
    actor.send({ type: 'portPicker.unseen', ids: [4, 5] });
    expect(heard()).toEqual({
      list: [
        { type: 'list.filtersRefused', names: ['owner_id'] },
        { type: 'list.filtersRefused', names: ['port_id', 'owner_id'] },
      ],
    });
  });

  it('has neither export nor views where it declares no tools, and its rows go on as ever', () => {
    const plain = createListPage({ id: 'plainShips', query, list, parts: { form }, refreshes: ['form.saved'] });
    const { actor, heard, facts } = observe(plain, { search: '' });
    expect(Object.keys(actor.getSnapshot().children)).toEqual(['list', 'form']);
    actor.send({ type: 'views.applied', query: '?keyword=c', table: null, how: 'push' });
    actor.send({ type: 'shipForm.saved', saved: ship });
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    expect(heard()).toEqual({ list: [{ type: 'list.refreshRequested' }] });
    expect(facts).toEqual([{ type: 'page.moved', search: '?keyword=b', how: 'push' }]);
  });

  it('leaves a share of its address to the part that keeps it', () => {
    const replaceIn = (search: string, part: string) => `${search}|${part}`;
    const page = createListPage({ id: 'shared', query, list, parts: { trend }, addresses: { 'trend.moved': { replaceIn } } });
    const { actor, facts } = observe(page, { search: '?keyword=a' });
    actor.send({ type: 'trend.moved', search: '?metrics=x', how: 'replace' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?keyword=a|?metrics=x', how: 'replace' }]);
  });

  it('passes the wish for a new password on to the shell', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'page.passwordResetRequested', subject: { id: 5, account: 'li.wei' } });
    expect(facts).toEqual([{ type: 'page.passwordResetRequested', subject: { id: 5, account: 'li.wei' } }]);
    expect(heard()).toEqual({});
  });

  it('is refused when it reacts to a part that it has not', () => {
    const loose: object = { 'cargo.saved': { list: { type: 'list.refreshRequested' } } };
    const tools = createListTools({ id: 'ship', of: 'ships', query });
    expect(() => createListPage({ id: 'ships', query, list, tools, parts: { form }, on: loose })).toThrow('no part "cargo"');
  });
});

describe('the batches of a fact', () => {
  it('are the one that it names and its siblings', () => {
    expect(batchesOf({ batchId: 7, siblings: [8, 9] })).toEqual([7, 8, 9]);
  });
});

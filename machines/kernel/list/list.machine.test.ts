import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, settled, stage } from '#tests/support/stage.ts';
import { listWalk } from '../kernel.walks.ts';
import { CHANGING_ROWS_MS, STALE_MS } from '../page/freshness.ts';
import { createListMachine, type ListAnswer, type ListContext, type ListRequest, selectionOf } from './list.machine.ts';
import { defineListQuery, text } from './list-query.ts';

interface Row {
  id: number;
  name: string;
}
type Filters = { keyword?: string | undefined; role?: string | undefined };

const query = defineListQuery({ keyword: text, role: text }, ['name']);
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id, name: `row ${id}` }));
const list = createListMachine<Row, Filters>({ id: 'list', query, rowId: (row) => row.id });

const begin = (search = '') => {
  const server = asking<ListAnswer<Row>, ListRequest<Filters>>();
  return { server, ...stage(list.provide({ actors: { loadRows: server.logic } }), { search }) };
};

describe('a list', () => {
  it('loads the query of the address', () => {
    const { server } = begin('?keyword=li&sort=name.desc&page=2&page_size=50');
    expect(server.inputs()).toEqual([{ filters: { keyword: 'li' }, sort: { field: 'name', order: 'desc' }, page: 2, pageSize: 50 }]);
  });

  it('shows only the newest answer, even when an older one arrives last', async () => {
    const { server, actor } = begin();
    actor.send({ type: 'list.filtersChosen', filters: { keyword: 'a' } });
    actor.send({ type: 'list.filtersChosen', filters: { keyword: 'ab' } });
    await server.question(2).answer({ rows: rows(2), total: 1 });
    await server.question(1).answer({ rows: rows(1), total: 1 });
    await server.question(0).answer({ rows: rows(9), total: 1 });
    expect(actor.getSnapshot().context.answer?.rows).toEqual(rows(2));
    expect(server.questions.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  });

  it('ignores an answer to an older query', async () => {
    const { server, actor } = begin();
    const late = server.question(0).answer({ rows: rows(9), total: 1 });
    actor.send({ type: 'list.filtersChosen', filters: { keyword: 'a' } });
    await late;
    expect(actor.getSnapshot().context.answer).toBeUndefined();
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  });

  it('keeps the rows while newer ones load, and after a failure', async () => {
    const { server, actor } = begin();
    await server.question().answer({ rows: rows(1, 2), total: 2 });
    actor.send({ type: 'list.refreshRequested' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    expect(actor.getSnapshot().context.answer?.rows).toHaveLength(2);
    await server.question().refuse(Object.assign(new Error('no network'), { traceId: 'trace-7' }));
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(actor.getSnapshot().context.answer?.rows).toHaveLength(2);
    expect(actor.getSnapshot().context.failure).toEqual({ message: 'no network', traceId: 'trace-7' });
    actor.send({ type: 'list.refreshRequested' });
    await server.question().answer({ rows: rows(3), total: 1 });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  it('loads again when a refresh is requested while it loads', () => {
    const { server, actor } = begin();
    actor.send({ type: 'list.refreshRequested' });
    expect(server.questions).toHaveLength(2);
    expect(server.question(0).signal.aborted).toBe(true);
  });

  it('keeps chosen rows over pages and sorts, and clears them with new filters', async () => {
    const { server, actor } = begin();
    await server.question().answer({ rows: rows(1, 2), total: 90 });
    actor.send({ type: 'list.rowsChosen', ids: [1, 2] });
    actor.send({ type: 'list.pageChosen', page: 3 });
    actor.send({ type: 'list.sortChosen', sort: { field: 'name', order: 'asc' } });
    expect(actor.getSnapshot().context.chosen).toEqual([1, 2]);
    actor.send({ type: 'list.filtersChosen', filters: { keyword: 'x' } });
    expect(actor.getSnapshot().context.chosen).toEqual([]);
  });

  it('returns to the first page with another filter, sort or page size', () => {
    for (const event of [
      { type: 'list.filtersChosen', filters: { keyword: 'x' } } as const,
      { type: 'list.filtersChanged', changes: { keyword: 'x' } } as const,
      { type: 'list.sortChosen', sort: undefined } as const,
      { type: 'list.pageSizeChosen', pageSize: 100 } as const,
    ]) {
      const { actor } = begin('?page=3');
      actor.send(event);
      expect(actor.getSnapshot().context.query.page, event.type).toBe(1);
    }
  });

  it('changes one filter, keeps the others, reloads, and tells its new address', () => {
    const { server, actor, facts } = begin('?keyword=a&role=owner&page=3');
    actor.send({ type: 'list.filtersChanged', changes: { keyword: 'b' } });
    expect(server.question().input).toMatchObject({ filters: { keyword: 'b', role: 'owner' }, page: 1 });
    actor.send({ type: 'list.filtersChanged', changes: { keyword: undefined } });
    expect(server.question().input).toMatchObject({ filters: { keyword: undefined, role: 'owner' } });
    expect(facts).toEqual([
      { type: 'list.moved', search: '?keyword=b&role=owner', how: 'push' },
      { type: 'list.moved', search: '?role=owner', how: 'push' },
    ]);
  });

  it('drops a filter on rows the user may not see, reloads, and replaces the address', () => {
    const { server, actor, facts } = begin('?keyword=x&page=3');
    actor.send({ type: 'list.filtersRefused', names: ['keyword'] });
    expect(server.question().input).toMatchObject({ filters: {}, page: 1 });
    expect(facts).toEqual([{ type: 'list.moved', search: '', how: 'replace' }]);
  });

  it('keeps the remaining values of a filter that named several', () => {
    const { server, actor } = begin('?keyword=a');
    actor.send({ type: 'list.filtersRefused', names: ['keyword'], left: { keyword: 'b' } });
    expect(server.question().input).toMatchObject({ filters: { keyword: 'b' }, page: 1 });
  });

  it('goes to the last page when its own no longer exists, and replaces the address', async () => {
    const { server, actor, facts } = begin('?page=5');
    await server.question().answer({ rows: [], total: 41 });
    expect(server.inputs().map(({ page }) => page)).toEqual([5, 3]);
    expect(facts).toEqual([{ type: 'list.moved', search: '?page=3', how: 'replace' }]);
    await server.question().answer({ rows: [], total: 0 });
    await server.question().answer({ rows: [], total: 0 });
    expect(actor.getSnapshot().matches('shown')).toBe(true);
    expect(actor.getSnapshot().context.query.page).toBe(1);
  });

  it('pushes every move to the history', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'list.filtersChosen', filters: { keyword: '广' } });
    actor.send({ type: 'list.pageChosen', page: 2 });
    expect(facts).toEqual([
      { type: 'list.moved', search: '?keyword=%E5%B9%BF', how: 'push' },
      { type: 'list.moved', search: '?keyword=%E5%B9%BF&page=2', how: 'push' },
    ]);
  });

  it('follows the address without telling it back, and only if its own part has changed', async () => {
    const { server, actor, facts } = begin('?keyword=a');
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.rowsChosen', ids: [1] });
    actor.send({ type: 'list.located', search: '?keyword=a&tab=other' });
    expect(server.questions).toHaveLength(1);
    expect(actor.getSnapshot().context.chosen).toEqual([1]);
    actor.send({ type: 'list.located', search: '?keyword=b' });
    expect(server.inputs().map(({ filters }) => filters.keyword)).toEqual(['a', 'b']);
    expect(actor.getSnapshot().context.chosen).toEqual([]);
    expect(facts).toEqual([]);
  });

  it('replaces a changed row and keeps the others', async () => {
    const { server, actor } = begin();
    await server.question().answer({ rows: rows(1, 2), total: 2 });
    actor.send({ type: 'list.rowReplaced', row: { id: 2, name: 'new' } });
    actor.send({ type: 'list.rowReplaced', row: { id: 7, name: 'of another page' } });
    expect(actor.getSnapshot().context.answer?.rows).toEqual([...rows(1), { id: 2, name: 'new' }]);
    expect(server.questions).toHaveLength(1);
  });

  it('reloads quietly by the clock, and only while nothing has failed', async () => {
    const { server, actor } = begin();
    actor.send({ type: 'list.refreshDue' });
    expect(server.questions).toHaveLength(1);
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.refreshDue' });
    actor.send({ type: 'list.refreshDue' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    actor.send({ type: 'list.pageChosen', page: 2 });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    await server.question(1).answer({ rows: rows(9), total: 9 });
    expect(actor.getSnapshot().context.answer?.rows).toEqual(rows(1));
    await server.question(2).refuse(new Error('no network'));
    actor.send({ type: 'list.refreshDue' });
    expect(server.questions).toHaveLength(3);
  });

  it('removes a deleted row from the chosen ones', () => {
    const { actor } = begin();
    actor.send({ type: 'list.rowsChosen', ids: [1, 2] });
    actor.send({ type: 'list.rowForgotten', id: 1 });
    actor.send({ type: 'list.rowForgotten', id: 7 });
    expect(actor.getSnapshot().context.chosen).toEqual([2]);
  });

  it('merges a replaced row with fields that only the list has', async () => {
    const counted = createListMachine<Row & { count?: number }, Filters>({
      id: 'counted',
      query,
      rowId: (row) => row.id,
      mergeRow: ({ count = 0 }, row) => ({ ...row, count }),
    });
    const server = asking<ListAnswer<Row & { count?: number }>, ListRequest<Filters>>();
    const { actor } = stage(counted.provide({ actors: { loadRows: server.logic } }), { search: '' });
    await server.question().answer({ rows: [{ id: 1, name: 'old', count: 7 }, ...rows(2)], total: 2 });
    actor.send({ type: 'list.rowReplaced', row: { id: 1, name: 'new' } });
    expect(actor.getSnapshot().context.answer?.rows).toEqual([{ id: 1, name: 'new', count: 7 }, ...rows(2)]);
  });

  it('chooses all matching rows over all pages, counted by the newest answer', async () => {
    const { server, actor } = begin();
    actor.send({ type: 'list.allMatchingChosen' });
    expect(selectionOf(actor.getSnapshot().context)).toEqual({ kind: 'rows', ids: [] });
    await server.question().answer({ rows: rows(1, 2), total: 1312 });
    actor.send({ type: 'list.rowsChosen', ids: [1, 2] });
    actor.send({ type: 'list.allMatchingChosen' });
    expect(actor.getSnapshot().context.chosen).toEqual([]);
    actor.send({ type: 'list.pageChosen', page: 2 });
    await server.question().answer({ rows: rows(3), total: 1310 });
    expect(selectionOf(actor.getSnapshot().context)).toEqual({ kind: 'allMatching', total: 1310 });
    actor.send({ type: 'list.rowsChosen', ids: [3] });
    expect(selectionOf(actor.getSnapshot().context)).toEqual({ kind: 'rows', ids: [3] });
  });

  it('clears the choice of all rows with other filters', async () => {
    for (const event of [
      { type: 'list.filtersChosen', filters: { keyword: 'x' } } as const,
      { type: 'list.located', search: '?keyword=x' } as const,
    ]) {
      const { server, actor } = begin();
      await server.question().answer({ rows: rows(1), total: 9 });
      actor.send({ type: 'list.allMatchingChosen' });
      actor.send(event);
      expect(actor.getSnapshot().context.allMatching, event.type).toBeUndefined();
    }
  });

  it('reloads quietly when it is seen again, and only if it is stale', async () => {
    const { server, actor, clock } = begin();
    actor.send({ type: 'list.seen' });
    await server.question().answer({ rows: rows(1), total: 1 });
    clock.increment(STALE_MS - 1);
    actor.send({ type: 'list.seen' });
    expect(server.questions).toHaveLength(1);
    clock.increment(1);
    actor.send({ type: 'list.seen' });
    actor.send({ type: 'list.seen' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    expect(actor.getSnapshot().context.answer?.rows).toEqual(rows(1));
  });

  it('reloads after a failure when it is seen again', async () => {
    const { server, actor } = begin();
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'list.seen' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  });

  it('does not reload after a failure when its view is first drawn', async () => {
    const { server, actor } = begin();
    actor.send({ type: 'list.seen' });
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'list.seen' });
    expect(server.questions).toHaveLength(1);
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    actor.send({ type: 'list.left' });
    actor.send({ type: 'list.seen' });
    expect(server.questions).toHaveLength(2);
  });

  it('reloads at the chosen interval while it is on the screen and no rows are chosen', async () => {
    const { server, actor, clock } = begin();
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.autoRefreshChosen', seconds: 30 });
    clock.increment(30_000);
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'list.seen' });
    clock.increment(30_000);
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('quiet')).toBe(true);
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.rowsChosen', ids: [1] });
    clock.increment(90_000);
    expect(server.questions).toHaveLength(2);
    actor.send({ type: 'list.rowsChosen', ids: [] });
    clock.increment(30_000);
    expect(server.questions).toHaveLength(3);
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.left' });
    clock.increment(90_000);
    expect(server.questions).toHaveLength(3);
  });

  it('retries after failures with growing pauses, and keeps the failure until an answer arrives', async () => {
    const { server, actor, clock } = begin();
    actor.send({ type: 'list.seen' });
    actor.send({ type: 'list.autoRefreshChosen', seconds: 30 });
    await server.question().answer({ rows: rows(1), total: 1 });
    clock.increment(30_000);
    for (const [asked, pause] of [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000].entries()) {
      await server.question(asked + 1).refuse(new Error('no network'));
      clock.increment(pause - 1);
      expect(server.questions).toHaveLength(asked + 2);
      clock.increment(1);
      expect(server.questions).toHaveLength(asked + 3);
      const { context } = actor.getSnapshot();
      expect([context.failure?.message, context.answer?.rows, actor.getSnapshot().hasTag('quiet')]).toEqual(['no network', rows(1), true]);
    }
    await server.question().answer({ rows: rows(2), total: 1 });
    expect(actor.getSnapshot().context).toMatchObject({ failure: undefined, failures: 0 });
    clock.increment(30_000);
    expect(server.questions).toHaveLength(10);
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'list.left' });
    clock.increment(3_600_000);
    expect(server.questions).toHaveLength(10);
  });

  it('retries the very first load, unless rows are chosen', async () => {
    const { server, actor, clock } = begin();
    actor.send({ type: 'list.seen' });
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'list.autoRefreshChosen', seconds: 30 });
    clock.increment(30_000);
    await server.question(1).answer({ rows: rows(1), total: 1 });
    clock.increment(30_000);
    await server.question(2).refuse(new Error('no network'));
    actor.send({ type: 'list.rowsChosen', ids: [1] });
    clock.increment(90_000);
    expect(server.questions).toHaveLength(3);
    actor.send({ type: 'list.rowsChosen', ids: [] });
    clock.increment(30_000);
    expect(server.questions).toHaveLength(4);
  });

  it('applies another interval at once, including never', async () => {
    const { server, actor, clock } = begin();
    actor.send({ type: 'list.seen' });
    actor.send({ type: 'list.autoRefreshChosen', seconds: 300 });
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.autoRefreshChosen', seconds: 30 });
    clock.increment(30_000);
    expect(server.questions).toHaveLength(2);
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.autoRefreshChosen', seconds: 0 });
    clock.increment(600_000);
    expect(server.questions).toHaveLength(2);
  });

  it('fails to load, instead of hanging, when no server is provided', async () => {
    const { actor } = stage(list, { search: '' });
    await settled();
    expect(actor.getSnapshot().context.failure?.message).toContain('loadRows');
  });

  it('is not busy while the clock reloads it, and is not reloaded after a failure', async () => {
    const { actor, server } = begin();
    await server.question().answer({ rows: [], total: 0 });
    actor.send({ type: 'list.refreshDue' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question(1).refuse(new Error('no network'));
    actor.send({ type: 'list.refreshDue' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  });

  it('tells the server call whether the user or the clock loads', async () => {
    const { actor, server } = begin();
    await server.question().answer({ rows: [], total: 0 });
    actor.send({ type: 'list.refreshDue' });
    await server.question(1).answer({ rows: [], total: 0 });
    actor.send({ type: 'list.refreshRequested' });
    expect(server.inputs().map(({ isByClock }) => isByClock)).toEqual([undefined, true, undefined]);
  });

  it('reloads every few seconds while a row is about to change, and then stops', async () => {
    const server = asking<ListAnswer<Row>, ListRequest<Filters>>();
    const changing = createListMachine<Row, Filters>({
      id: 'list',
      query,
      rowId: (row) => row.id,
      isAboutToChange: ({ name }) => name === 'new',
    });
    const { actor, clock } = stage(changing.provide({ actors: { loadRows: server.logic } }), { search: '' });
    actor.send({ type: 'list.seen' });
    actor.send({ type: 'list.rowsChosen', ids: [1] });
    await server.question().answer({ rows: [{ id: 1, name: 'new' }], total: 1 });
    clock.increment(CHANGING_ROWS_MS);
    expect(server.questions).toHaveLength(2);
    expect(server.question(1).input.isByClock).toBe(true);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question(1).answer({ rows: [{ id: 1, name: 'old' }], total: 1 });
    clock.increment(CHANGING_ROWS_MS * 3);
    expect(server.questions).toHaveLength(2);
  });

  it('does not reload changing rows while it is off the screen', async () => {
    const server = asking<ListAnswer<Row>, ListRequest<Filters>>();
    const changing = createListMachine<Row, Filters>({ id: 'list', query, rowId: (row) => row.id, isAboutToChange: () => true });
    const { actor, clock } = stage(changing.provide({ actors: { loadRows: server.logic } }), { search: '' });
    actor.send({ type: 'list.seen' });
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.left' });
    clock.increment(CHANGING_ROWS_MS * 3);
    expect(server.questions).toHaveLength(1);
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const steps = randomWalks(listWalk(list, { id: 1, name: 'a' }), {
      walks: WALKS,
      length: 12,
      holds: ({ before, event, after, did }) => {
        const was = before.context as ListContext<Row, Filters, number, ListAnswer<Row>>;
        const is = after.context as typeof was;
        const isOfOthers = event.type === 'list.filtersChosen' || event.type === 'list.filtersChanged';
        if (isOfOthers && is.chosen.length > 0) throw new Error('chosen rows outlived their filters');
        if (event.type === 'list.pageChosen' && is.chosen !== was.chosen) throw new Error('a page took the choice away');
        if (is.chosen.length > 0 && is.allMatching) throw new Error('rows are chosen, and all that match');
        if (is.allMatching && is.answer && is.allMatching.total !== is.answer.total) throw new Error('chose another number than there are');
        if (isOfOthers && is.allMatching) throw new Error('all that matched outlived the filters');
        if (is.query.page < 1) throw new Error(`page ${is.query.page}`);
        if ((after.hasTag('busy') || after.hasTag('quiet')) !== Boolean(after.children.loadRows))
          throw new Error('busy without a question, or a question without busy');
        if (was.answer && !is.answer) throw new Error('rows were lost');
        if (after.hasTag('failed') && !is.failure) throw new Error('failed without a reason');
        if (event.type.startsWith('xstate.done') && before.hasTag('busy') && after.matches('shown') && did.includes('xstate.sendTo'))
          throw new Error('an answer moved the address');
      },
    });
    expect(steps).toBeGreaterThanOrEqual(12 * WALKS);
  });
});

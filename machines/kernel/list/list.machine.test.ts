import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, settled, stage } from '#tests/support/stage.ts';
import { listWalk } from '../kernel.walks.ts';
import { STALE_MS, UNSETTLED_MS } from '../page/freshness.ts';
import { createListMachine, type ListAnswer, type ListContext, type ListQuestion, selectionOf } from './list.machine.ts';
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
  const server = asking<ListAnswer<Row>, ListQuestion<Filters>>();
  return { server, ...stage(list.provide({ actors: { loadRows: server.logic } }), { search }) };
};

describe('a list', () => {
  it('asks what the address says', () => {
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

  it('takes no answer that was on its way when a newer question was asked', async () => {
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

  it('asks anew when a refresh is requested while it loads', () => {
    const { server, actor } = begin();
    actor.send({ type: 'list.refreshRequested' });
    expect(server.questions).toHaveLength(2);
    expect(server.question(0).signal.aborted).toBe(true);
  });

  it('keeps chosen rows over pages and sorts, and forgets them with new filters', async () => {
    const { server, actor } = begin();
    await server.question().answer({ rows: rows(1, 2), total: 90 });
    actor.send({ type: 'list.rowsChosen', ids: [1, 2] });
    actor.send({ type: 'list.pageChosen', page: 3 });
    actor.send({ type: 'list.sortChosen', sort: { field: 'name', order: 'asc' } });
    expect(actor.getSnapshot().context.chosen).toEqual([1, 2]);
    actor.send({ type: 'list.filtersChosen', filters: { keyword: 'x' } });
    expect(actor.getSnapshot().context.chosen).toEqual([]);
  });

  it('begins on the first page again with another filter, sort or page size', () => {
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

  it('changes one filter and leaves the others, asks again, and tells where it moved', () => {
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

  it('drops a filter that names what the reader may not see, asks again, and replaces the address', () => {
    const { server, actor, facts } = begin('?keyword=x&page=3');
    actor.send({ type: 'list.filtersRefused', names: ['keyword'] });
    expect(server.question().input).toMatchObject({ filters: {}, page: 1 });
    expect(facts).toEqual([{ type: 'list.moved', search: '', how: 'replace' }]);
  });

  it('keeps what is left of a filter that named several', () => {
    const { server, actor } = begin('?keyword=a');
    actor.send({ type: 'list.filtersRefused', names: ['keyword'], left: { keyword: 'b' } });
    expect(server.question().input).toMatchObject({ filters: { keyword: 'b' }, page: 1 });
  });

  it('goes to the last page there is when its own is gone, and replaces the address', async () => {
    const { server, actor, facts } = begin('?page=5');
    await server.question().answer({ rows: [], total: 41 });
    expect(server.inputs().map(({ page }) => page)).toEqual([5, 3]);
    expect(facts).toEqual([{ type: 'list.moved', search: '?page=3', how: 'replace' }]);
    await server.question().answer({ rows: [], total: 0 });
    await server.question().answer({ rows: [], total: 0 });
    expect(actor.getSnapshot().matches('shown')).toBe(true);
    expect(actor.getSnapshot().context.query.page).toBe(1);
  });

  it('tells where it moved, so that the step back leads back', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'list.filtersChosen', filters: { keyword: '广' } });
    actor.send({ type: 'list.pageChosen', page: 2 });
    expect(facts).toEqual([
      { type: 'list.moved', search: '?keyword=%E5%B9%BF', how: 'push' },
      { type: 'list.moved', search: '?keyword=%E5%B9%BF&page=2', how: 'push' },
    ]);
  });

  it('follows the address without telling it back, and not at all where nothing of its own changed', async () => {
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

  it('puts a changed row in its place and leaves the others', async () => {
    const { server, actor } = begin();
    await server.question().answer({ rows: rows(1, 2), total: 2 });
    actor.send({ type: 'list.rowReplaced', row: { id: 2, name: 'new' } });
    actor.send({ type: 'list.rowReplaced', row: { id: 7, name: 'of another page' } });
    expect(actor.getSnapshot().context.answer?.rows).toEqual([...rows(1), { id: 2, name: 'new' }]);
    expect(server.questions).toHaveLength(1);
  });

  it('asks again by the clock without a sign of it, and only while all is well', async () => {
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

  it('has not chosen a row that is gone', () => {
    const { actor } = begin();
    actor.send({ type: 'list.rowsChosen', ids: [1, 2] });
    actor.send({ type: 'list.rowForgotten', id: 1 });
    actor.send({ type: 'list.rowForgotten', id: 7 });
    expect(actor.getSnapshot().context.chosen).toEqual([2]);
  });

  it('keeps of a row that is told anew what only the list knows of it', async () => {
    const counted = createListMachine<Row & { count?: number }, Filters>({
      id: 'counted',
      query,
      rowId: (row) => row.id,
      replaced: ({ count = 0 }, row) => ({ ...row, count }),
    });
    const server = asking<ListAnswer<Row & { count?: number }>, ListQuestion<Filters>>();
    const { actor } = stage(counted.provide({ actors: { loadRows: server.logic } }), { search: '' });
    await server.question().answer({ rows: [{ id: 1, name: 'old', count: 7 }, ...rows(2)], total: 2 });
    actor.send({ type: 'list.rowReplaced', row: { id: 1, name: 'new' } });
    expect(actor.getSnapshot().context.answer?.rows).toEqual([{ id: 1, name: 'new', count: 7 }, ...rows(2)]);
  });

  it('takes everything that matches, over all pages, and counts it by the newest answer', async () => {
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

  it('forgets with other filters that everything was chosen', async () => {
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

  it('that somebody comes back to is asked for again only when it is old, and without a sign of it', async () => {
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

  it('that failed is asked for again when somebody comes back', async () => {
    const { server, actor } = begin();
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'list.seen' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  });

  it('that failed before its view was drawn is not asked for twice: the one who looks never left', async () => {
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

  it('asks again at the pace that was chosen, while somebody looks and has chosen nothing', async () => {
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

  it('goes on by the clock after failures, after longer and longer pauses, and keeps the reason until an answer comes', async () => {
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

  it('asks again by itself when the very first answer did not come, and leaves rows that were chosen where they are', async () => {
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

  it('takes up another pace at once, and none at all', async () => {
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

  it('says that it cannot load rather than nothing when nobody provided the server', async () => {
    const { actor } = stage(list, { search: '' });
    await settled();
    expect(actor.getSnapshot().context.failure?.message).toContain('loadRows');
  });

  it('is renewed by the clock without looking busy, and not at all after a failure', async () => {
    const { actor, server } = begin();
    await server.question().answer({ rows: [], total: 0 });
    actor.send({ type: 'list.refreshDue' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question(1).refuse(new Error('no network'));
    actor.send({ type: 'list.refreshDue' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  });

  it('says whether a person asks or the clock', async () => {
    const { actor, server } = begin();
    await server.question().answer({ rows: [], total: 0 });
    actor.send({ type: 'list.refreshDue' });
    await server.question(1).answer({ rows: [], total: 0 });
    actor.send({ type: 'list.refreshRequested' });
    expect(server.inputs().map(({ isByClock }) => isByClock)).toEqual([undefined, true, undefined]);
  });

  it('asks every few seconds while a row in sight becomes another by itself, and no longer', async () => {
    const server = asking<ListAnswer<Row>, ListQuestion<Filters>>();
    const changing = createListMachine<Row, Filters>({
      id: 'list',
      query,
      rowId: (row) => row.id,
      isUnsettled: ({ name }) => name === 'new',
    });
    const { actor, clock } = stage(changing.provide({ actors: { loadRows: server.logic } }), { search: '' });
    actor.send({ type: 'list.seen' });
    actor.send({ type: 'list.rowsChosen', ids: [1] });
    await server.question().answer({ rows: [{ id: 1, name: 'new' }], total: 1 });
    clock.increment(UNSETTLED_MS);
    expect(server.questions).toHaveLength(2);
    expect(server.question(1).input.isByClock).toBe(true);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question(1).answer({ rows: [{ id: 1, name: 'old' }], total: 1 });
    clock.increment(UNSETTLED_MS * 3);
    expect(server.questions).toHaveLength(2);
  });

  it('asks nothing by itself of rows that change while nobody looks', async () => {
    const server = asking<ListAnswer<Row>, ListQuestion<Filters>>();
    const changing = createListMachine<Row, Filters>({ id: 'list', query, rowId: (row) => row.id, isUnsettled: () => true });
    const { actor, clock } = stage(changing.provide({ actors: { loadRows: server.logic } }), { search: '' });
    actor.send({ type: 'list.seen' });
    await server.question().answer({ rows: rows(1), total: 1 });
    actor.send({ type: 'list.left' });
    clock.increment(UNSETTLED_MS * 3);
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
    expect(steps).toBeGreaterThanOrEqual(12 * WALKS); // a walk may begin with steps of its own
  });
});

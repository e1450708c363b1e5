import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { logWalk } from '../kernel.walks.ts';
import { STALE_MS } from '../page/freshness.ts';
import { defineListQuery, ids, type QueryDefinition, text } from './list-query.ts';
import { createLogMachine, type LogPage, type LogRequest, SLOW_LOAD_MS } from './log.machine.ts';

interface Entry {
  id: number;
}
type Filters = { account?: string | undefined };

const log = createLogMachine<Entry, Filters>({ id: 'log', query: defineListQuery({ account: text }, []) });
const page = (nextCursor: string | null, ...ids: number[]): LogPage<Entry> => ({
  rows: ids.map((id) => ({ id })),
  nextCursor,
  total: 4,
  totalCapped: false,
});

const begin = (search = '') => {
  const server = asking<LogPage<Entry>, LogRequest<Filters>>();
  return { server, ...stage(log.provide({ actors: { loadPage: server.logic } }), { search }) };
};

describe('a log', () => {
  it('shows the newest entries first and loads older ones on request', async () => {
    const { actor, server } = begin('?account=li');
    await server.question().answer(page('c1', 4, 3));
    actor.send({ type: 'log.moreRequested' });
    await server.question().answer(page(null, 2, 1));
    expect(server.inputs()).toEqual([
      { filters: { account: 'li' }, cursor: undefined },
      { filters: { account: 'li' }, cursor: 'c1' },
    ]);
    expect(actor.getSnapshot().context.answer?.rows.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    actor.send({ type: 'log.moreRequested' });
    expect(server.questions).toHaveLength(2);
  });

  it('loads older entries once, however often they are requested', async () => {
    const { actor, server } = begin();
    await server.question().answer(page('c1', 4));
    actor.send({ type: 'log.moreRequested' });
    actor.send({ type: 'log.moreRequested' });
    expect(server.questions).toHaveLength(2);
  });

  it('loads all older entries to choose everything that matches and can be chosen', async () => {
    const odd = createLogMachine<Entry, Filters>({
      id: 'odd',
      query: defineListQuery({ account: text }, []),
      isChoosable: ({ id }) => id % 2 === 1,
    });
    const server = asking<LogPage<Entry>, LogRequest<Filters>>();
    const { actor } = stage(odd.provide({ actors: { loadPage: server.logic } }), { search: '' });
    await server.question().answer(page('c1', 5, 4));
    actor.send({ type: 'log.allRequested' });
    await server.question().answer(page('c2', 3));
    await server.question().answer(page(null, 2, 1));
    expect(server.inputs().map(({ cursor }) => cursor)).toEqual([undefined, 'c1', 'c2']);
    expect(actor.getSnapshot().context.chosen).toEqual([5, 3, 1]);
    expect(actor.getSnapshot().context.answer?.rows).toHaveLength(5);
  });

  it('chooses nothing when older entries fail to load', async () => {
    const { actor, server } = begin();
    await server.question().answer(page('c1', 4));
    actor.send({ type: 'log.allRequested' });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().context).toMatchObject({ chosen: [], answer: { nextCursor: 'c1' }, failure: { message: 'no network' } });
  });

  it('offers to cancel a load that takes long, and keeps what was shown', async () => {
    const { actor, server, clock } = begin();
    await server.question().answer(page(null, 4));
    actor.send({ type: 'log.filtersChosen', filters: { account: 'li' } });
    clock.increment(SLOW_LOAD_MS - 1);
    expect(actor.getSnapshot().hasTag('slow')).toBe(false);
    clock.increment(1);
    expect(actor.getSnapshot().hasTag('slow')).toBe(true);
    actor.send({ type: 'log.loadCanceled' });
    expect(server.question().signal.aborted).toBe(true);
    expect(actor.getSnapshot().hasTag('canceled')).toBe(true);
    expect(actor.getSnapshot().context.answer?.rows).toEqual([{ id: 4 }]);
    actor.send({ type: 'log.refreshRequested' });
    await server.question().answer(page(null, 3));
    expect(actor.getSnapshot().context.answer?.rows).toEqual([{ id: 3 }]);
  });

  it('keeps its entries when older ones fail to load, and can retry', async () => {
    const { actor, server } = begin();
    await server.question().answer(page('c1', 4));
    actor.send({ type: 'log.moreRequested' });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: { shown: {} }, context: { failure: { message: 'no network' } } });
    expect(actor.getSnapshot().context.answer?.rows).toHaveLength(1);
    actor.send({ type: 'log.moreRequested' });
    expect(server.question().input.cursor).toBe('c1');
  });

  it('ignores older entries that arrive after the filters changed', async () => {
    const { actor, server, facts } = begin();
    await server.question().answer(page('c1', 4));
    actor.send({ type: 'log.moreRequested' });
    actor.send({ type: 'log.filtersChosen', filters: { account: 'wang' } });
    await server.question(1).answer(page(null, 3));
    await server.question(2).answer(page(null, 9));
    expect(actor.getSnapshot().context.answer?.rows).toEqual([{ id: 9 }]);
    expect(facts).toEqual([{ type: 'log.moved', search: '?account=wang', how: 'push' }]);
  });

  it('removes ids the user may not see from a filter, and clears the chosen rows', async () => {
    const byOwner = createLogMachine<Entry, { owner_id?: number[] | undefined }>({
      id: 'log',
      query: defineListQuery({ owner_id: ids }, []) as QueryDefinition<{ owner_id?: number[] | undefined }>,
    });
    const server = asking<LogPage<Entry>, LogRequest<{ owner_id?: number[] | undefined }>>();
    const { actor, facts } = stage(byOwner.provide({ actors: { loadPage: server.logic } }), { search: '?owner_id=7%2C8' });
    await server.question().answer(page(null, 4, 3));
    actor.send({ type: 'log.rowsChosen', ids: [4] });
    actor.send({ type: 'log.idsRefused', filter: 'owner_id', ids: [9] });
    expect(actor.getSnapshot().context.chosen).toEqual([4]);
    actor.send({ type: 'log.idsRefused', filter: 'owner_id', ids: [8] });
    expect(server.question(1).input.filters).toEqual({ owner_id: [7] });
    actor.send({ type: 'log.idsRefused', filter: 'owner_id', ids: [7] });
    expect(server.question(2).input.filters).toEqual({});
    expect(actor.getSnapshot().context.chosen).toEqual([]);
    expect(facts.map(({ search }) => search)).toEqual(['?owner_id=7', '']);
  });

  it('follows the address only if its own part has changed', async () => {
    const { actor, server, facts } = begin('?account=li');
    await server.question().answer(page(null, 1));
    actor.send({ type: 'log.located', search: '?account=li&other=1' });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'log.located', search: '?account=wang' });
    expect(server.question().input.filters).toEqual({ account: 'wang' });
    expect(facts).toEqual([]);
  });

  it('reloads the newest entries and keeps older ones if the two overlap', async () => {
    const { actor, server } = begin();
    await server.question().answer(page('c1', 4, 3));
    actor.send({ type: 'log.moreRequested' });
    await server.question().answer(page(null, 2, 1));
    actor.send({ type: 'log.refreshDue' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question().answer(page('c2', 5, 4));
    expect(actor.getSnapshot().context.answer).toMatchObject({ nextCursor: null });
    expect(actor.getSnapshot().context.answer?.rows.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
    actor.send({ type: 'log.refreshRequested' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    await server.question().answer(page('c9', 9, 8));
    expect(actor.getSnapshot().context.answer).toMatchObject({ rows: [{ id: 9 }, { id: 8 }], nextCursor: 'c9' });
  });

  it('opens and closes the details of a row, and closes them with other filters', () => {
    const { actor } = begin();
    for (const id of [1, 2, 1]) actor.send({ type: 'log.rowToggled', id });
    expect(actor.getSnapshot().context.opened).toEqual([2]);
    actor.send({ type: 'log.filtersChosen', filters: {} });
    expect(actor.getSnapshot().context.opened).toEqual([]);
  });

  it('keeps older entries if a refreshed page overlaps them', async () => {
    const { actor, server } = begin();
    await server.question().answer(page('c1', 4, 3));
    actor.send({ type: 'log.moreRequested' });
    await server.question().answer(page('c2', 2, 1));
    actor.send({ type: 'log.refreshDue' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question().answer(page('c9', 6, 5, 4, 3));
    expect(actor.getSnapshot().context.answer).toMatchObject({ rows: [6, 5, 4, 3, 2, 1].map((id) => ({ id })), nextCursor: 'c2' });
    actor.send({ type: 'log.refreshRequested' });
    await server.question().answer(page('c9', 9, 8));
    expect(actor.getSnapshot().context.answer).toMatchObject({ rows: [{ id: 9 }, { id: 8 }], nextCursor: 'c9' });
  });

  it('reports a failed load, and reloads on a refresh', async () => {
    const { actor, server } = begin();
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    actor.send({ type: 'log.refreshRequested' });
    await server.question().answer(page(null, 1));
    expect(actor.getSnapshot()).toMatchObject({ value: { shown: {} }, context: { failure: undefined } });
  });

  it('reloads when it is seen again only if it is stale, and keeps older entries', async () => {
    const { actor, server, clock } = begin();
    await server.question().answer(page('c1', 4, 3));
    actor.send({ type: 'log.moreRequested' });
    actor.send({ type: 'log.seen' });
    await server.question().answer(page(null, 2, 1));
    actor.send({ type: 'log.seen' });
    expect(server.questions).toHaveLength(2);
    clock.increment(STALE_MS);
    actor.send({ type: 'log.seen' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question().answer(page('c2', 5, 4));
    expect(actor.getSnapshot().context.answer?.rows.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  });

  it('reloads at the chosen interval while it is on the screen', async () => {
    const { actor, server, clock } = begin();
    await server.question().answer(page(null, 1));
    actor.send({ type: 'log.autoRefreshChosen', seconds: 30 });
    clock.increment(30_000);
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'log.seen' });
    clock.increment(29_999);
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'log.autoRefreshChosen', seconds: 60 });
    clock.increment(60_000);
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question().answer(page(null, 1));
    actor.send({ type: 'log.left' });
    clock.increment(600_000);
    expect(server.questions).toHaveLength(2);
  });

  it('retries after a failure with growing pauses', async () => {
    const { actor, server, clock } = begin();
    actor.send({ type: 'log.seen' });
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'log.autoRefreshChosen', seconds: 30 });
    clock.increment(30_000);
    await server.question(1).refuse(new Error('no network'));
    clock.increment(59_000);
    expect(server.questions).toHaveLength(2);
    clock.increment(1_000);
    expect(actor.getSnapshot().hasTag('quiet')).toBe(true);
    await server.question(2).answer(page(null, 1));
    expect(actor.getSnapshot().context).toMatchObject({ failure: undefined, failures: 0 });
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const steps = randomWalks(logWalk(log, { account: 'wang' }), {
      walks: WALKS,
      length: 12,
      holds: ({ before, event, after }) => {
        if (after.value === 'continuing' && !after.context.answer?.nextCursor) throw new Error('continued past the end');
        const lost = (before.context.answer?.rows.length ?? 0) > (after.context.answer?.rows.length ?? 0);
        if (lost && event.type !== 'xstate.done.actor.loadNewest') throw new Error('rows were lost');
        if (event.type === 'log.filtersChosen' && !after.matches('loading')) throw new Error('new filters without a question');
      },
    });
    expect(steps).toBe(12 * WALKS);
  });
});

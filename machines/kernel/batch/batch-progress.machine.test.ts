import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { BatchItemRow, BatchRow } from '#contracts/endpoints/batches.ts';
import { asking, settled, stage } from '#tests/support/stage.ts';
import type { ListAnswer } from '../list/list.machine.ts';
import type { ListQuery } from '../list/list-query.ts';
import type { BatchItemFilters } from './batch-parts.machine.ts';
import { type BatchesAnswer, type BatchResults, MAX_PAUSE_MS, pauseAfter, UNKNOWN_PAUSE_MS } from './batch-progress-state.ts';
import { type BatchServices, batchProgressWith } from './batch-progress-with.ts';

const batch = (id: number, change: Partial<BatchRow> = {}): BatchRow => ({
  id,
  type: 'user_role',
  level: null,
  origin: '/sys/accounts',
  origin_label: { zh: '账号管理', en: 'Accounts' },
  user: { id: 2, label: 'admin' },
  status: 'running',
  summary: { zh: '追加角色', en: 'Add roles' },
  created_at: '2026-11-20T08:00:00Z',
  started_at: '2026-11-20T08:00:01Z',
  finished_at: null,
  can: ['cancel'],
  total: 500,
  done: 0,
  ok: 0,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
  removed: 0,
  ...change,
});
const partial = (id: number, change: Partial<BatchRow> = {}) =>
  batch(id, { status: 'partial', done: 500, ok: 497, fail: 3, can: ['retry'], ...change });
const sight = (...batches: BatchRow[]): BatchesAnswer => ({ batches, gone: [] });

function outside() {
  const asked = {
    loadBatches: asking<BatchesAnswer, { batchIds: number[] }>(),
    collectResults: asking<BatchResults, { batchIds: number[] }>(),
    pause: asking<void, { ms: number }>(),
    loadItems: asking<ListAnswer<BatchItemRow>, ListQuery<BatchItemFilters>>(),
    cancel: asking<BatchRow[], { subject: { batchIds: number[] } }>(),
    retry: asking<unknown, { subject: { batchIds: number[]; itemIds?: number[] | undefined } }>(),
    undo: asking<number[], { subject: { batchIds: number[] } }>(),
    download: asking<never, never>(),
  };
  const logics = Object.fromEntries(Object.entries(asked).map(([name, { logic }]) => [name, logic]));
  return { ...asked, machine: batchProgressWith(logics as unknown as BatchServices) };
}

function begin() {
  const { machine, ...asked } = outside();
  const { actor, ...rest } = stage(machine);
  return {
    ...asked,
    ...rest,
    actor,
    context: () => actor.getSnapshot().context,
    standsIn: (state: string) => (actor.getSnapshot().value as { watch: string }).watch === state,
    follow: (batchIds: number[], show = true) => actor.send({ type: 'progress.followed', batchIds, show }),
    look: (...batches: BatchRow[]) => asked.loadBatches.question().answer(sight(...batches)),
    passPause: () => asked.pause.question().answer(),
  };
}

const ended = async (change: Partial<BatchRow> = {}) => {
  const begun = begin();
  begun.follow([7]);
  await begun.look(partial(7, change));
  await begun.collectResults.question().answer({ okIds: [1, 2], failedIds: [3] });
  return begun;
};

describe('a followed batch', () => {
  it('is polled at growing intervals until it has ended', async () => {
    const { follow, look, passPause, loadBatches, pause, collectResults, facts } = begin();
    follow([7]);
    for (let done = 1; done <= 8; done += 1) {
      await look(batch(7, { done, ok: done }));
      await passPause();
    }
    const pauses = pause.inputs().map(({ ms }) => ms);
    expect(pauses[0]).toBe(1500);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBe(MAX_PAUSE_MS);
    expect(facts).toEqual([]);
    await look(partial(7));
    expect(collectResults.inputs()).toEqual([{ batchIds: [7] }]);
    await collectResults.question().answer({ okIds: [1, 2], failedIds: [3] });
    expect(facts).toEqual([{ type: 'progress.ended', batchId: 7, watched: true, okIds: [1, 2], failedIds: [3] }]);
    const polls = loadBatches.questions.length;
    await settled();
    expect(loadBatches.questions).toHaveLength(polls);
    expect(pause.questions).toHaveLength(8);
  });

  it('is polled at least every five seconds', () => {
    expect(pauseAfter(0)).toBe(1500);
    expect(pauseAfter(1000)).toBe(5000);
  });

  it('is polled again after a failed poll, and the next answer clears the failure', async () => {
    const { follow, loadBatches, passPause, look, context } = begin();
    follow([7]);
    await loadBatches.question().refuse(new Error('no network'));
    expect(context().failure?.message).toBe('no network');
    await passPause();
    await look(batch(7));
    expect(context().failure).toBeUndefined();
  });

  it('is still followed after the dialog is closed, and its end is told', async () => {
    const { actor, follow, look, passPause, collectResults, facts, context } = begin();
    follow([7]);
    await look(batch(7));
    actor.send({ type: 'progress.dismissed' });
    expect(actor.getSnapshot().hasTag('open')).toBe(false);
    await passPause();
    await look(partial(7));
    await collectResults.question().answer({ okIds: [1], failedIds: [] });
    expect(facts).toEqual([{ type: 'progress.ended', batchId: 7, watched: false, okIds: [1], failedIds: [] }]);
    expect(context().orders).toEqual([]);
  });

  it('counts as watched when its dialog is closed after it is over, before its results are known', async () => {
    const { actor, follow, look, collectResults, facts } = begin();
    follow([7]);
    await look(partial(7));
    actor.send({ type: 'progress.dismissed' });
    await collectResults.question().answer({ okIds: [1, 2], failedIds: [3] });
    expect(facts).toEqual([{ type: 'progress.ended', batchId: 7, watched: true, okIds: [1, 2], failedIds: [3] }]);
  });

  it('counts the sum of several batches, ends with the last one, and no longer polls ended ones', async () => {
    const { follow, look, passPause, loadBatches, collectResults, facts } = begin();
    follow([7, 8]);
    await look(partial(7), batch(8));
    expect(collectResults.questions).toHaveLength(0);
    await passPause();
    expect(loadBatches.inputs()).toEqual([{ batchIds: [7, 8] }, { batchIds: [8] }]);
    await look(partial(8));
    expect(collectResults.inputs()).toEqual([{ batchIds: [7, 8] }]);
    await collectResults.question().answer({ okIds: [], failedIds: [] });
    expect(facts).toMatchObject([{ type: 'progress.ended', batchId: 7 }]);
  });

  it('is not followed twice, and stays followed beside another', async () => {
    const { follow, look, passPause, context } = begin();
    follow([7], false);
    await look(batch(7));
    follow([8]);
    follow([7], false);
    expect(context()).toMatchObject({ orders: [{ batchIds: [7] }, { batchIds: [8] }], shown: 8 });
    await look(batch(7), batch(8));
    await passPause();
  });

  it('is no longer polled once it is hidden from the user', async () => {
    const { follow, loadBatches, pause, context } = begin();
    follow([7]);
    await loadBatches.question().answer({ batches: [], gone: [7] });
    expect(pause.questions).toHaveLength(0);
    expect(context().answer?.gone).toEqual([7]);
    follow([8]);
    expect(loadBatches.question().input).toEqual({ batchIds: [8] });
  });

  it('is not polled while another page is on the screen, and is polled again afterwards', async () => {
    const { actor, follow, look, loadBatches, pause } = begin();
    follow([7]);
    await look(batch(7));
    actor.send({ type: 'progress.left' });
    expect(pause.question().signal.aborted).toBe(true);
    expect(loadBatches.questions).toHaveLength(1);
    actor.send({ type: 'progress.seen' });
    expect(loadBatches.questions).toHaveLength(2);
  });

  it('is followed again by its id after a reload', async () => {
    const { actor, follow, look } = begin();
    follow([7]);
    await look(batch(7, { done: 3 }));
    const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), (key, value) => (key === 'answer' ? undefined : value)));
    const { machine, pause, loadBatches, collectResults } = outside();
    const again = createActor(machine, { snapshot: kept }).start();
    await pause.question().answer();
    expect(loadBatches.inputs()).toEqual([{ batchIds: [7] }]);
    await loadBatches.question().answer(sight(partial(7)));
    expect(collectResults.inputs()).toEqual([{ batchIds: [7] }]);
    expect(again.getSnapshot().hasTag('open')).toBe(true);
  });

  it('does not tell its end again after a reload', async () => {
    const { actor } = await ended();
    const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), (key, value) => (key === 'answer' ? undefined : value)));
    const { machine, loadBatches, collectResults } = outside();
    const again = createActor(machine, { snapshot: kept }).start();
    again.send({ type: 'progress.seen' });
    await loadBatches.question().answer(sight(partial(7)));
    expect(again.getSnapshot().context.answer?.batches).toHaveLength(1);
    expect(collectResults.questions).toHaveLength(0);
  });
});

describe('unknown results', () => {
  it('are polled slowly while they are on the screen, and told when they become known', async () => {
    const { pause, passPause, look, collectResults, facts } = await ended({ fail: 2, unknown: 1 });
    expect(pause.question().input).toEqual({ ms: UNKNOWN_PAUSE_MS });
    await passPause();
    await look(partial(7, { ok: 498, fail: 2, unknown: 0 }));
    await collectResults.question().answer({ okIds: [1, 2, 4], failedIds: [3] });
    expect(facts.map(({ okIds }) => okIds)).toEqual([
      [1, 2],
      [1, 2, 4],
    ]);
  });
});

describe('an action on a batch', () => {
  it('retries its failed items and tells its new end', async () => {
    const { actor, retry, context, look, collectResults, facts } = await ended();
    const children = actor.getSnapshot().children;
    children.retry?.send({ type: 'command.runRequested', subject: { batchIds: [7] } });
    await retry.question().answer(undefined);
    expect(context().answer?.batches[0]?.status).toBe('running');
    await look(partial(7));
    await collectResults.question().answer({ okIds: [1, 2], failedIds: [3] });
    expect(facts.map(({ type }) => type)).toEqual(['progress.ended', 'progress.resumed', 'progress.ended']);
  });

  it('undoes it once, and follows the new batch on the screen to its end', async () => {
    const { actor, undo, context, look, loadItems, collectResults, facts } = await ended({ can: ['retry'], undoable: true });
    actor.getSnapshot().children.undo?.send({ type: 'command.requested', subject: { batchIds: [7] } });
    actor.getSnapshot().children.undo?.send({ type: 'command.confirmed' });
    await undo.question().answer([9, 10]);
    expect(context()).toMatchObject({ shown: 9, orders: [{ batchIds: [7] }, { batchIds: [9, 10] }] });
    expect(context().answer?.batches).toMatchObject([{ id: 7, can: ['retry'] }]);
    expect(loadItems.question().input.filters).toEqual({ batch_id: 9 });
    await look(partial(9, { fail: 0, skip: 3 }), partial(10));
    await collectResults.question().answer({ okIds: [1, 2], failedIds: [] });
    expect(facts.slice(1)).toEqual([
      { type: 'progress.resumed', batchId: 9 },
      { type: 'progress.ended', batchId: 9, watched: true, okIds: [1, 2], failedIds: [] },
    ]);
  });

  it('cancels its remaining items and shows that at once', async () => {
    const { actor, follow, look, cancel, context } = begin();
    follow([7]);
    await look(batch(7, { done: 100, ok: 100 }));
    actor.getSnapshot().children.cancel?.send({ type: 'command.runRequested', subject: { batchIds: [7] } });
    expect(cancel.question().input).toEqual({ subject: { batchIds: [7] } });
    await cancel.question().answer([batch(7, { status: 'canceled', done: 500, ok: 100, canceled: 400, can: [] })]);
    expect(context().answer?.batches[0]).toMatchObject({ status: 'canceled', canceled: 400 });
  });

  it('withdraws the question whether to cancel once nothing is left to cancel', async () => {
    const { actor, follow, look, passPause, collectResults } = begin();
    follow([7]);
    await look(batch(7, { done: 100, ok: 100 }));
    await passPause();
    const state = () => actor.getSnapshot().children.cancel?.getSnapshot().value;
    actor.getSnapshot().children.cancel?.send({ type: 'command.requested', subject: { batchIds: [7] } });
    await look(batch(7, { done: 300, ok: 300 }));
    await passPause();
    expect(state()).toBe('confirming');
    await look(batch(7, { status: 'succeeded', done: 500, ok: 500, can: [] }));
    await collectResults.question().answer({ okIds: [1], failedIds: [] });
    expect(state()).toBe('idle');
  });

  it('chooses its failed objects and closes the dialog', async () => {
    const { actor, facts } = await ended();
    actor.send({ type: 'progress.failedRequested' });
    expect(facts.at(-1)).toEqual({ type: 'progress.failedChosen', ids: [3] });
    expect(actor.getSnapshot().hasTag('open')).toBe(false);
  });
});

describe('the objects of the batch on the screen', () => {
  const items = (begun: ReturnType<typeof begin>) => begun.actor.getSnapshot().children.items;

  it('are loaded when the batch is shown, and not for a hidden one', async () => {
    const begun = begin();
    begun.follow([7], false);
    await begun.look(batch(7));
    expect(begun.loadItems.questions).toHaveLength(0);
    begun.follow([7]);
    expect(begun.loadItems.question().input.filters).toEqual({ batch_id: 7 });
    begun.actor.send({ type: 'progress.dismissed' });
    expect(items(begun)).toBeUndefined();
  });

  it('are reloaded quietly only when the counts have changed, and visibly at the end', async () => {
    const begun = begin();
    begun.follow([7]);
    await begun.loadItems.question().answer({ rows: [], total: 500 });
    await begun.look(batch(7));
    await begun.loadItems.question().answer({ rows: [], total: 500 });
    const asked = begun.loadItems.questions.length;
    await begun.passPause();
    await begun.look(batch(7));
    expect(begun.loadItems.questions).toHaveLength(asked);
    await begun.passPause();
    await begun.look(batch(7, { done: 4, ok: 4 }));
    expect(begun.loadItems.questions).toHaveLength(asked + 1);
    expect(items(begun)?.getSnapshot().hasTag('quiet')).toBe(true);
    await begun.passPause();
    await begun.look(partial(7));
    await begun.collectResults.question().answer({ okIds: [], failedIds: [] });
    expect(items(begun)?.getSnapshot().hasTag('busy')).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { asking, noting, settled, stage } from '#tests/support/stage.ts';
import { batchProgressWith } from '../kernel/batch/batch-progress-with.ts';
import { FAILED_PAUSE_MS, type RunningBatchesAnswer, runningBatchesMachine } from './running-batches.machine.ts';

const batch = (id: number) => ({ id, status: 'running', total: 500, done: 20 }) as unknown as BatchRow;
const runs = (...running: BatchRow[]): RunningBatchesAnswer => ({ running, total: running.length, ended: [] });
const never = asking<never, never>().logic as never;

function begin() {
  const load = asking<RunningBatchesAnswer, { known: number[] }>();
  const pause = asking<void, { ms: number }>();
  const notes = noting();
  const progress = batchProgressWith({
    loadBatches: never,
    collectResults: never,
    pause: never,
    loadItems: never,
    cancel: never,
    retry: never,
    undo: never,
    resolve: never,
    download: never,
  });
  const { actor } = stage(
    runningBatchesMachine.provide({
      actors: { loadRunning: load.logic, pause: pause.logic, progress },
      actions: { announceEnded: notes.effect('announceEnded') },
    }),
  );
  return {
    actor,
    load,
    pause,
    told: () => notes.notes.map(([, params]) => (params as RunningBatchesAnswer).ended),
    stands: () => JSON.stringify(actor.getSnapshot().value),
  };
}

async function running(...batches: BatchRow[]) {
  const begun = begin();
  begun.actor.send({ type: 'running.started' });
  await begun.load.question().answer(runs(...batches));
  return begun;
}

describe("the user's running batches", () => {
  it('are not polled before a user is signed in', () => {
    const { actor, load } = begin();
    actor.send({ type: 'window.focused' });
    actor.send({ type: 'batch.started' });
    expect(load.questions).toHaveLength(0);
    actor.send({ type: 'running.started' });
    expect(load.inputs()).toEqual([{ known: [] }]);
  });

  it('are polled once while none runs, and again after a start or when the window is focused', async () => {
    const { actor, load, pause } = await running();
    await settled();
    expect(load.questions).toHaveLength(1);
    expect(pause.questions).toHaveLength(0);
    actor.send({ type: 'batch.started' });
    expect(load.questions).toHaveLength(2);
    await load.question().answer(runs());
    actor.send({ type: 'window.focused' });
    expect(load.questions).toHaveLength(3);
  });

  it('are polled at growing intervals while one runs, and quickly after a start', async () => {
    const { actor, load, pause } = await running(batch(7));
    for (let round = 0; round < 5; round += 1) {
      await pause.question().answer();
      await load.question().answer(runs(batch(7)));
    }
    const pauses = pause.inputs().map(({ ms }) => ms);
    expect(pauses[0]).toBe(1500);
    expect(pauses.at(-1)).toBeGreaterThan(4000);
    actor.send({ type: 'batch.started' });
    await load.question().answer(runs(batch(7), batch(8)));
    expect(pause.question().input.ms).toBe(1500);
  });

  it('are announced once when they end, and then polling stops', async () => {
    const { load, pause, told, stands } = await running(batch(7));
    await pause.question().answer();
    expect(load.question().input).toEqual({ known: [7] });
    const ended = { ...batch(7), status: 'partial' } as BatchRow;
    await load.question().answer({ running: [], total: 0, ended: [ended] });
    expect(told().flat()).toEqual([ended]);
    expect(stands()).toContain('silent');
  });

  it('are polled after a failure only if one was running, and after a longer pause', async () => {
    const idle = await running();
    idle.actor.send({ type: 'window.focused' });
    await idle.load.question().refuse(new Error('no network'));
    expect(idle.pause.questions).toHaveLength(0);

    const busy = await running(batch(7));
    await busy.pause.question().answer();
    await busy.load.question().refuse(new Error('no network'));
    expect(busy.pause.question().input).toEqual({ ms: FAILED_PAUSE_MS });
    expect(busy.actor.getSnapshot().context.answer?.total).toBe(1);
  });

  it('are shown with their results when they are opened', async () => {
    const { actor } = await running(batch(7));
    actor.send({ type: 'running.opened', batchId: 7 });
    expect(actor.getSnapshot().children.progress?.getSnapshot().context).toMatchObject({ shown: 7 });
  });
});

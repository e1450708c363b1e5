import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { FOLLOW_PAUSE_MS, type LogPart, runLogMachine } from './run-log.machine.ts';

const begin = () => {
  const server = asking<LogPart, { runId: number; offset: number }>();
  return { server, ...stage(runLogMachine.provide({ actors: { loadPart: server.logic } })) };
};

describe('the log of a run', () => {
  it('is loaded in parts while it grows, each from the last offset, up to its end', async () => {
    const { actor, server, clock } = begin();
    actor.send({ type: 'runLog.opened', runId: 9 });
    await server.question().answer({ text: 'begin\n', nextOffset: 6, done: false });
    clock.increment(FOLLOW_PAUSE_MS - 1);
    expect(server.questions).toHaveLength(1);
    clock.increment(1);
    await server.question().answer({ text: 'end\n', nextOffset: 10, done: true });
    expect(server.inputs()).toEqual([
      { runId: 9, offset: 0 },
      { runId: 9, offset: 6 },
    ]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'complete', context: { text: 'begin\nend\n' } });
    clock.increment(10 * FOLLOW_PAUSE_MS);
    expect(server.questions).toHaveLength(2);
  });

  it('tells the end of a run that it followed, but not of one that had ended before', async () => {
    const { actor, server, clock, facts } = begin();
    actor.send({ type: 'runLog.opened', runId: 8 });
    await server.question().answer({ text: 'old', nextOffset: 3, done: true });
    expect(facts).toEqual([]);
    actor.send({ type: 'runLog.opened', runId: 9 });
    await server.question().answer({ text: '', nextOffset: 0, done: false });
    clock.increment(FOLLOW_PAUSE_MS);
    await server.question().answer({ text: '', nextOffset: 0, done: true });
    expect(facts).toEqual([{ type: 'runLog.ended', runId: 9 }]);
  });

  it('of one run is never mixed with that of another', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'runLog.opened', runId: 9 });
    actor.send({ type: 'runLog.opened', runId: 10 });
    await server.question(0).answer({ text: 'of nine', nextOffset: 7, done: true });
    await server.question(1).answer({ text: 'of ten', nextOffset: 6, done: true });
    expect(actor.getSnapshot().context).toMatchObject({ runId: 10, text: 'of ten' });
  });

  it('keeps its text when the next part fails to load, and continues from there', async () => {
    const { actor, server, clock } = begin();
    actor.send({ type: 'runLog.opened', runId: 9 });
    await server.question().answer({ text: 'begin', nextOffset: 5, done: false });
    clock.increment(FOLLOW_PAUSE_MS);
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { text: 'begin', failure: { message: 'no network' } } });
    actor.send({ type: 'runLog.retried' });
    expect(server.question().input).toEqual({ runId: 9, offset: 5 });
  });

  it('is no longer loaded after it was closed', async () => {
    const { actor, server, clock } = begin();
    actor.send({ type: 'runLog.opened', runId: 9 });
    await server.question().answer({ text: 'begin', nextOffset: 5, done: false });
    actor.send({ type: 'runLog.closed' });
    clock.increment(10 * FOLLOW_PAUSE_MS);
    expect(server.questions).toHaveLength(1);
    expect(actor.getSnapshot().context.text).toBe('');
  });
});

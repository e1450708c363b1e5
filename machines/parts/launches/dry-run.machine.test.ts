import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { type DryRunAnswer, type DryRunRequest, dryRun, PREVIEW_PAUSE_MS } from './dry-run.machine.ts';
import { blankLaunchBatch } from './launch-batch-rules.ts';

const request = (value: number): DryRunRequest => ({
  subject: { kind: 'rows', ids: [5] },
  values: { ...blankLaunchBatch, action: 'budget', currency: 'USD', value },
});
const answer: DryRunAnswer = { kind: 'amounts', rows: [] };

function begin() {
  const server = asking<DryRunAnswer, DryRunRequest>();
  const begun = stage(dryRun.provide({ actors: { preview: server.logic } }));
  return {
    ...begun,
    server,
    want: (value: number) => begun.actor.send({ type: 'dryRun.requested', request: request(value) }),
    context: () => begun.actor.getSnapshot().context,
  };
}

describe('a preview of an order', () => {
  it('waits for the next keystroke, and loads the latest values', async () => {
    const { want, clock, server, context } = begin();
    want(1);
    want(12);
    expect(server.questions).toHaveLength(0);
    clock.increment(PREVIEW_PAUSE_MS);
    expect(server.inputs()).toEqual([request(12)]);
    await server.question().answer(answer);
    expect(context().answer).toEqual(answer);
  });

  it('ignores the answer to an older request', async () => {
    const { want, clock, server, context } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    want(2);
    await server.question(0).answer(answer);
    expect([context().answer, server.question(0).signal.aborted]).toEqual([undefined, true]);
  });

  it('does not load the same request twice', async () => {
    const { want, clock, server } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    await server.question().answer(answer);
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    expect(server.questions).toHaveLength(1);
  });

  it('is loaded again when it may be outdated', async () => {
    const { want, clock, server, actor, context } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    await server.question().answer(answer);
    actor.send({ type: 'dryRun.invalidated' });
    expect([context().answer, server.questions.length]).toEqual([undefined, 2]);
    await server.question().answer(answer);
    expect(context().answer).toEqual(answer);
  });

  it('can be retried after a failure', async () => {
    const { want, clock, server, actor, context } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    await server.question().refuse(new Error('no answer'));
    expect(context().failure?.message).toBe('no answer');
    actor.send({ type: 'dryRun.retried' });
    await server.question().answer(answer);
    expect(context()).toMatchObject({ answer, failure: undefined });
  });

  it('forgets everything when it is cancelled', async () => {
    const { want, clock, server, actor, context } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    await server.question().answer(answer);
    actor.send({ type: 'dryRun.cancelled' });
    expect(context()).toEqual({ request: undefined, answer: undefined, failure: undefined });
  });
});

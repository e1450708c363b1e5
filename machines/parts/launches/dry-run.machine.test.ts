import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { type DryRunAnswer, type DryRunQuestion, dryRun, PREVIEW_PAUSE_MS } from './dry-run.machine.ts';
import { blankLaunchBatch } from './launch-batch-rules.ts';

const question = (value: number): DryRunQuestion => ({
  subject: { kind: 'rows', ids: [5] },
  values: { ...blankLaunchBatch, action: 'budget', currency: 'USD', value },
});
const answer: DryRunAnswer = { kind: 'amounts', rows: [] };

function begin() {
  const server = asking<DryRunAnswer, DryRunQuestion>();
  const begun = stage(dryRun.provide({ actors: { preview: server.logic } }));
  return {
    ...begun,
    server,
    want: (value: number) => begun.actor.send({ type: 'dryRun.wanted', question: question(value) }),
    context: () => begun.actor.getSnapshot().context,
  };
}

describe('a preview of an order', () => {
  it('waits for the next key, and asks what stands then', async () => {
    const { want, clock, server, context } = begin();
    want(1);
    want(12);
    expect(server.questions).toHaveLength(0);
    clock.increment(PREVIEW_PAUSE_MS);
    expect(server.inputs()).toEqual([question(12)]);
    await server.question().answer(answer);
    expect(context().answer).toEqual(answer);
  });

  it('drops the answer to what is asked no more', async () => {
    const { want, clock, server, context } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    want(2);
    await server.question(0).answer(answer);
    expect([context().answer, server.question(0).signal.aborted]).toEqual([undefined, true]);
  });

  it('does not ask twice what it knows, or what is on its way', async () => {
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

  it('is asked for anew where what it said may have changed', async () => {
    const { want, clock, server, actor, context } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    await server.question().answer(answer);
    actor.send({ type: 'dryRun.renewed' });
    expect([context().answer, server.questions.length]).toEqual([undefined, 2]);
    await server.question().answer(answer);
    expect(context().answer).toEqual(answer);
  });

  it('can be asked again after a failure', async () => {
    const { want, clock, server, actor, context } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    await server.question().refuse(new Error('no answer'));
    expect(context().failure?.message).toBe('no answer');
    actor.send({ type: 'dryRun.retried' });
    await server.question().answer(answer);
    expect(context()).toMatchObject({ answer, failure: undefined });
  });

  it('forgets everything when nobody asks any more', async () => {
    const { want, clock, server, actor, context } = begin();
    want(1);
    clock.increment(PREVIEW_PAUSE_MS);
    await server.question().answer(answer);
    actor.send({ type: 'dryRun.dropped' });
    expect(context()).toEqual({ question: undefined, answer: undefined, failure: undefined });
  });
});

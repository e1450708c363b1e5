import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { failure } from '../kernel.walks.ts';
import { batchToRecall, createRecallMachine, withoutRecall } from './recall.machine.ts';

interface Recalled {
  ids: number[];
}

function begin() {
  const recall = asking<Recalled | undefined, { subject: { batchId: number } }>();
  const machine = createRecallMachine<{ batchId: number }, Recalled>({ id: 'sampleRecall' });
  return { recall, ...stage(machine.provide({ actors: { recall: recall.logic } })) };
}

describe('what was ordered once', () => {
  it('is told when it is known, and nothing is kept of it', async () => {
    const { actor, recall, facts } = begin();
    actor.send({ type: 'recall.wanted', subject: { batchId: 17 } });
    expect(recall.inputs()).toEqual([{ subject: { batchId: 17 } }]);
    await recall.question().answer({ ids: [5] });
    expect(facts).toEqual([{ type: 'sampleRecall.recalled', recalled: { ids: [5] } }]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { subject: undefined } });
  });

  it('may not be there any more: that is said until it is let be', async () => {
    const { actor, recall, facts } = begin();
    actor.send({ type: 'recall.wanted', subject: { batchId: 17 } });
    await recall.question().answer(undefined);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.subject, facts]).toEqual(['nothing', { batchId: 17 }, []]);
    actor.send({ type: 'recall.dropped' });
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('is asked for again where nobody answered', async () => {
    const { actor, recall } = begin();
    actor.send({ type: 'recall.wanted', subject: { batchId: 17 } });
    await recall.question().refuse(failure);
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure } });
    actor.send({ type: 'recall.retried' });
    expect(recall.inputs()).toHaveLength(2);
  });

  it('gives way to another', async () => {
    const { actor, recall, facts } = begin();
    actor.send({ type: 'recall.wanted', subject: { batchId: 17 } });
    actor.send({ type: 'recall.wanted', subject: { batchId: 18 } });
    await recall.question(0).answer({ ids: [5] });
    expect(facts).toEqual([]);
    await recall.question(1).answer({ ids: [6] });
    expect(facts).toEqual([{ type: 'sampleRecall.recalled', recalled: { ids: [6] } }]);
  });
});

describe('an address', () => {
  it.each([
    ['?tab=group&again=17', 17],
    ['?again=x', undefined],
    ['', undefined],
  ])('%s', (search, batch) => {
    expect(batchToRecall(search)).toBe(batch);
  });

  it('forgets it alone', () => {
    expect([withoutRecall('?tab=group&again=17'), withoutRecall('?again=17')]).toEqual(['?tab=group', '']);
  });
});

import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { failure } from '../kernel.walks.ts';
import { createRecallMachine, readRecalledBatch, withoutRecall } from './recall.machine.ts';

interface Recalled {
  ids: number[];
}

function begin() {
  const recall = asking<Recalled | undefined, { subject: { batchId: number } }>();
  const machine = createRecallMachine<{ batchId: number }, Recalled>({ id: 'sampleRecall' });
  return { recall, ...stage(machine.provide({ actors: { recall: recall.logic } })) };
}

describe('an earlier order', () => {
  it('is told once it is loaded, and not kept', async () => {
    const { actor, recall, facts } = begin();
    actor.send({ type: 'recall.requested', subject: { batchId: 17 } });
    expect(recall.inputs()).toEqual([{ subject: { batchId: 17 } }]);
    await recall.question().answer({ ids: [5] });
    expect(facts).toEqual([{ type: 'sampleRecall.recalled', recalled: { ids: [5] } }]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { subject: undefined } });
  });

  it('that no longer exists is reported until the message is dismissed', async () => {
    const { actor, recall, facts } = begin();
    actor.send({ type: 'recall.requested', subject: { batchId: 17 } });
    await recall.question().answer(undefined);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.subject, facts]).toEqual(['unavailable', { batchId: 17 }, []]);
    actor.send({ type: 'recall.dismissed' });
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('is loaded again after a failure', async () => {
    const { actor, recall } = begin();
    actor.send({ type: 'recall.requested', subject: { batchId: 17 } });
    await recall.question().refuse(failure);
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure } });
    actor.send({ type: 'recall.retried' });
    expect(recall.inputs()).toHaveLength(2);
  });

  it('is replaced by another one', async () => {
    const { actor, recall, facts } = begin();
    actor.send({ type: 'recall.requested', subject: { batchId: 17 } });
    actor.send({ type: 'recall.requested', subject: { batchId: 18 } });
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
    expect(readRecalledBatch(search)).toBe(batch);
  });

  it('loses only the key of the recalled batch', () => {
    expect([withoutRecall('?tab=group&again=17'), withoutRecall('?again=17')]).toEqual(['?tab=group', '']);
  });
});

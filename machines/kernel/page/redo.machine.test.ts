import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { failure } from '../kernel.walks.ts';
import { createRedoMachine, readRedoBatch, withoutRedo } from './redo.machine.ts';

interface Order {
  ids: number[];
}

function begin() {
  const redo = asking<Order | undefined, { subject: { batchId: number } }>();
  const machine = createRedoMachine<{ batchId: number }, Order>({ id: 'sampleRedo' });
  return { redo, ...stage(machine.provide({ actors: { loadOrder: redo.logic } })) };
}

describe('an earlier order', () => {
  it('is told once it is loaded, and not kept', async () => {
    const { actor, redo, facts } = begin();
    actor.send({ type: 'redo.requested', subject: { batchId: 17 } });
    expect(redo.inputs()).toEqual([{ subject: { batchId: 17 } }]);
    await redo.question().answer({ ids: [5] });
    expect(facts).toEqual([{ type: 'sampleRedo.orderLoaded', order: { ids: [5] } }]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { subject: undefined } });
  });

  it('that no longer exists is reported until the message is dismissed', async () => {
    const { actor, redo, facts } = begin();
    actor.send({ type: 'redo.requested', subject: { batchId: 17 } });
    await redo.question().answer(undefined);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.subject, facts]).toEqual(['unavailable', { batchId: 17 }, []]);
    actor.send({ type: 'redo.dismissed' });
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('is loaded again after a failure', async () => {
    const { actor, redo } = begin();
    actor.send({ type: 'redo.requested', subject: { batchId: 17 } });
    await redo.question().refuse(failure);
    expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure } });
    actor.send({ type: 'redo.retried' });
    expect(redo.inputs()).toHaveLength(2);
  });

  it('is replaced by another one', async () => {
    const { actor, redo, facts } = begin();
    actor.send({ type: 'redo.requested', subject: { batchId: 17 } });
    actor.send({ type: 'redo.requested', subject: { batchId: 18 } });
    await redo.question(0).answer({ ids: [5] });
    expect(facts).toEqual([]);
    await redo.question(1).answer({ ids: [6] });
    expect(facts).toEqual([{ type: 'sampleRedo.orderLoaded', order: { ids: [6] } }]);
  });
});

describe('an address', () => {
  it.each([
    ['?tab=group&again=17', 17],
    ['?again=x', undefined],
    ['', undefined],
  ])('%s', (search, batch) => {
    expect(readRedoBatch(search)).toBe(batch);
  });

  it('loses only the key of the batch to repeat', () => {
    expect([withoutRedo('?tab=group&again=17'), withoutRedo('?again=17')]).toEqual(['?tab=group', '']);
  });
});

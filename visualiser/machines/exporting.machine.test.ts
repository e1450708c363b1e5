import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import { type ExportOrder, exportingMachine } from './exporting.machine.ts';

const order = (way: ExportOrder['way']): ExportOrder => ({
  kind: 'mermaid',
  way,
  chart: {
    id: 'door',
    root: { id: 'door', key: 'door', kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
    transitions: [],
  },
  layout: { width: 1, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] },
  marks: {},
});

function begin() {
  const maker = asking<void, { order: ExportOrder | undefined }>();
  const { notes, effect } = noting();
  const logic = exportingMachine.provide({
    actors: { handOut: maker.logic },
    actions: { tellCopied: effect('tellCopied'), tellFailed: effect('tellFailed') },
  });
  const { actor } = stage(logic);
  return { actor, maker, notes, state: () => actor.getSnapshot().value };
}

describe('a drawing that is taken along', () => {
  it.each([
    ['copy', [['tellCopied', undefined]]],
    ['file', []],
  ] as const)('says so where nobody else does: %s', async (way, told) => {
    const { actor, maker, notes, state } = begin();
    actor.send({ type: 'export.ordered', order: order(way) });
    expect([state(), maker.inputs()]).toEqual(['making', [{ order: order(way) }]]);
    await maker.question().answer();
    expect([state(), notes]).toEqual(['idle', told]);
  });

  it('is made once at a time', async () => {
    const { actor, maker, state } = begin();
    actor.send({ type: 'export.ordered', order: order('file') });
    actor.send({ type: 'export.ordered', order: order('copy') });
    expect(maker.inputs()).toHaveLength(1);
    await maker.question().answer();
    actor.send({ type: 'export.ordered', order: order('copy') });
    expect([state(), maker.inputs().length]).toEqual(['making', 2]);
  });

  it('says why it cannot be, and keeps nothing of it', async () => {
    const { actor, maker, notes, state } = begin();
    actor.send({ type: 'export.ordered', order: order('copy') });
    await maker.question().refuse(new Error('no clipboard'));
    expect(state()).toBe('idle');
    expect(notes).toMatchObject([['tellFailed', { error: { message: 'no clipboard' } }]]);
    expect(actor.getSnapshot().context.order).toBeUndefined();
  });
});

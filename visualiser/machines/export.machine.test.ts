import { describe, expect, it } from 'vitest';
import { asking, noting, stage } from '#tests/support/stage.ts';
import { type ExportRequest, exportMachine } from './export.machine.ts';

const createRequest = (destination: ExportRequest['destination']): ExportRequest => ({
  kind: 'mermaid',
  destination,
  chart: {
    id: 'door',
    root: { id: 'door', key: 'door', kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
    transitions: [],
  },
  layout: { width: 1, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] },
  marks: {},
});

function start() {
  const maker = asking<void, { request: ExportRequest | undefined }>();
  const { notes, effect } = noting();
  const logic = exportMachine.provide({
    actors: { exportDrawing: maker.logic },
    actions: { announceCopied: effect('announceCopied'), announceFailure: effect('announceFailure') },
  });
  const { actor } = stage(logic);
  return { actor, maker, notes, state: () => actor.getSnapshot().value };
}

describe('an export', () => {
  it.each([
    ['clipboard', [['announceCopied', undefined]]],
    ['file', []],
  ] as const)('is announced only if the browser does not announce it itself: %s', async (destination, notices) => {
    const { actor, maker, notes, state } = start();
    actor.send({ type: 'export.requested', request: createRequest(destination) });
    expect([state(), maker.inputs()]).toEqual(['exporting', [{ request: createRequest(destination) }]]);
    await maker.question().answer();
    expect([state(), notes]).toEqual(['idle', notices]);
  });

  it('runs one at a time', async () => {
    const { actor, maker, state } = start();
    actor.send({ type: 'export.requested', request: createRequest('file') });
    actor.send({ type: 'export.requested', request: createRequest('clipboard') });
    expect(maker.inputs()).toHaveLength(1);
    await maker.question().answer();
    actor.send({ type: 'export.requested', request: createRequest('clipboard') });
    expect([state(), maker.inputs().length]).toEqual(['exporting', 2]);
  });

  it('announces a failure and forgets the request', async () => {
    const { actor, maker, notes, state } = start();
    actor.send({ type: 'export.requested', request: createRequest('clipboard') });
    await maker.question().refuse(new Error('no clipboard'));
    expect(state()).toBe('idle');
    expect(notes).toMatchObject([['announceFailure', { error: { message: 'no clipboard' } }]]);
    expect(actor.getSnapshot().context.request).toBeUndefined();
  });
});

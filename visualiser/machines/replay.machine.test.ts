import { describe, expect, it } from 'vitest';
import { asking, noting, settled, stage } from '#tests/support/stage.ts';
import type { Recording } from '#visualiser/model/recording.ts';
import { type RecordingResult, type RecordingSource, replayMachine } from './replay.machine.ts';

const createRecording = (title: string): Recording => ({
  format: 'xstate-recording',
  version: 1,
  title,
  startedAt: '2026-01-01T00:00:00.000Z',
  entries: [{ seq: 3, at: 0, kind: 'gap', dropped: 1 }],
});

const createSource = (word: string): RecordingSource => ({ kind: 'text', text: word });

function start() {
  const reading = asking<RecordingResult, RecordingSource | undefined>();
  const notes = noting();
  const machine = replayMachine.provide({
    actors: { readRecording: reading.logic },
    actions: { saveRecording: notes.effect('saveRecording') },
  });
  return { ...stage(machine, { place: { kind: 'overview' } }), reading, notes };
}

describe('the replay room', () => {
  it('opens a recording and passes its entries to a trace', async () => {
    const { actor, reading } = start();
    actor.send({ type: 'source.chosen', source: createSource('a') });
    expect(actor.getSnapshot().value).toEqual({ recording: 'none', opening: 'reading' });
    expect(reading.inputs()).toEqual([createSource('a')]);
    await reading.question().answer({ recording: createRecording('a') });
    const { value, context, children } = actor.getSnapshot();
    expect(value).toEqual({ recording: 'open', opening: 'idle' });
    expect(context).toMatchObject({ recording: createRecording('a'), source: undefined });
    expect(children.trace?.getSnapshot().context).toMatchObject({ entries: createRecording('a').entries, isLive: false, cursor: 3 });
  });

  it('keeps the open recording until another one was read', async () => {
    const { actor, reading } = start();
    actor.send({ type: 'source.chosen', source: createSource('a') });
    await reading.question().answer({ recording: createRecording('a') });
    const { trace } = actor.getSnapshot().children;
    actor.send({ type: 'source.chosen', source: createSource('b') });
    await reading.question().answer({ fault: { kind: 'notJson' } });
    expect(actor.getSnapshot().value).toEqual({ recording: 'open', opening: 'failed' });
    expect(actor.getSnapshot().context).toMatchObject({ recording: createRecording('a'), fault: { kind: 'notJson' }, source: undefined });
    expect(actor.getSnapshot().children.trace).toBe(trace);
    actor.send({ type: 'source.chosen', source: createSource('c') });
    expect(actor.getSnapshot().context.fault).toBeUndefined();
    await reading.question().answer({ recording: createRecording('c') });
    expect(actor.getSnapshot().context.recording?.title).toBe('c');
    expect(actor.getSnapshot().children.trace).not.toBe(trace);
  });

  it('only waits for the last chosen source', async () => {
    const { actor, reading } = start();
    actor.send({ type: 'source.chosen', source: createSource('a') });
    actor.send({ type: 'source.chosen', source: createSource('b') });
    expect(reading.question(0).signal.aborted).toBe(true);
    await reading.question(0).answer({ recording: createRecording('a') });
    await reading.question(1).answer({ recording: createRecording('b') });
    expect(actor.getSnapshot().context.recording?.title).toBe('b');
  });

  it.each<[RecordingSource, string]>([
    [{ kind: 'file', file: { text: () => Promise.resolve('') } }, 'unreadable'],
    [{ kind: 'clipboard' }, 'noClipboard'],
  ])('keeps the reason of a failure until it is dismissed: %j', async (source, kind) => {
    const { actor, reading } = start();
    actor.send({ type: 'source.chosen', source });
    await reading.question().refuse(new Error('denied'));
    expect(actor.getSnapshot().value).toEqual({ recording: 'none', opening: 'failed' });
    expect(actor.getSnapshot().context.fault).toEqual({ kind });
    actor.send({ type: 'fault.dismissed' });
    expect(actor.getSnapshot().value).toEqual({ recording: 'none', opening: 'idle' });
    expect(actor.getSnapshot().context.fault).toBeUndefined();
  });

  it('saves a recording as a file, and forgets it when it is closed', async () => {
    const { actor, reading, notes } = start();
    actor.send({ type: 'recording.saveRequested' });
    actor.send({ type: 'source.chosen', source: createSource('a') });
    await reading.question().answer({ recording: createRecording('a') });
    actor.send({ type: 'recording.saveRequested' });
    expect(notes.notes).toMatchObject([['saveRecording', { recording: createRecording('a') }]]);
    actor.send({ type: 'recording.closed' });
    await settled();
    expect(actor.getSnapshot().value).toEqual({ recording: 'none', opening: 'idle' });
    expect(actor.getSnapshot().context.recording).toBeUndefined();
    expect(actor.getSnapshot().children.trace).toBeUndefined();
  });

  it('knows its place', () => {
    const { actor } = start();
    actor.send({ type: 'place.changed', place: { kind: 'recording' } });
    expect(actor.getSnapshot().context.place).toEqual({ kind: 'recording' });
  });
});

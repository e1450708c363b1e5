import { describe, expect, it } from 'vitest';
import { asking, noting, settled, stage } from '#tests/support/stage.ts';
import type { Recording } from '#visualiser/model/recording.ts';
import { type RecordingRead, type RecordingSource, replayMachine } from './replay.machine.ts';

const recording = (title: string): Recording => ({
  format: 'xstate-recording',
  version: 1,
  title,
  startedAt: '2026-01-01T00:00:00.000Z',
  entries: [{ seq: 3, at: 0, kind: 'gap', dropped: 1 }],
});

const text = (word: string): RecordingSource => ({ kind: 'text', text: word });

function room() {
  const reading = asking<RecordingRead, RecordingSource | undefined>();
  const notes = noting();
  const machine = replayMachine.provide({
    actors: { readRecording: reading.logic },
    actions: { saveRecording: notes.effect('saveRecording') },
  });
  return { ...stage(machine, { place: { kind: 'overview' } }), reading, notes };
}

describe('the room of recordings', () => {
  it('opens what it is given, and hands its entries to a trace', async () => {
    const { actor, reading } = room();
    actor.send({ type: 'recording.given', source: text('a') });
    expect(actor.getSnapshot().value).toEqual({ table: 'empty', opening: 'reading' });
    expect(reading.inputs()).toEqual([text('a')]);
    await reading.question().answer({ recording: recording('a') });
    const { value, context, children } = actor.getSnapshot();
    expect(value).toEqual({ table: 'open', opening: 'resting' });
    expect(context).toMatchObject({ recording: recording('a'), source: undefined });
    expect(children.trace?.getSnapshot().context).toMatchObject({ entries: recording('a').entries, isOpen: false, cursor: 3 });
  });

  it('keeps what lies open until another one could be read', async () => {
    const { actor, reading } = room();
    actor.send({ type: 'recording.given', source: text('a') });
    await reading.question().answer({ recording: recording('a') });
    const { trace } = actor.getSnapshot().children;
    actor.send({ type: 'recording.given', source: text('b') });
    await reading.question().answer({ fault: { kind: 'notJson' } });
    expect(actor.getSnapshot().value).toEqual({ table: 'open', opening: 'refused' });
    expect(actor.getSnapshot().context).toMatchObject({ recording: recording('a'), fault: { kind: 'notJson' }, source: undefined });
    expect(actor.getSnapshot().children.trace).toBe(trace);
    actor.send({ type: 'recording.given', source: text('c') });
    expect(actor.getSnapshot().context.fault).toBeUndefined();
    await reading.question().answer({ recording: recording('c') });
    expect(actor.getSnapshot().context.recording?.title).toBe('c');
    expect(actor.getSnapshot().children.trace).not.toBe(trace);
  });

  it('waits only for what was given last', async () => {
    const { actor, reading } = room();
    actor.send({ type: 'recording.given', source: text('a') });
    actor.send({ type: 'recording.given', source: text('b') });
    expect(reading.question(0).signal.aborted).toBe(true);
    await reading.question(0).answer({ recording: recording('a') });
    await reading.question(1).answer({ recording: recording('b') });
    expect(actor.getSnapshot().context.recording?.title).toBe('b');
  });

  it.each<[RecordingSource, string]>([
    [{ kind: 'file', file: { text: () => Promise.resolve('') } }, 'unreadable'],
    [{ kind: 'clipboard' }, 'noClipboard'],
  ])('says why nothing came of it, until that was seen: %j', async (source, kind) => {
    const { actor, reading } = room();
    actor.send({ type: 'recording.given', source });
    await reading.question().refuse(new Error('denied'));
    expect(actor.getSnapshot().value).toEqual({ table: 'empty', opening: 'refused' });
    expect(actor.getSnapshot().context.fault).toEqual({ kind });
    actor.send({ type: 'fault.seen' });
    expect(actor.getSnapshot().value).toEqual({ table: 'empty', opening: 'resting' });
    expect(actor.getSnapshot().context.fault).toBeUndefined();
  });

  it('hands a recording back as a file, and forgets it when it is closed', async () => {
    const { actor, reading, notes } = room();
    actor.send({ type: 'recording.downloaded' });
    actor.send({ type: 'recording.given', source: text('a') });
    await reading.question().answer({ recording: recording('a') });
    actor.send({ type: 'recording.downloaded' });
    expect(notes.notes).toMatchObject([['saveRecording', { recording: recording('a') }]]);
    actor.send({ type: 'recording.closed' });
    await settled();
    expect(actor.getSnapshot().value).toEqual({ table: 'empty', opening: 'resting' });
    expect(actor.getSnapshot().context.recording).toBeUndefined();
    expect(actor.getSnapshot().children.trace).toBeUndefined();
  });

  it('stands where the address says', () => {
    const { actor } = room();
    actor.send({ type: 'place.arrived', place: { kind: 'recording' } });
    expect(actor.getSnapshot().context.place).toEqual({ kind: 'recording' });
  });
});

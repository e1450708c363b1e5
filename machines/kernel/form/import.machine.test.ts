import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, noting, stage } from '#tests/support/stage.ts';
import type { BatchOutcome } from '../batch/batch-outcome.ts';
import { importWalk } from '../kernel.walks.ts';
import { createImportMachine, type ImportPreview, type ImportRequest } from './import.machine.ts';

interface Row {
  row: number;
}
const people = createImportMachine<Row>({ id: 'peopleImport', maxBytes: 2000 });
const file = { name: 'people.xlsx', size: 1000 };
const answer: ImportPreview<Row> = { total: 3, good: 2, bad: 1, rows: [{ row: 4 }, { row: 2 }, { row: 3 }] };

function begin() {
  const reader = asking<boolean, ImportRequest>();
  const server = asking<ImportPreview<Row>, ImportRequest>();
  const starter = asking<BatchOutcome<object>, ImportRequest>();
  const { notes, effect } = noting();
  const machine = people.provide({
    actors: { readFile: reader.logic, preview: server.logic, start: starter.logic },
    actions: { forgetFile: effect('forgetFile') },
  });
  return { reader, server, starter, notes, machine, ...stage(machine) };
}

async function confirming(preview = answer) {
  const begun = begin();
  begun.actor.send({ type: 'import.opened' });
  begun.actor.send({ type: 'import.fileChosen', file, key: 'key-1' });
  await begun.reader.question().answer(true);
  await begun.server.question().answer(preview);
  return begun;
}

describe('an import', () => {
  it.each([
    ['of another type', { name: 'people.csv', size: 10 }, 'wrongType'],
    ['with another type behind the right one', { name: 'people.xlsx.exe', size: 10 }, 'wrongType'],
    ['without a type', { name: 'xlsx', size: 10 }, 'wrongType'],
    ['that is too large', { name: 'people.xlsx', size: 2001 }, 'tooLarge'],
    ['that is empty', { name: 'people.XLSX', size: 0 }, 'empty'],
  ])('rejects a file %s without reading it', (_, chosen, refusal) => {
    const { actor, reader } = begin();
    actor.send({ type: 'import.opened' });
    actor.send({ type: 'import.fileChosen', file: chosen, key: 'key-1' });
    expect(actor.getSnapshot()).toMatchObject({ value: { open: 'choosing' }, context: { refusal, file: undefined } });
    expect(reader.questions).toEqual([]);
  });

  it('reads a file, previews its rows, and starts nothing by itself', async () => {
    const { actor, reader, server, starter } = await confirming();
    expect(reader.inputs()).toEqual([{ file, key: 'key-1' }]);
    expect(server.inputs()).toEqual([{ file, key: 'key-1' }]);
    expect(actor.getSnapshot()).toMatchObject({ value: { open: 'confirming' }, context: { answer } });
    expect(starter.questions).toEqual([]);
  });

  it('starts once, however often it is confirmed, and tells the batch', async () => {
    const { actor, starter, facts, notes } = await confirming();
    for (let click = 0; click < 10; click += 1) actor.send({ type: 'import.confirmed' });
    expect(starter.inputs()).toEqual([{ file, key: 'key-1' }]);
    expect(actor.getSnapshot().hasTag('writing')).toBe(true);
    await starter.question().answer({ kind: 'started', batchIds: [7, 8] });
    expect(facts).toEqual([{ type: 'peopleImport.started', batchId: 7, siblings: [8] }]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'closed', context: { file: undefined, key: '', answer: undefined } });
    expect(notes).toContainEqual(['forgetFile', { key: 'key-1' }]);
  });

  it('is neither closed nor given another file while it starts', async () => {
    const { actor, starter } = await confirming();
    actor.send({ type: 'import.confirmed' });
    actor.send({ type: 'import.closed' });
    actor.send({ type: 'import.fileChosen', file: { ...file, name: 'other.xlsx' }, key: 'key-2' });
    expect(actor.getSnapshot().value).toBe('starting');
    expect(starter.questions).toHaveLength(1);
  });

  it('without a valid row cannot be started', async () => {
    const { actor, starter } = await confirming({ total: 1, good: 0, bad: 1, rows: [{ row: 2 }] });
    actor.send({ type: 'import.confirmed' });
    expect(starter.questions).toEqual([]);
    expect(actor.getSnapshot().value).toEqual({ open: 'confirming' });
  });

  it('keeps its file and its preview after a refusal', async () => {
    const { actor, starter, facts } = await confirming();
    actor.send({ type: 'import.confirmed' });
    await starter.question().answer({ kind: 'refused', faults: {}, failure: { message: 'no', traceId: 't' } });
    expect(actor.getSnapshot()).toMatchObject({ value: { open: 'confirming' }, context: { answer, file, failure: { message: 'no' } } });
    expect(facts).toEqual([]);
  });

  it('sends the same key again after a lost answer', async () => {
    const { actor, starter, facts } = await confirming();
    actor.send({ type: 'import.confirmed' });
    await starter.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: 'unconfirmed', context: { answer, failure: { message: 'no network' } } });
    actor.send({ type: 'import.startRetried' });
    expect(starter.inputs()).toEqual([
      { file, key: 'key-1' },
      { file, key: 'key-1' },
    ]);
    await starter.question().answer({ kind: 'started', batchIds: [7] });
    expect(facts).toEqual([{ type: 'peopleImport.started', batchId: 7, siblings: [] }]);
  });

  it('shows why a file could not be previewed, and can retry', async () => {
    const { actor, reader, server } = begin();
    actor.send({ type: 'import.opened' });
    actor.send({ type: 'import.fileChosen', file, key: 'key-1' });
    await reader.question().answer(true);
    await server.question().refuse(new Error('no spreadsheet'));
    expect(actor.getSnapshot()).toMatchObject({ value: { open: 'failed' }, context: { file, failure: { message: 'no spreadsheet' } } });
    actor.send({ type: 'import.retried' });
    expect(reader.questions).toHaveLength(2);
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  it.each([
    ['gone', (reader: ReturnType<typeof begin>['reader']) => reader.question().answer(false)],
    ['unreadable', (reader: ReturnType<typeof begin>['reader']) => reader.question().refuse(new Error('changed on the disk'))],
  ] as const)('whose file is %s asks for another one', async (refusal, end) => {
    const { actor, reader, server } = begin();
    actor.send({ type: 'import.opened' });
    actor.send({ type: 'import.fileChosen', file, key: 'key-1' });
    await end(reader);
    expect(actor.getSnapshot()).toMatchObject({ value: { open: 'choosing' }, context: { refusal, file: undefined } });
    expect(server.questions).toEqual([]);
  });

  it('replaces its file with another valid one, and keeps it otherwise', async () => {
    const { actor, reader, notes } = await confirming();
    actor.send({ type: 'import.fileChosen', file: { name: 'a.png', size: 10 }, key: 'key-2' });
    expect(actor.getSnapshot()).toMatchObject({ value: { open: 'confirming' }, context: { answer, file, refusal: 'wrongType' } });
    actor.send({ type: 'import.fileChosen', file: { ...file, name: 'other.xlsx' }, key: 'key-3' });
    expect(actor.getSnapshot()).toMatchObject({ value: { open: 'reading' }, context: { answer: undefined, refusal: undefined } });
    expect(notes).toContainEqual(['forgetFile', { key: 'key-1' }]);
    expect(reader.inputs().at(-1)).toEqual({ file: { ...file, name: 'other.xlsx' }, key: 'key-3' });
  });

  it('closed half-way sends nothing more and forgets its file', async () => {
    const { actor, reader, notes } = begin();
    actor.send({ type: 'import.opened' });
    actor.send({ type: 'import.fileChosen', file, key: 'key-1' });
    actor.send({ type: 'import.closed' });
    expect(reader.question().signal.aborted).toBe(true);
    expect(notes.at(-1)).toEqual(['forgetFile', { key: 'key-1' }]);
    expect(actor.getSnapshot()).toMatchObject({ value: 'closed', context: { key: '' } });
  });

  it('restored without its preview must preview the file again before it starts', async () => {
    const { actor, machine } = await confirming();
    const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), (key, value) => (key === 'answer' ? undefined : value)));
    const woken = createActor(machine, { snapshot: kept }).start();
    woken.send({ type: 'import.confirmed' });
    expect(woken.getSnapshot().value).toEqual({ open: 'confirming' });
    woken.send({ type: 'import.retried' });
    expect(woken.getSnapshot().value).toEqual({ open: 'reading' });
    woken.stop();
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    randomWalks(importWalk(people, { row: 2 }), {
      walks: WALKS,
      length: 14,
      holds: ({ before, after, event, did }) => {
        const { context } = after;
        if (after.hasTag('writing') !== Boolean(after.children.start)) throw new Error('writing without a request, or the reverse');
        if (after.hasTag('writing') && !after.hasTag('open')) throw new Error('begins behind a closed door');
        if (after.hasTag('writing') && !before.hasTag('writing') && !['import.confirmed', 'import.startRetried'].includes(event.type))
          throw new Error('begun by nobody');
        if (after.hasTag('busy') && !context.file) throw new Error('reads no file');
        if (!after.hasTag('open') && (context.file || context.key)) throw new Error('closed, and remembers a file');
        if (did.includes('xstate.sendTo') && event.type !== 'xstate.done.actor.start') throw new Error('told before it began');
        if (context.file && !context.key) throw new Error('a file without a key');
      },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { asking, settled, stage } from '#tests/support/stage.ts';
import { uploadItemMachine } from './upload-item.machine.ts';
import { createUploadQueue } from './upload-queue.machine.ts';
import type { ChosenFile } from './upload-queue-contract.ts';
import type { OpenUpload, UploadContent } from './upload-rules.ts';

const words = { content: { id: 1, label: 'Drama' }, language: 'en', creator: { id: 1, label: 'Li' } };
const files = (count: number, name = 'cut'): ChosenFile[] =>
  Array.from({ length: count }, (_, n) => ({ key: `${name}${n}`, file: { name: `${name}${n}.mp4`, size: 1_000 + n, type: 'video/mp4' } }));
const open: OpenUpload = {
  upload_id: 'u',
  filename: 'old.mp4',
  size: 500,
  sha256: 'a',
  received: 100,
  expires_at: '2026-11-21T00:00:00Z',
  meta: { biz: 'dj', drama_id: 3, language: 'es', creator_user_id: 4, visibility: 'private', tags: ['x'], title: 'Old' },
  content: 'Old drama',
};

function begin() {
  const opening = asking<OpenUpload[], { biz: 'dj' | 'ec' }>();
  const matching = asking<{ key: string; content: UploadContent }[], { biz: 'dj' | 'ec'; files: ChosenFile[] }>();
  const dropping = asking<void, { uploadId: string }>();
  const forgotten: string[] = [];
  const item = uploadItemMachine.provide({
    actors: { checkFile: fromCallback(() => undefined) },
    actions: { forgetFile: (_, { key }) => void forgotten.push(key) },
  });
  const on = stage(
    createUploadQueue({ id: 'uploads', biz: 'dj' }).provide({
      actors: { item, loadOpen: opening.logic, matchContents: matching.logic, dropUpload: dropping.logic },
      actions: { forgetFiles: (_, { keys }) => void forgotten.push(...keys) },
    }),
  );
  const { actor } = on;
  const context = () => actor.getSnapshot().context;
  const add = (chosen: ChosenFile[]) => actor.send({ type: 'uploads.filesAdded', files: chosen, today: '20261120' });
  const stages = () => context().entries.map(({ stage }) => stage);
  const states = () => context().entries.map(({ ref }) => ref.getSnapshot().value);
  return { ...on, opening, matching, dropping, forgotten, context, add, stages, states };
}

describe('the files of the upload queue', () => {
  it('wait until the user starts them, and are sent three at a time', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.wordsChanged', changes: words });
    queue.add(files(5));
    expect(queue.stages()).toEqual(Array(5).fill('drafted'));
    queue.actor.send({ type: 'uploads.started' });
    await settled();
    expect(queue.stages()).toEqual(['active', 'active', 'active', 'waiting', 'waiting']);
    expect(queue.states()).toEqual(['checking', 'checking', 'checking', 'waiting', 'waiting']);
    queue.context().entries[0]?.ref.send({ type: 'check.refused', refusal: 'unreadable' });
    await settled();
    expect(queue.stages()).toEqual(['over', 'active', 'active', 'active', 'waiting']);
  });

  it('of one size are sent one after the other, because they may be the same file', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.wordsChanged', changes: words });
    const [cut, other] = files(2) as [ChosenFile, ChosenFile];
    queue.add([cut, { key: 'again', file: { ...cut.file, name: 'again.mp4' } }, other]);
    queue.actor.send({ type: 'uploads.started' });
    await settled();
    expect(queue.stages()).toEqual(['active', 'waiting', 'active']);
    queue.actor.send({ type: 'item.sent', key: 'cut0' });
    await settled();
    expect(queue.stages()).toEqual(['sent', 'active', 'active']);
  });

  it('are not started while common metadata is missing', () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.wordsChanged', changes: { ...words, content: null } });
    queue.add(files(2));
    queue.actor.send({ type: 'uploads.fileDescribed', key: 'cut1', own: { content: { id: 2, label: 'Other' } } });
    queue.actor.send({ type: 'uploads.started' });
    expect([queue.stages(), queue.context().isIncomplete]).toEqual([['drafted', 'active'], true]);
  });

  it('are limited to a hundred per choice, and the others are forgotten and counted', () => {
    const queue = begin();
    queue.add(files(103));
    expect([queue.context().entries.length, queue.context().leftOut]).toEqual([100, 3]);
    expect(queue.forgotten).toEqual(['cut100', 'cut101', 'cut102']);
  });

  it('are refused before anything is sent if name and size forbid it', () => {
    const queue = begin();
    queue.add([
      { key: 'a', file: { name: 'a.exe', size: 1, type: '' } },
      { key: 'b', file: { name: 'b.mp4', size: 0, type: '' } },
      { key: 'c', file: { name: 'c.mov', size: 1024 ** 3 + 1, type: '' } },
      { key: 'd', file: { name: 'd.png', size: 30 * 1024 ** 2 + 1, type: '' } },
    ]);
    const refusals = queue.context().entries.map(({ ref }) => ref.getSnapshot().context.refusal);
    expect(refusals).toEqual(['type', 'empty', 'videoTooLarge', 'imageTooLarge']);
    expect(queue.stages()).toEqual(Array(4).fill('over'));
  });

  it('take the drama in their names, unless the user chose another', async () => {
    const queue = begin();
    queue.add(files(2));
    queue.actor.send({ type: 'uploads.fileDescribed', key: 'cut0', own: { content: { id: 9, label: 'Mine' } } });
    await queue.matching.question().answer([
      { key: 'cut0', content: { id: 2, label: 'Named' } },
      { key: 'cut1', content: { id: 2, label: 'Named' } },
    ]);
    expect(queue.context().entries.map(({ own }) => own.content?.id)).toEqual([9, 2]);
  });

  it('can all be paused and resumed', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.wordsChanged', changes: words });
    queue.add(files(4));
    queue.actor.send({ type: 'uploads.started' });
    queue.actor.send({ type: 'uploads.paused' });
    await settled();
    expect([queue.stages(), queue.states()]).toEqual([Array(4).fill('resting'), ['paused', 'paused', 'paused', 'waiting']]);
    queue.actor.send({ type: 'uploads.resumed' });
    await settled();
    expect(queue.stages()).toEqual(['active', 'active', 'active', 'waiting']);
    expect(queue.states()).toEqual(['checking', 'checking', 'checking', 'waiting']);
  });

  it('are all paused when the server has no room', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.wordsChanged', changes: words });
    queue.add(files(4));
    queue.actor.send({ type: 'uploads.started' });
    queue.actor.send({ type: 'item.full', key: 'cut0' });
    await settled();
    expect([queue.context().isFull, queue.stages()]).toEqual([true, Array(4).fill('resting')]);
  });

  it('leave the queue one by one', async () => {
    const queue = begin();
    queue.add(files(2));
    queue.context().entries[0]?.ref.send({ type: 'item.removed' });
    await settled();
    expect(queue.context().entries.map(({ key }) => key)).toEqual(['cut1']);
    expect(queue.forgotten).toEqual(['cut0']);
  });
});

describe('an open upload on the server', () => {
  it('is not offered while a file of this queue continues it', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.wordsChanged', changes: words });
    queue.add(files(1));
    queue.actor.send({ type: 'uploads.started' });
    await settled();
    queue.context().entries[0]?.ref.send({ type: 'check.finished', sha256: 'a', facts: { width: 1080, durationMs: 30_000 } });
    await settled();
    queue.actor.send({ type: 'uploads.seen' });
    await queue.opening.question().answer([open, { ...open, upload_id: 'other', sha256: 'b' }]);
    expect(queue.context().answer?.map(({ upload_id }) => upload_id)).toEqual(['other']);
  });
});

describe('a failed file', () => {
  it.each([
    { materialId: undefined, hasFailed: true, left: 1 },
    { materialId: 7, hasFailed: false, left: 0 },
  ])('can be retried unless the server has it ($materialId), and is cleared only then', async ({ materialId, hasFailed, left }) => {
    const queue = begin();
    queue.add(files(1));
    queue.actor.send({ type: 'item.settled', key: 'cut0', outcome: 'failed', materialId });
    expect(queue.context().entries[0]).toMatchObject({ stage: 'over', hasFailed });
    queue.actor.send({ type: 'uploads.cleared' });
    await settled();
    expect(queue.context().entries).toHaveLength(left);
  });
});

describe('earlier uploads', () => {
  it('are continued with the same file and their own metadata', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.seen' });
    expect(queue.opening.inputs()).toEqual([{ biz: 'dj' }]);
    await queue.opening.question().answer([open]);
    const chosen = { key: 'k', file: { name: 'old.mp4', size: 500, type: 'video/mp4' } };
    queue.actor.send({ type: 'uploads.fileChosenAgain', uploadId: 'u', chosen, today: '20261120' });
    await settled();
    const [entry] = queue.context().entries;
    expect(entry?.ref.getSnapshot().context).toMatchObject({ expected: 'a', meta: open.meta });
    expect(queue.context().answer).toEqual([]);
  });

  it('are not continued with a file of another size', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.seen' });
    await queue.opening.question().answer([open]);
    const chosen = { key: 'k', file: { name: 'old.mp4', size: 501, type: 'video/mp4' } };
    queue.actor.send({ type: 'uploads.fileChosenAgain', uploadId: 'u', chosen, today: '20261120' });
    expect([queue.context().entries, queue.context().wrongSize, queue.forgotten]).toEqual([[], 'u', ['k']]);
  });

  it('are offered again if another file of the same size was chosen', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.seen' });
    await queue.opening.question().answer([open]);
    const chosen = { key: 'k', file: { name: 'other.mp4', size: 500, type: 'video/mp4' } };
    queue.actor.send({ type: 'uploads.fileChosenAgain', uploadId: 'u', chosen, today: '20261120' });
    await settled();
    queue.context().entries[0]?.ref.send({ type: 'check.refused', refusal: 'otherFile' });
    await settled();
    await queue.opening.question().answer([open]);
    expect([queue.stages(), queue.context().answer]).toEqual([['over'], [open]]);
  });

  it('are offered again when their file left the queue', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.seen' });
    await queue.opening.question().answer([open]);
    const chosen = { key: 'k', file: { name: 'old.mp4', size: 500, type: 'video/mp4' } };
    queue.actor.send({ type: 'uploads.fileChosenAgain', uploadId: 'u', chosen, today: '20261120' });
    queue.context().entries[0]?.ref.send({ type: 'item.removed' });
    await settled();
    await queue.opening.question().answer([open]);
    expect([queue.context().entries, queue.context().answer]).toEqual([[], [open]]);
  });

  it('can be continued while the list of them is loading', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.seen' });
    await queue.opening.question().answer([open]);
    queue.actor.send({ type: 'uploads.seen' });
    const chosen = { key: 'k', file: { name: 'old.mp4', size: 500, type: 'video/mp4' } };
    queue.actor.send({ type: 'uploads.fileChosenAgain', uploadId: 'u', chosen, today: '20261120' });
    await queue.opening.question().answer([open]);
    expect([queue.context().entries.length, queue.context().answer]).toEqual([1, []]);
  });

  it('are given up, and loaded again', async () => {
    const queue = begin();
    queue.actor.send({ type: 'uploads.seen' });
    await queue.opening.question().answer([open]);
    queue.actor.send({ type: 'uploads.givenUp', uploadId: 'u' });
    expect(queue.dropping.inputs()).toEqual([{ uploadId: 'u' }]);
    await queue.dropping.question().answer(undefined);
    await queue.opening.question().answer([]);
    expect(queue.context().answer).toEqual([]);
  });
});

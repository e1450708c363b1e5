import { pageWalk } from '../../kernel/kernel.walks.ts';
import type { MachineWalk, WalkEvent } from '../../kernel/machine-walk.ts';
import { material } from '../materials/materials.walks.ts';
import { dramaLibrary, productLibrary } from './material-library.machine.ts';
import { uploadItemMachine } from './upload-item.machine.ts';
import { dramaUploads, productUploads, type UploadQueueMachine } from './upload-queue.machine.ts';

const file = { name: 'cut.mp4', size: 1_000, type: 'video/mp4' };
const failure = { message: 'no answer', traceId: '' };
const meta = { biz: 'dj', drama_id: 1, language: 'en', creator_user_id: 1, visibility: 'dept', tags: [], title: 'A cut' };
const duplicate = { id: 7, code: 'M7', title: 'Theirs', status: 'ready' };
const done = (actor: string, output?: unknown): WalkEvent => ({ type: `xstate.done.actor.${actor}`, output });
const failed = (actor: string): WalkEvent => ({ type: `xstate.error.actor.${actor}`, error: failure });
const fit = { width: 720, durationMs: 5_000 };

const started: WalkEvent = { type: 'item.started', meta };
const checked: WalkEvent = { type: 'check.finished', sha256: 'a', facts: fit };
const opened = done('openUpload', { kind: 'opened', place: { id: 'u', url: '/api/uploads/u', chunkSize: 8 }, received: 0 });
const sent: WalkEvent = { type: 'send.finished' };
const finished = done('finishUpload', { kind: 'finished', materialId: 7 });

const itemWalk = (input: object, beginnings: WalkEvent[][] = []): MachineWalk => ({
  machine: uploadItemMachine,
  input: { key: 'k', file, expected: undefined, refusal: undefined, ...input },
  events: [
    started,
    { type: 'item.paused' },
    { type: 'item.resumed' },
    { type: 'item.removed' },
    { type: 'check.progressed', done: 500 },
    checked,
    { type: 'check.finished', sha256: 'b', facts: fit },
    { type: 'check.finished', sha256: 'a', facts: { width: 100, durationMs: null } },
    { type: 'check.refused', refusal: 'unreadable' },
    opened,
    done('openUpload', { kind: 'duplicate', material: duplicate }),
    done('openUpload', { kind: 'full' }),
    done('openUpload', { kind: 'refused', failure }),
    failed('openUpload'),
    { type: 'send.progressed', sent: 500, speed: 100 },
    sent,
    { type: 'send.failed', reason: 'full', failure },
    { type: 'send.failed', reason: 'session', failure },
    { type: 'send.failed', reason: 'gone', failure },
    { type: 'send.failed', reason: 'closed', failure },
    { type: 'send.failed', reason: 'network', failure },
    finished,
    done('finishUpload', { kind: 'duplicate', material: duplicate }),
    done('finishUpload', { kind: 'full' }),
    done('finishUpload', { kind: 'refused', failure }),
    failed('finishUpload'),
    done('askProcessing', { kind: 'waiting' }),
    done('askProcessing', { kind: 'ready' }),
    done('askProcessing', { kind: 'failed', reason: 'FILE_BROKEN' }),
    failed('askProcessing'),
    { type: 'xstate.after.processingPause.uploadItem.processing.resting' },
    done('cancelUpload'),
    failed('cancelUpload'),
  ],
  beginnings,
  distinguish: ({ sha256, place, materialId }: { sha256?: string; place?: object; materialId?: number }) => [
    sha256 !== undefined,
    place !== undefined,
    materialId !== undefined,
  ],
});

const key = 'k1';
const open = {
  upload_id: 'u',
  filename: 'cut.mp4',
  size: 1_000,
  sha256: 'a',
  received: 10,
  expires_at: '2026-11-21T00:00:00Z',
  meta,
  content: 'Drama',
};

const queueWalk = (machine: UploadQueueMachine): MachineWalk => ({
  machine,
  input: {},
  events: [
    { type: 'uploads.seen' },
    { type: 'uploads.wordsChanged', changes: { content: { id: 1, label: 'Drama' }, language: 'en', creator: { id: 1, label: 'Li' } } },
    { type: 'uploads.filesAdded', files: [{ key, file }], today: '20261120' },
    { type: 'uploads.fileDescribed', key, own: { title: 'Own' } },
    { type: 'uploads.started' },
    { type: 'uploads.paused' },
    { type: 'uploads.resumed' },
    { type: 'uploads.retried' },
    { type: 'uploads.cleared' },
    { type: 'uploads.messageClosed' },
    { type: 'uploads.fileChosenAgain', uploadId: 'u', chosen: { key: 'k2', file }, today: '20261120' },
    { type: 'uploads.fileChosenAgain', uploadId: 'u', chosen: { key: 'k3', file: { ...file, size: 1 } }, today: '20261120' },
    { type: 'uploads.givenUp', uploadId: 'u' },
    { type: 'item.rested', key },
    { type: 'item.resumed', key },
    { type: 'item.full', key },
    { type: 'item.sent', key },
    { type: 'item.settled', key, outcome: 'ready', materialId: 7 },
    { type: 'item.gone', key },
    done('loadOpen', [open]),
    failed('loadOpen'),
    done('matchContents', [{ key, content: { id: 1, label: 'Drama' } }]),
    failed('matchContents'),
    done('dropUpload'),
    failed('dropUpload'),
  ],
  beginnings: [
    [
      { type: 'uploads.wordsChanged', changes: { content: { id: 1, label: 'Drama' }, language: 'en', creator: { id: 1, label: 'Li' } } },
      { type: 'uploads.filesAdded', files: [{ key, file }], today: '20261120' },
      { type: 'uploads.started' },
    ],
  ],
});

const libraryEvents: WalkEvent[] = [
  { type: 'list.moved', search: '?page=2', how: 'push' },
  { type: 'view.updated', view: { shown: ['title'], density: 'compact', autoRefresh: 30 } },
  { type: 'views.applied', query: '?keyword=a', table: { shown: ['title'], density: 'compact' }, how: 'push' },
  { type: 'page.located', search: '?drama_id=9&product_id=9&creator_user_id=9' },
  { type: 'dramaPicker.unseen', ids: [9] },
  { type: 'productPicker.unseen', ids: [9] },
  { type: 'staffPicker.unseen', ids: [9] },
  { type: 'materialForm.saved', saved: material },
  { type: 'materialBatch.started', batchId: 7, batchIds: [7] },
  { type: 'materialBatch.finished', batchId: 7, watched: true, okIds: [6], failedIds: [5] },
  { type: 'materialBatch.finished', batchId: 7, watched: false, okIds: [6], failedIds: [5] },
  { type: 'materialBatch.failedChosen', ids: [5] },
  { type: 'uploads.changed' },
];

export const walks: MachineWalk[] = [
  itemWalk({ expected: 'a' }, [
    [started, checked, opened],
    [started, checked, opened, sent],
    [started, checked, opened, sent, finished],
    [started, checked, opened, sent, finished, done('askProcessing', { kind: 'waiting' })],
  ]),
  queueWalk(dramaUploads),
  queueWalk(productUploads),
  pageWalk(dramaLibrary, libraryEvents),
  pageWalk(productLibrary, libraryEvents),
];

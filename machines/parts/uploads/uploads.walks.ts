import type { MachineWalk, WalkEvent } from '../../kernel/machine-walk.ts';
import { dramaWorkshop, productWorkshop } from './material-workshop.machine.ts';
import { uploadItemMachine } from './upload-item.machine.ts';
import { uploadQueueMachine } from './upload-queue.machine.ts';

const file = { name: 'cut.mp4', size: 1_000, type: 'video/mp4' };
const failure = { message: 'no answer', traceId: '' };
const meta = { biz: 'dj', drama_id: 1, language: 'en', creator_user_id: 1, visibility: 'dept', tags: [], title: 'A cut' };
const material = { id: 7, code: 'M7', title: 'Theirs', status: 'ready' };
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
    { type: 'item.wanted' },
    { type: 'item.removed' },
    { type: 'check.progressed', done: 500 },
    checked,
    { type: 'check.finished', sha256: 'b', facts: fit },
    { type: 'check.finished', sha256: 'a', facts: { width: 100, durationMs: null } },
    { type: 'check.refused', refusal: 'unreadable' },
    opened,
    done('openUpload', { kind: 'duplicate', material }),
    done('openUpload', { kind: 'full' }),
    done('openUpload', { kind: 'refused', failure }),
    failed('openUpload'),
    { type: 'send.progressed', sent: 500, speed: 100 },
    sent,
    { type: 'send.broken', reason: 'full', failure },
    { type: 'send.broken', reason: 'session', failure },
    { type: 'send.broken', reason: 'gone', failure },
    { type: 'send.broken', reason: 'closed', failure },
    { type: 'send.broken', reason: 'network', failure },
    finished,
    done('finishUpload', { kind: 'duplicate', material }),
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

const queueWalk: MachineWalk = {
  machine: uploadQueueMachine,
  input: { biz: 'dj' },
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
    { type: 'uploads.fileReoffered', uploadId: 'u', chosen: { key: 'k2', file }, today: '20261120' },
    { type: 'uploads.fileReoffered', uploadId: 'u', chosen: { key: 'k3', file: { ...file, size: 1 } }, today: '20261120' },
    { type: 'uploads.dropped', uploadId: 'u' },
    { type: 'item.rested', key },
    { type: 'item.wanted', key },
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
};

const workshopEvents: WalkEvent[] = [
  { type: 'page.located', search: '?keyword=a' },
  { type: 'page.seen' },
  { type: 'page.left' },
  { type: 'page.refreshRequested' },
  { type: 'page.moved', search: '?page=2', how: 'push' },
  { type: 'page.passwordResetRequested', subject: { id: 1, account: 'li' } },
  { type: 'page.batchStarted', batchId: 1 },
  { type: 'uploads.changed' },
];
const page = { input: { search: '' }, events: workshopEvents };

export const walks: MachineWalk[] = [
  itemWalk({ expected: 'a' }, [
    [started, checked, opened],
    [started, checked, opened, sent],
    [started, checked, opened, sent, finished],
    [started, checked, opened, sent, finished, done('askProcessing', { kind: 'waiting' })],
  ]),
  queueWalk,
  { machine: dramaWorkshop, ...page },
  { machine: productWorkshop, ...page },
];

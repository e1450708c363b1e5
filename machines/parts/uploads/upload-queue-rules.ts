import type { UploadMeta } from '#contracts/endpoints/material-uploads.ts';
import type { UploadItem } from './upload-item.machine.ts';
import type { UploadEnd, UploadItemEvent, UploadItemInput } from './upload-item-contract.ts';
import type { ChosenFile, ItemMessage, UploadEntry, UploadQueueContext, UploadStage, WordsChange } from './upload-queue-contract.ts';
import {
  type Biz,
  blankWords,
  MAX_FILES,
  metaOf,
  type OpenUpload,
  type OwnWords,
  PARALLEL_UPLOADS,
  refuseFile,
  titleOf,
  type UploadContent,
} from './upload-rules.ts';

type Context = UploadQueueContext;
type QueueChange = Partial<Context>;
/** Spawns the machine of one file. */
type SpawnItem = (input: UploadItemInput) => UploadItem;

export const emptyQueue = (biz: Biz): Context => ({
  words: blankWords(biz),
  entries: [],
  added: 0,
  messages: [],
  today: '',
  leftOut: 0,
  isFull: false,
  isIncomplete: false,
  answer: undefined,
  wrongSize: undefined,
  dropping: undefined,
  failure: undefined,
});

const entryMeta = ({ words, today }: Context, { file, own, offered, seq }: UploadEntry): UploadMeta | undefined =>
  offered?.meta ?? metaOf(words, own, titleOf(file, words, own, { today, seq }));

export const withStage = (entries: UploadEntry[], keys: readonly string[], stage: UploadStage): UploadEntry[] =>
  entries.map((entry) => (keys.includes(entry.key) ? { ...entry, stage } : entry));

const keysIn = (entries: UploadEntry[], ...stages: UploadStage[]): string[] =>
  entries.filter(({ stage }) => stages.includes(stage)).map(({ key }) => key);

const addMessages = (messages: ItemMessage[], keys: readonly string[], event: UploadItemEvent): ItemMessage[] => [
  ...messages,
  ...keys.map((key): ItemMessage => ({ key, event })),
];

/**
 * The files that get the free slots, with their metadata. Of files of one size only one is sent at a time: they may be the same file, of
 * which the server has one open upload, and which is a duplicate once it has all of it.
 */
export function nextStarts(context: Context): { key: string; meta: UploadMeta }[] {
  const active = context.entries.filter(({ stage }) => stage === 'active');
  const sizes = new Set(active.map(({ file }) => file.size));
  const next: { key: string; meta: UploadMeta }[] = [];
  for (const entry of context.entries) {
    if (active.length + next.length >= PARALLEL_UPLOADS) break;
    const meta = entry.stage === 'waiting' && !sizes.has(entry.file.size) ? entryMeta(context, entry) : undefined;
    if (meta === undefined) continue;
    sizes.add(entry.file.size);
    next.push({ key: entry.key, meta });
  }
  return next;
}

/** Whether a file of this queue is being sent as that upload. */
const isSentAs = ({ ref }: UploadEntry, { upload_id, sha256 }: OpenUpload): boolean => {
  const { place, sha256: hash } = ref.getSnapshot().context;
  return place?.id === upload_id || hash === sha256;
};

/** The open uploads that no file of this queue is or continues. */
function withoutContinued(uploads: OpenUpload[], entries: UploadEntry[]): OpenUpload[] {
  const continued = entries.filter(({ stage, hasFailed }) => stage !== 'over' || hasFailed).map(({ offered }) => offered?.upload_id);
  return uploads.filter((upload) => !continued.includes(upload.upload_id) && !entries.some((entry) => isSentAs(entry, upload)));
}

/** The newest answer of the server replaces the known uploads. */
export const keepOpenUploads = ({ entries }: Context, uploads: OpenUpload[]): QueueChange => ({
  answer: withoutContinued(uploads, entries),
  failure: undefined,
});

export const changeWords = ({ words }: Context, changes: WordsChange): QueueChange => ({
  words: { ...words, ...changes },
  isIncomplete: false,
});

export function addFiles(
  { entries, added }: Context,
  { files, today }: { files: ChosenFile[]; today: string },
  spawnItem: SpawnItem,
): QueueChange {
  const taken = files.slice(0, MAX_FILES);
  const more = taken.map(({ key, file }, index): UploadEntry => {
    const refusal = refuseFile(file);
    return {
      key,
      file,
      own: {},
      offered: undefined,
      seq: added + index + 1,
      stage: refusal === undefined ? 'drafted' : 'over',
      hasFailed: false,
      isDuplicate: false,
      ref: spawnItem({ key, file, expected: undefined, refusal }),
    };
  });
  return { entries: [...entries, ...more], added: added + more.length, leftOut: files.length - taken.length, today };
}

/** Continues an earlier upload. It has its metadata already, so it waits for a slot at once. */
export function continueUpload(
  context: Context,
  { uploadId, chosen: { key, file }, today }: { uploadId: string; chosen: ChosenFile; today: string },
  spawnItem: SpawnItem,
): QueueChange {
  const offered = context.answer?.find((one) => one.upload_id === uploadId);
  const ref = spawnItem({ key, file, expected: offered?.sha256, refusal: undefined });
  const entry: UploadEntry = {
    key,
    file,
    own: {},
    offered,
    seq: context.added + 1,
    stage: 'waiting',
    hasFailed: false,
    isDuplicate: false,
    ref,
  };
  const entries = [...context.entries, entry];
  return { entries, added: context.added + 1, today, answer: withoutContinued(context.answer ?? [], entries), wrongSize: undefined };
}

export const describeFile = ({ entries }: Context, { key, own }: { key: string; own: OwnWords }): QueueChange => ({
  entries: entries.map((entry) => (entry.key === key ? { ...entry, own: { ...entry.own, ...own } } : entry)),
});

/** Files whose names were not matched with a drama or product yet. */
export const unmatchedFiles = ({ entries }: Context): ChosenFile[] =>
  entries
    .filter(({ stage, own, offered }) => stage === 'drafted' && own.content === undefined && !offered)
    .map(({ key, file }) => ({ key, file }));

/** A drama or product that the user chose stays. */
export const keepMatches = ({ entries }: Context, matches: { key: string; content: UploadContent }[]): QueueChange => ({
  entries: entries.map((entry) => {
    const match = matches.find(({ key }) => key === entry.key);
    return match && entry.own.content === undefined ? { ...entry, own: { ...entry.own, content: match.content } } : entry;
  }),
});

/** Files with incomplete metadata stay drafted, and the user sees which. */
export function startDrafted(context: Context): QueueChange {
  const drafted = context.entries.filter(({ stage }) => stage === 'drafted');
  const ready = drafted.filter((entry) => entryMeta(context, entry) !== undefined).map(({ key }) => key);
  return { entries: withStage(context.entries, ready, 'waiting'), isIncomplete: ready.length < drafted.length, isFull: false };
}

/** Fills the free slots and starts the items that get one. */
export function fillSlots(context: Context): QueueChange {
  const next = nextStarts(context);
  const messages = next.map(({ key, meta }): ItemMessage => ({ key, event: { type: 'item.started', meta } }));
  const keys = next.map(({ key }) => key);
  return { entries: withStage(context.entries, keys, 'active'), messages: [...context.messages, ...messages] };
}

export const pauseAll = ({ entries, messages }: Context): QueueChange => ({
  entries: withStage(entries, keysIn(entries, 'waiting'), 'resting'),
  messages: addMessages(messages, keysIn(entries, 'active'), { type: 'item.paused' }),
});

/** Paused items are resumed; items that were never started only wait again. */
export const resumeAll = ({ entries, messages }: Context): QueueChange => ({
  isFull: false,
  entries: withStage(entries, keysIn(entries, 'resting'), 'waiting'),
  messages: addMessages(messages, keysIn(entries, 'resting'), { type: 'item.resumed' }),
});

export const retryAll = ({ entries, messages }: Context): QueueChange => ({
  messages: addMessages(messages, keysIn(entries, 'over'), { type: 'item.resumed' }),
});

/** Removes finished files. Failed ones stay, so that they can be retried. */
export const clearFinished = ({ entries, messages }: Context): QueueChange => ({
  messages: addMessages(
    messages,
    entries.filter(({ stage, hasFailed }) => stage === 'over' && !hasFailed).map(({ key }) => key),
    { type: 'item.removed' },
  ),
});

/** A file that has a slot meanwhile keeps it. */
export const queueAgain = ({ entries }: Context, key: string): QueueChange => ({
  entries: entries.map((entry) =>
    entry.key === key && (entry.stage === 'resting' || entry.stage === 'over')
      ? { ...entry, stage: 'waiting' as const, hasFailed: false }
      : entry,
  ),
});

/** A failed file with a `materialId` has reached the server, so it cannot be retried here. */
export function endFile({ entries }: Context, end: { key: string; outcome: UploadEnd; materialId: number | undefined }): QueueChange {
  const hasFailed = end.outcome === 'failed' && end.materialId === undefined;
  const over = { stage: 'over' as const, hasFailed, isDuplicate: end.outcome === 'duplicate' };
  return { entries: entries.map((entry) => (entry.key === end.key ? { ...entry, ...over } : entry)) };
}

/** Events for a removed item are dropped with it. */
export const removeFile = ({ entries, messages }: Context, gone: string): QueueChange => ({
  entries: entries.filter(({ key }) => key !== gone),
  messages: messages.filter(({ key }) => key !== gone),
});

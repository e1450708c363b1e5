import type { UploadMeta } from '#contracts/endpoints/material-uploads.ts';
import type { UploadItem } from './upload-item.machine.ts';
import type { UploadEnd, UploadItemEvent, UploadItemInput } from './upload-item-contract.ts';
import type { ChosenFile, Standing, UploadEntry, UploadOrder, UploadQueueContext, WordsChange } from './upload-queue-contract.ts';
import {
  AT_ONCE,
  type Biz,
  blankWords,
  FILES_MAX,
  metaOf,
  type OpenUpload,
  type OwnWords,
  refusalOf,
  titleOf,
  type UploadContent,
} from './upload-rules.ts';

type Context = UploadQueueContext;
type Known = Partial<Context>;
/** Brings the machine of one file to life. */
type Begin = (input: UploadItemInput) => UploadItem;

export const emptyQueue = (biz: Biz): Context => ({
  words: blankWords(biz),
  entries: [],
  added: 0,
  orders: [],
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

export const stood = (entries: UploadEntry[], keys: readonly string[], standing: Standing): UploadEntry[] =>
  entries.map((entry) => (keys.includes(entry.key) ? { ...entry, standing } : entry));

const keysIn = (entries: UploadEntry[], ...standings: Standing[]): string[] =>
  entries.filter(({ standing }) => standings.includes(standing)).map(({ key }) => key);

const ordered = (orders: UploadOrder[], keys: readonly string[], event: UploadItemEvent): UploadOrder[] => [
  ...orders,
  ...keys.map((key): UploadOrder => ({ key, event })),
];

/** Those whose turn it is now, with what they are told. */
export function turns(context: Context): { key: string; meta: UploadMeta }[] {
  const free = AT_ONCE - keysIn(context.entries, 'active').length;
  const next = context.entries.flatMap((entry) => {
    const meta = entry.standing === 'waiting' ? entryMeta(context, entry) : undefined;
    return meta ? [{ key: entry.key, meta }] : [];
  });
  return next.slice(0, Math.max(0, free));
}

/** Whether a file of this queue is being sent as that upload. */
const isSentAs = ({ ref }: UploadEntry, { upload_id, sha256 }: OpenUpload): boolean => {
  const { place, sha256: hash } = ref.getSnapshot().context;
  return place?.id === upload_id || hash === sha256;
};

/** What is sent or gone on with in this queue is not offered as well; what another file was chosen for is offered still. */
function offeredStill(uploads: OpenUpload[], entries: UploadEntry[]): OpenUpload[] {
  const goneOnWith = entries.filter(({ standing, hasFailed }) => standing !== 'over' || hasFailed).map(({ offered }) => offered?.upload_id);
  return uploads.filter((upload) => !goneOnWith.includes(upload.upload_id) && !entries.some((entry) => isSentAs(entry, upload)));
}

/** Only ever the newest question counts, and what the server says replaces what was known. */
export const withOpen = ({ entries }: Context, uploads: OpenUpload[]): Known => ({
  answer: offeredStill(uploads, entries),
  failure: undefined,
});

export const withWords = ({ words }: Context, changes: WordsChange): Known => ({ words: { ...words, ...changes }, isIncomplete: false });

export function withFiles({ entries, added }: Context, { files, today }: { files: ChosenFile[]; today: string }, begin: Begin): Known {
  const taken = files.slice(0, FILES_MAX);
  const more = taken.map(({ key, file }, index): UploadEntry => {
    const refusal = refusalOf(file);
    return {
      key,
      file,
      own: {},
      offered: undefined,
      seq: added + index + 1,
      standing: refusal === undefined ? 'drafted' : 'over',
      hasFailed: false,
      ref: begin({ key, file, expected: undefined, refusal }),
    };
  });
  return { entries: [...entries, ...more], added: added + more.length, leftOut: files.length - taken.length, today };
}

/** An upload of before is gone on with: it was described when it was begun, and waits for its turn at once. */
export function withTakenUp(
  context: Context,
  { uploadId, chosen: { key, file }, today }: { uploadId: string; chosen: ChosenFile; today: string },
  begin: Begin,
): Known {
  const offered = context.answer?.find((one) => one.upload_id === uploadId);
  const ref = begin({ key, file, expected: offered?.sha256, refusal: undefined });
  const entry: UploadEntry = { key, file, own: {}, offered, seq: context.added + 1, standing: 'waiting', hasFailed: false, ref };
  const entries = [...context.entries, entry];
  return { entries, added: context.added + 1, today, answer: offeredStill(context.answer ?? [], entries), wrongSize: undefined };
}

export const withOwn = ({ entries }: Context, { key, own }: { key: string; own: OwnWords }): Known => ({
  entries: entries.map((entry) => (entry.key === key ? { ...entry, own: { ...entry.own, ...own } } : entry)),
});

/** Files whose names are still to be read. */
export const unmatched = ({ entries }: Context): ChosenFile[] =>
  entries
    .filter(({ standing, own, offered }) => standing === 'drafted' && own.content === undefined && !offered)
    .map(({ key, file }) => ({ key, file }));

/** Whoever was told a drama or product by the reader keeps it. */
export const withMatches = ({ entries }: Context, matches: { key: string; content: UploadContent }[]): Known => ({
  entries: entries.map((entry) => {
    const match = matches.find(({ key }) => key === entry.key);
    return match && entry.own.content === undefined ? { ...entry, own: { ...entry.own, content: match.content } } : entry;
  }),
});

/** Those that lack a word stay drafted, and the reader sees which. */
export function started(context: Context): Known {
  const drafted = context.entries.filter(({ standing }) => standing === 'drafted');
  const ready = drafted.filter((entry) => entryMeta(context, entry) !== undefined).map(({ key }) => key);
  return { entries: stood(context.entries, ready, 'waiting'), isIncomplete: ready.length < drafted.length, isFull: false };
}

/** Free places are given away, and those who get one are told. */
export function taken(context: Context): Known {
  const next = turns(context);
  const orders = next.map(({ key, meta }): UploadOrder => ({ key, event: { type: 'item.started', meta } }));
  const keys = next.map(({ key }) => key);
  return { entries: stood(context.entries, keys, 'active'), orders: [...context.orders, ...orders] };
}

export const allPaused = ({ entries, orders }: Context): Known => ({
  entries: stood(entries, keysIn(entries, 'waiting'), 'resting'),
  orders: ordered(orders, keysIn(entries, 'active'), { type: 'item.paused' }),
});

/** Those that were paused in themselves are asked; those that never began only wait again. */
export const allResumed = ({ entries, orders }: Context): Known => ({
  isFull: false,
  entries: stood(entries, keysIn(entries, 'resting'), 'waiting'),
  orders: ordered(orders, keysIn(entries, 'resting'), { type: 'item.wanted' }),
});

export const allRetried = ({ entries, orders }: Context): Known => ({
  orders: ordered(orders, keysIn(entries, 'over'), { type: 'item.wanted' }),
});

/** What failed stays: somebody may want to try it again. */
export const cleared = ({ entries, orders }: Context): Known => ({
  orders: ordered(
    orders,
    entries.filter(({ standing, hasFailed }) => standing === 'over' && !hasFailed).map(({ key }) => key),
    { type: 'item.removed' },
  ),
});

/** Whoever was given a place meanwhile keeps it. */
export const wanted = ({ entries }: Context, key: string): Known => ({
  entries: entries.map((entry) =>
    entry.key === key && (entry.standing === 'resting' || entry.standing === 'over')
      ? { ...entry, standing: 'waiting' as const, hasFailed: false }
      : entry,
  ),
});

/** Of what the server made no material of, `materialId` is known: there is nothing left to try here. */
export function ended({ entries }: Context, end: { key: string; outcome: UploadEnd; materialId: number | undefined }): Known {
  const hasFailed = end.outcome === 'failed' && end.materialId === undefined;
  return { entries: entries.map((entry) => (entry.key === end.key ? { ...entry, standing: 'over' as const, hasFailed } : entry)) };
}

/** Orders of what left the queue go with it. */
export const without = ({ entries, orders }: Context, gone: string): Known => ({
  entries: entries.filter(({ key }) => key !== gone),
  orders: orders.filter(({ key }) => key !== gone),
});

import { type ActorRefFrom, assign, sendTo, setup, stopChild } from 'xstate';
import type { UploadMeta } from '#contracts/endpoints/material-uploads.ts';
import { type Failure, failureOf } from '../faults.ts';
import { effect, missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import { type UploadItem, type UploadItemEvent, type UploadItemFact, uploadItemMachine } from './upload-item.machine.ts';
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
  type UploadFile,
  type UploadWords,
} from './upload-rules.ts';

/**
 * Where a file stands in the queue. `drafted`: the reader has not started it; `waiting`: for a place; `active`: it has one;
 * `resting`: paused; `sent`: the server has all of it; `over`: nothing more happens by itself.
 */
export type Standing = 'drafted' | 'waiting' | 'active' | 'resting' | 'sent' | 'over';

export interface UploadEntry {
  key: string;
  file: UploadFile;
  own: OwnWords;
  /** Of an upload that was begun before, whose words hold. */
  offered: OpenUpload | undefined;
  /** Counted from 1, for titles. */
  seq: number;
  standing: Standing;
  /** It failed: the reader may want to try again, and what arrived stays. */
  hasFailed: boolean;
  ref: UploadItem;
}

export interface ChosenFile {
  /** A new UUID. */
  key: string;
  file: UploadFile;
}

export interface UploadQueueInput {
  /** Fixed where the page is about one line of business. */
  biz?: Biz;
}

export type UploadQueueEvent =
  | { type: 'uploads.seen' }
  | { type: 'uploads.wordsChanged'; changes: Partial<UploadWords> }
  /** `today`: YYYYMMDD, for titles. */
  | { type: 'uploads.filesAdded'; files: ChosenFile[]; today: string }
  | { type: 'uploads.fileDescribed'; key: string; own: OwnWords }
  | { type: 'uploads.started' }
  | { type: 'uploads.paused' }
  | { type: 'uploads.resumed' }
  | { type: 'uploads.retried' }
  | { type: 'uploads.cleared' }
  | { type: 'uploads.messageClosed' }
  /** The file of an upload that was begun before, chosen again. */
  | { type: 'uploads.fileReoffered'; uploadId: string; chosen: ChosenFile; today: string }
  /** It will not be gone on with. */
  | { type: 'uploads.dropped'; uploadId: string }
  | UploadItemFact;

/** Told upwards: something was uploaded, or processed. */
export type UploadsFact = { type: 'uploads.changed' };

interface Order {
  key: string;
  event: UploadItemEvent;
}

interface UploadQueueContext {
  words: UploadWords;
  isBizFixed: boolean;
  entries: UploadEntry[];
  /** How many were ever added. */
  added: number;
  /** What is still to be said to items, in order. */
  orders: Order[];
  today: string;
  /** Of the last choice, so many were too many. */
  leftOut: number;
  isFull: boolean;
  /** The reader tried to start while something common is missing. */
  isIncomplete: boolean;
  /** What the server keeps open. */
  answer: OpenUpload[] | undefined;
  wrongSize: string | undefined;
  dropping: string | undefined;
  failure: Failure | undefined;
}

type Context = UploadQueueContext;
type KeyOf = { key: string };

const entryMeta = ({ words, today }: Context, { file, own, offered, seq }: UploadEntry): UploadMeta | undefined =>
  offered?.meta ?? metaOf(words, own, titleOf(file, words, own, { today, seq }));

const stood = (entries: UploadEntry[], keys: readonly string[], standing: Standing): UploadEntry[] =>
  entries.map((entry) => (keys.includes(entry.key) ? { ...entry, standing } : entry));

const keysIn = (entries: UploadEntry[], ...standings: Standing[]): string[] =>
  entries.filter(({ standing }) => standings.includes(standing)).map(({ key }) => key);

/** Those whose turn it is now, with what they are told. */
function turns(context: Context): { key: string; meta: UploadMeta }[] {
  const free = AT_ONCE - keysIn(context.entries, 'active').length;
  const next = context.entries.flatMap((entry) => {
    const meta = entry.standing === 'waiting' ? entryMeta(context, entry) : undefined;
    return meta ? [{ key: entry.key, meta }] : [];
  });
  return next.slice(0, Math.max(0, free));
}

/** Only ever the newest question counts, and what the server says replaces what was known. */
const known = (uploads: OpenUpload[], entries: UploadEntry[]): OpenUpload[] =>
  uploads.filter(({ upload_id }) => !entries.some(({ offered }) => offered?.upload_id === upload_id));

/** Files that are uploaded: described together, sent three at a time, paused, resumed and removed one by one or all. */
export const uploadQueueMachine = setup({
  types: {} as {
    context: Context;
    events: UploadQueueEvent;
    input: UploadQueueInput;
    children: { loadOpen: 'loadOpen'; dropUpload: 'dropUpload'; matchContents: 'matchContents' };
    tags: 'busy' | 'failed' | 'writing';
  },
  actors: {
    item: uploadItemMachine,
    loadOpen: missingActor<OpenUpload[], { biz: Biz | undefined }>('loadOpen'),
    /** Which drama or product a file says it is of, by its name. */
    matchContents: missingActor<{ key: string; content: UploadContent }[], { biz: Biz; files: ChosenFile[] }>('matchContents'),
    dropUpload: missingActor<void, { uploadId: string }>('dropUpload'),
  },
  guards: {
    hasOrders: ({ context }) => context.orders.length > 0,
    hasTurns: (args) => turns(args.context).length > 0,
    isSameSize: ({ context }, { uploadId, chosen }: { uploadId: string; chosen: ChosenFile }) =>
      context.answer?.some((one) => one.upload_id === uploadId && one.size === chosen.file.size) === true,
  },
  actions: {
    changeWords: assign(({ context }, { changes }: { changes: Partial<UploadWords> }) => {
      const isOtherBiz = changes.biz !== undefined && changes.biz !== context.words.biz;
      return { words: { ...context.words, ...(isOtherBiz ? { content: null } : {}), ...changes }, isIncomplete: false };
    }),
    addFiles: assign(({ context, spawn }, { files, today }: { files: ChosenFile[]; today: string }) => {
      const taken = files.slice(0, FILES_MAX);
      const entries = taken.map(({ key, file }, index): UploadEntry => {
        const refusal = refusalOf(file);
        const ref = spawn('item', { id: key, input: { key, file, expected: undefined, refusal } });
        return {
          key,
          file,
          own: {},
          offered: undefined,
          seq: context.added + index + 1,
          standing: refusal === undefined ? 'drafted' : 'over',
          hasFailed: false,
          ref,
        };
      });
      return {
        entries: [...context.entries, ...entries],
        added: context.added + entries.length,
        leftOut: files.length - taken.length,
        today,
      };
    }),
    forgetRest: effect<{ keys: string[] }>('forgetRest'),
    takeUp: assign(({ context, spawn }, { uploadId, chosen, today }: { uploadId: string; chosen: ChosenFile; today: string }) => {
      const offered = context.answer?.find((one) => one.upload_id === uploadId);
      const { key, file } = chosen;
      const ref = spawn('item', { id: key, input: { key, file, expected: offered?.sha256, refusal: undefined } });
      const entry: UploadEntry = { key, file, own: {}, offered, seq: context.added + 1, standing: 'waiting', hasFailed: false, ref };
      const entries = [...context.entries, entry];
      return { entries, added: context.added + 1, today, answer: known(context.answer ?? [], entries), wrongSize: undefined };
    }),
    noteWrongSize: assign((_, { uploadId }: { uploadId: string }) => ({ wrongSize: uploadId })),
    describe: assign(({ context }, { key, own }: { key: string; own: OwnWords }) => ({
      entries: context.entries.map((entry) => (entry.key === key ? { ...entry, own: { ...entry.own, ...own } } : entry)),
    })),
    keepMatches: assign(({ context }, { matches }: { matches: { key: string; content: UploadContent }[] }) => ({
      entries: context.entries.map((entry) => {
        const match = matches.find(({ key }) => key === entry.key);
        return match && entry.own.content === undefined ? { ...entry, own: { ...entry.own, content: match.content } } : entry;
      }),
    })),
    /** Those that lack a word stay drafted, and the reader sees which. */
    start: assign(({ context }) => {
      const drafted = context.entries.filter(({ standing }) => standing === 'drafted');
      const ready = drafted.filter((entry) => entryMeta(context, entry) !== undefined).map(({ key }) => key);
      return { entries: stood(context.entries, ready, 'waiting'), isIncomplete: ready.length < drafted.length, isFull: false };
    }),
    take: assign(({ context }) => {
      const next = turns(context);
      const orders = next.map(({ key, meta }): Order => ({ key, event: { type: 'item.started', meta } }));
      return {
        entries: stood(
          context.entries,
          next.map(({ key }) => key),
          'active',
        ),
        orders: [...context.orders, ...orders],
      };
    }),
    pauseAll: assign(({ context }) => ({
      entries: stood(context.entries, keysIn(context.entries, 'waiting'), 'resting'),
      orders: [...context.orders, ...keysIn(context.entries, 'active').map((key): Order => ({ key, event: { type: 'item.paused' } }))],
    })),
    /** Those that were paused in themselves are asked; those that never began only wait again. */
    resumeAll: assign(({ context }) => ({
      isFull: false,
      entries: stood(context.entries, keysIn(context.entries, 'resting'), 'waiting'),
      orders: [...context.orders, ...keysIn(context.entries, 'resting').map((key): Order => ({ key, event: { type: 'item.wanted' } }))],
    })),
    retryAll: assign(({ context }) => ({
      orders: [...context.orders, ...keysIn(context.entries, 'over').map((key): Order => ({ key, event: { type: 'item.wanted' } }))],
    })),
    clearOver: assign(({ context }) => ({
      orders: [
        ...context.orders,
        ...context.entries
          .filter(({ standing, hasFailed }) => standing === 'over' && !hasFailed)
          .map(({ key }): Order => ({ key, event: { type: 'item.removed' } })),
      ],
    })),
    noteFull: assign({ isFull: true }),
    rest: assign(({ context }, { key }: KeyOf) => ({ entries: stood(context.entries, [key], 'resting') })),
    /** Whoever was given a place meanwhile keeps it. */
    want: assign(({ context }, { key }: KeyOf) => ({
      entries: context.entries.map((entry) =>
        entry.key === key && (entry.standing === 'resting' || entry.standing === 'over')
          ? { ...entry, standing: 'waiting' as const, hasFailed: false }
          : entry,
      ),
    })),
    noteSent: assign(({ context }, { key }: KeyOf) => ({ entries: stood(context.entries, [key], 'sent') })),
    settle: assign(({ context }, { key, outcome }: { key: string; outcome: string }) => ({
      entries: context.entries.map((entry) =>
        entry.key === key ? { ...entry, standing: 'over' as const, hasFailed: outcome === 'failed' } : entry,
      ),
    })),
    stopItem: stopChild((_, { key }: KeyOf) => key),
    drop: assign(({ context }, { key }: KeyOf) => ({
      entries: context.entries.filter((entry) => entry.key !== key),
      orders: context.orders.filter((order) => order.key !== key),
    })),
    sendOrder: sendTo(
      ({ context }) => {
        const [order] = context.orders;
        // Orders of what left the queue went with it.
        return context.entries.find(({ key }) => key === order?.key)?.ref as UploadItem;
      },
      // Sent only while there are orders.
      ({ context }) => (context.orders[0] as Order).event,
    ),
    dropOrder: assign(({ context }) => ({ orders: context.orders.slice(1) })),
    closeMessage: assign({ leftOut: 0, wrongSize: undefined, isIncomplete: false }),
    keepOpen: assign(({ context }, { uploads }: { uploads: OpenUpload[] }) => ({
      answer: known(uploads, context.entries),
      failure: undefined,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepDropping: assign((_, { uploadId }: { uploadId: string }) => ({ dropping: uploadId })),
    tellChanged: tell<Context>(() => ({ type: 'uploads.changed' })),
  },
}).createMachine({
  id: 'uploadQueue',
  description: 'Files on their way to become materials, and uploads of before that can be gone on with.',
  context: ({ input }) => ({
    words: blankWords(input.biz),
    isBizFixed: input.biz !== undefined,
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
  }),
  type: 'parallel',
  on: {
    'uploads.wordsChanged': { actions: { type: 'changeWords', params: ({ event }) => event } },
    'uploads.fileDescribed': { actions: { type: 'describe', params: ({ event }) => event } },
    'uploads.messageClosed': { actions: 'closeMessage' },
    'uploads.started': { actions: 'start' },
    'uploads.paused': { actions: 'pauseAll' },
    'uploads.resumed': { actions: 'resumeAll' },
    'uploads.retried': { actions: 'retryAll' },
    'uploads.cleared': { actions: 'clearOver' },
    'item.rested': { actions: { type: 'rest', params: ({ event }) => event } },
    'item.wanted': { actions: { type: 'want', params: ({ event }) => event } },
    'item.full': { actions: ['noteFull', 'pauseAll'] },
    'item.sent': { actions: [{ type: 'noteSent', params: ({ event }) => event }, 'tellChanged'] },
    'item.gone': {
      actions: [
        { type: 'stopItem', params: ({ event }) => event },
        { type: 'drop', params: ({ event }) => event },
      ],
    },
  },
  states: {
    line: {
      description: 'Places are given away as soon as they are free, and items are told one after the other.',
      always: [
        { guard: 'hasOrders', actions: ['sendOrder', 'dropOrder'] },
        { guard: 'hasTurns', actions: 'take' },
      ],
    },
    choice: {
      description: 'Files that were chosen last, and what their names say.',
      initial: 'taken',
      on: {
        'uploads.filesAdded': {
          target: '.matching',
          actions: [
            { type: 'addFiles', params: ({ event }) => event },
            { type: 'forgetRest', params: ({ event }) => ({ keys: event.files.slice(FILES_MAX).map(({ key }) => key) }) },
          ],
        },
      },
      states: {
        taken: {},
        matching: {
          invoke: {
            id: 'matchContents',
            src: 'matchContents',
            input: ({ context }) => ({
              biz: context.words.biz,
              files: context.entries
                .filter(({ standing, own, offered }) => standing === 'drafted' && own.content === undefined && !offered)
                .map(({ key, file }) => ({ key, file })),
            }),
            onDone: { target: 'taken', actions: { type: 'keepMatches', params: ({ event }) => ({ matches: event.output }) } },
            // The reader chooses by hand then.
            onError: 'taken',
          },
        },
      },
    },
    before: {
      description: 'Uploads that were begun before and can be gone on with.',
      initial: 'unknown',
      on: {
        'uploads.seen': '.loading',
        'item.settled': {
          target: '.loading',
          actions: [{ type: 'settle', params: ({ event }) => event }, 'tellChanged'],
        },
      },
      states: {
        unknown: {},
        loading: {
          tags: 'busy',
          invoke: {
            id: 'loadOpen',
            src: 'loadOpen',
            input: ({ context: { isBizFixed, words } }) => ({ biz: isBizFixed ? words.biz : undefined }),
            onDone: { target: 'known', actions: { type: 'keepOpen', params: ({ event }) => ({ uploads: event.output }) } },
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        known: {
          on: {
            'uploads.fileReoffered': [
              { guard: { type: 'isSameSize', params: ({ event }) => event }, actions: { type: 'takeUp', params: ({ event }) => event } },
              {
                actions: [
                  { type: 'noteWrongSize', params: ({ event }) => event },
                  { type: 'forgetRest', params: ({ event }) => ({ keys: [event.chosen.key] }) },
                ],
              },
            ],
            'uploads.dropped': { target: 'dropping', actions: { type: 'keepDropping', params: ({ event }) => event } },
          },
        },
        dropping: {
          description: 'An upload of before is given up; the server throws away what it has of it.',
          tags: ['busy', 'writing'],
          invoke: {
            id: 'dropUpload',
            src: 'dropUpload',
            // Entered only with one to give up.
            input: ({ context }) => ({ uploadId: context.dropping as string }),
            onDone: 'loading',
            onError: 'loading',
          },
          on: { 'uploads.seen': {}, 'item.settled': { actions: [{ type: 'settle', params: ({ event }) => event }, 'tellChanged'] } },
        },
        failed: { tags: 'failed' },
      },
    },
  },
});

export type UploadQueue = ActorRefFrom<typeof uploadQueueMachine>;

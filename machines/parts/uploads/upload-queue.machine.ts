import { assign, sendTo, setup, stopChild } from 'xstate';
import { failureOf } from '../../kernel/form/faults.ts';
import type { MachineName } from '../../kernel/machine-name.ts';
import { effect, missingActor } from '../../kernel/placeholders.ts';
import { tell } from '../../kernel/tell.ts';
import { type UploadItem, uploadItemMachine } from './upload-item.machine.ts';
import type { UploadEnd } from './upload-item-contract.ts';
import type { ChosenFile, UploadOrder, UploadQueueContext, UploadQueueEvent, UploadsFact, WordsChange } from './upload-queue-contract.ts';
import {
  allPaused,
  allResumed,
  allRetried,
  cleared,
  emptyQueue,
  ended,
  started,
  stood,
  taken,
  turns,
  unmatched,
  wanted,
  withFiles,
  withMatches,
  withOpen,
  withOwn,
  without,
  withTakenUp,
  withWords,
} from './upload-queue-rules.ts';
import { type Biz, FILES_MAX, type OpenUpload, type OwnWords, type UploadContent } from './upload-rules.ts';

type Context = UploadQueueContext;
type KeyOf = { key: string };

/** Files that are uploaded: described together, sent three at a time, paused, resumed and removed one by one or all. */
export const createUploadQueue = ({ id, description, biz }: MachineName & { biz: Biz }) =>
  setup({
    types: {} as {
      context: Context;
      events: UploadQueueEvent;
      emitted: UploadsFact;
      children: { loadOpen: 'loadOpen'; dropUpload: 'dropUpload'; matchContents: 'matchContents' };
      tags: 'busy' | 'failed' | 'writing';
    },
    actors: {
      item: uploadItemMachine,
      loadOpen: missingActor<OpenUpload[], { biz: Biz }>('loadOpen'),
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
      changeWords: assign(({ context }, { changes }: { changes: WordsChange }) => withWords(context, changes)),
      addFiles: assign(({ context, spawn }, given: { files: ChosenFile[]; today: string }) =>
        withFiles(context, given, (input) => spawn('item', { id: input.key, input })),
      ),
      forgetRest: effect<{ keys: string[] }>('forgetRest'),
      takeUp: assign(({ context, spawn }, given: { uploadId: string; chosen: ChosenFile; today: string }) =>
        withTakenUp(context, given, (input) => spawn('item', { id: input.key, input })),
      ),
      noteWrongSize: assign((_, { uploadId }: { uploadId: string }) => ({ wrongSize: uploadId })),
      describe: assign(({ context }, given: { key: string; own: OwnWords }) => withOwn(context, given)),
      keepMatches: assign(({ context }, { matches }: { matches: { key: string; content: UploadContent }[] }) =>
        withMatches(context, matches),
      ),
      start: assign(({ context }) => started(context)),
      take: assign(({ context }) => taken(context)),
      pauseAll: assign(({ context }) => allPaused(context)),
      resumeAll: assign(({ context }) => allResumed(context)),
      retryAll: assign(({ context }) => allRetried(context)),
      clearOver: assign(({ context }) => cleared(context)),
      noteFull: assign({ isFull: true }),
      rest: assign(({ context }, { key }: KeyOf) => ({ entries: stood(context.entries, [key], 'resting') })),
      want: assign(({ context }, { key }: KeyOf) => wanted(context, key)),
      noteSent: assign(({ context }, { key }: KeyOf) => ({ entries: stood(context.entries, [key], 'sent') })),
      settle: assign(({ context }, given: { key: string; outcome: UploadEnd; materialId: number | undefined }) => ended(context, given)),
      stopItem: stopChild((_, { key }: KeyOf) => key),
      drop: assign(({ context }, { key }: KeyOf) => without(context, key)),
      sendOrder: sendTo(
        ({ context }) => {
          const [order] = context.orders;
          // Orders of what left the queue went with it.
          return context.entries.find(({ key }) => key === order?.key)?.ref as UploadItem;
        },
        // Sent only while there are orders.
        ({ context }) => (context.orders[0] as UploadOrder).event,
      ),
      dropOrder: assign(({ context }) => ({ orders: context.orders.slice(1) })),
      closeMessage: assign({ leftOut: 0, wrongSize: undefined, isIncomplete: false }),
      keepOpen: assign(({ context }, { uploads }: { uploads: OpenUpload[] }) => withOpen(context, uploads)),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      keepDropping: assign((_, { uploadId }: { uploadId: string }) => ({ dropping: uploadId })),
      tellChanged: tell<Context>(() => ({ type: 'uploads.changed' })),
    },
  }).createMachine({
    id,
    description,
    context: emptyQueue(biz),
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
          taken: { description: 'Nothing is to be found out about names.' },
          matching: {
            description: 'Which drama or product the names of new files say is looked up.',
            invoke: {
              id: 'matchContents',
              src: 'matchContents',
              input: ({ context }) => ({ biz, files: unmatched(context) }),
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
          // What the server still has of it can be gone on with.
          'item.gone': {
            target: '.loading',
            actions: [
              { type: 'stopItem', params: ({ event }) => event },
              { type: 'drop', params: ({ event }) => event },
            ],
          },
          'uploads.fileReoffered': [
            { guard: { type: 'isSameSize', params: ({ event }) => event }, actions: { type: 'takeUp', params: ({ event }) => event } },
            {
              actions: [
                { type: 'noteWrongSize', params: ({ event }) => event },
                { type: 'forgetRest', params: ({ event }) => ({ keys: [event.chosen.key] }) },
              ],
            },
          ],
          'uploads.dropped': { target: '.dropping', actions: { type: 'keepDropping', params: ({ event }) => event } },
        },
        states: {
          unknown: { description: 'The page was not looked at yet.' },
          loading: {
            tags: 'busy',
            invoke: {
              id: 'loadOpen',
              src: 'loadOpen',
              input: { biz },
              onDone: { target: 'known', actions: { type: 'keepOpen', params: ({ event }) => ({ uploads: event.output }) } },
              onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
            },
          },
          known: { description: 'They are offered: to be gone on with by the same file, or to be given up.' },
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
            on: {
              'uploads.seen': {},
              'uploads.dropped': {},
              'item.settled': { actions: [{ type: 'settle', params: ({ event }) => event }, 'tellChanged'] },
              'item.gone': {
                actions: [
                  { type: 'stopItem', params: ({ event }) => event },
                  { type: 'drop', params: ({ event }) => event },
                ],
              },
            },
          },
          failed: { tags: 'failed' },
        },
      },
    },
  });

export type UploadQueueMachine = ReturnType<typeof createUploadQueue>;

export const dramaUploads = createUploadQueue({
  id: 'dramaUploads',
  description: 'Files on their way to become materials of short dramas, and uploads of before that can be gone on with.',
  biz: 'dj',
});

export const productUploads = createUploadQueue({
  id: 'productUploads',
  description: 'Files on their way to become materials of e-commerce, and uploads of before that can be gone on with.',
  biz: 'ec',
});

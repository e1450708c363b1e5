import { assign, sendTo, setup, stopChild } from 'xstate';
import { toFailure } from '../../kernel/form/faults.ts';
import type { MachineName } from '../../kernel/machine-name.ts';
import { effect, missingActor } from '../../kernel/placeholders.ts';
import { tell } from '../../kernel/tell.ts';
import { type UploadItem, uploadItemMachine } from './upload-item.machine.ts';
import type { UploadEnd } from './upload-item-contract.ts';
import type { ChosenFile, ItemMessage, UploadQueueContext, UploadQueueEvent, UploadsFact, WordsChange } from './upload-queue-contract.ts';
import {
  addFiles,
  changeWords,
  clearFinished,
  continueUpload,
  describeFile,
  emptyQueue,
  endFile,
  fillSlots,
  keepMatches,
  keepOpenUploads,
  nextStarts,
  pauseAll,
  queueAgain,
  removeFile,
  resumeAll,
  retryAll,
  startDrafted,
  unmatchedFiles,
  withStage,
} from './upload-queue-rules.ts';
import { type Biz, MAX_FILES, type OpenUpload, type OwnWords, type UploadContent } from './upload-rules.ts';

type Context = UploadQueueContext;
type KeyOf = { key: string };

/** The upload queue: files are described together, sent three at a time, and paused, resumed or removed one by one or all at once. */
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
      /** Finds the drama or product of each file by its name. */
      matchContents: missingActor<{ key: string; content: UploadContent }[], { biz: Biz; files: ChosenFile[] }>('matchContents'),
      dropUpload: missingActor<void, { uploadId: string }>('dropUpload'),
    },
    guards: {
      hasMessages: ({ context }) => context.messages.length > 0,
      hasNextStarts: (args) => nextStarts(args.context).length > 0,
      isSameSize: ({ context }, { uploadId, chosen }: { uploadId: string; chosen: ChosenFile }) =>
        context.answer?.some((one) => one.upload_id === uploadId && one.size === chosen.file.size) === true,
    },
    actions: {
      changeWords: assign(({ context }, { changes }: { changes: WordsChange }) => changeWords(context, changes)),
      addFiles: assign(({ context, spawn }, given: { files: ChosenFile[]; today: string }) =>
        addFiles(context, given, (input) => spawn('item', { id: input.key, input })),
      ),
      forgetFiles: effect<{ keys: string[] }>('forgetFiles'),
      continueUpload: assign(({ context, spawn }, given: { uploadId: string; chosen: ChosenFile; today: string }) =>
        continueUpload(context, given, (input) => spawn('item', { id: input.key, input })),
      ),
      keepWrongSize: assign((_, { uploadId }: { uploadId: string }) => ({ wrongSize: uploadId })),
      describe: assign(({ context }, given: { key: string; own: OwnWords }) => describeFile(context, given)),
      keepMatches: assign(({ context }, { matches }: { matches: { key: string; content: UploadContent }[] }) =>
        keepMatches(context, matches),
      ),
      start: assign(({ context }) => startDrafted(context)),
      fillSlots: assign(({ context }) => fillSlots(context)),
      pauseAll: assign(({ context }) => pauseAll(context)),
      resumeAll: assign(({ context }) => resumeAll(context)),
      retryAll: assign(({ context }) => retryAll(context)),
      clearOver: assign(({ context }) => clearFinished(context)),
      markFull: assign({ isFull: true }),
      rest: assign(({ context }, { key }: KeyOf) => ({ entries: withStage(context.entries, [key], 'resting') })),
      queueAgain: assign(({ context }, { key }: KeyOf) => queueAgain(context, key)),
      markSent: assign(({ context }, { key }: KeyOf) => ({ entries: withStage(context.entries, [key], 'sent') })),
      settle: assign(({ context }, given: { key: string; outcome: UploadEnd; materialId: number | undefined }) => endFile(context, given)),
      stopItem: stopChild((_, { key }: KeyOf) => key),
      drop: assign(({ context }, { key }: KeyOf) => removeFile(context, key)),
      sendMessage: sendTo(
        ({ context }) => {
          const [order] = context.messages;
          // A removed file takes its pending events with it, so the order names a file that is still there.
          return context.entries.find(({ key }) => key === order?.key)?.ref as UploadItem;
        },
        // Entered only while there are events to send.
        ({ context }) => (context.messages[0] as ItemMessage).event,
      ),
      dropMessage: assign(({ context }) => ({ messages: context.messages.slice(1) })),
      closeMessage: assign({ leftOut: 0, wrongSize: undefined, isIncomplete: false }),
      keepOpen: assign(({ context }, { uploads }: { uploads: OpenUpload[] }) => keepOpenUploads(context, uploads)),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
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
      'item.resumed': { actions: { type: 'queueAgain', params: ({ event }) => event } },
      'item.full': { actions: ['markFull', 'pauseAll'] },
      'item.sent': { actions: [{ type: 'markSent', params: ({ event }) => event }, 'tellChanged'] },
    },
    states: {
      line: {
        description: 'Fills free slots and sends events to items one after the other.',
        always: [
          { guard: 'hasMessages', actions: ['sendMessage', 'dropMessage'] },
          { guard: 'hasNextStarts', actions: 'fillSlots' },
        ],
      },
      choice: {
        description: 'Matches the names of newly chosen files.',
        initial: 'taken',
        on: {
          'uploads.filesAdded': {
            target: '.matching',
            actions: [
              { type: 'addFiles', params: ({ event }) => event },
              { type: 'forgetFiles', params: ({ event }) => ({ keys: event.files.slice(MAX_FILES).map(({ key }) => key) }) },
            ],
          },
        },
        states: {
          taken: { description: 'No names are being matched.' },
          matching: {
            description: 'The names of new files are matched with dramas or products.',
            invoke: {
              id: 'matchContents',
              src: 'matchContents',
              input: ({ context }) => ({ biz, files: unmatchedFiles(context) }),
              onDone: { target: 'taken', actions: { type: 'keepMatches', params: ({ event }) => ({ matches: event.output }) } },
              // The user then chooses by hand.
              onError: 'taken',
            },
          },
        },
      },
      before: {
        description: 'Earlier uploads that can be continued.',
        initial: 'unknown',
        on: {
          'uploads.seen': '.loading',
          'item.settled': {
            target: '.loading',
            actions: [{ type: 'settle', params: ({ event }) => event }, 'tellChanged'],
          },
          // The parts that the server has can be continued.
          'item.gone': {
            target: '.loading',
            actions: [
              { type: 'stopItem', params: ({ event }) => event },
              { type: 'drop', params: ({ event }) => event },
            ],
          },
          'uploads.fileChosenAgain': [
            {
              guard: { type: 'isSameSize', params: ({ event }) => event },
              actions: { type: 'continueUpload', params: ({ event }) => event },
            },
            {
              actions: [
                { type: 'keepWrongSize', params: ({ event }) => event },
                { type: 'forgetFiles', params: ({ event }) => ({ keys: [event.chosen.key] }) },
              ],
            },
          ],
          'uploads.givenUp': { target: '.dropping', actions: { type: 'keepDropping', params: ({ event }) => event } },
        },
        states: {
          unknown: { description: 'The page was not seen yet.' },
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
          known: { description: 'They are offered to be continued with the same file, or given up.' },
          dropping: {
            description: 'An earlier upload is given up; the server discards its bytes.',
            tags: ['busy', 'writing'],
            invoke: {
              id: 'dropUpload',
              src: 'dropUpload',
              // Entered only with an upload to give up.
              input: ({ context }) => ({ uploadId: context.dropping as string }),
              onDone: 'loading',
              onError: 'loading',
            },
            on: {
              'uploads.seen': {},
              'uploads.givenUp': {},
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

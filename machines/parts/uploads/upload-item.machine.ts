import { type ActorRefFrom, assign, setup } from 'xstate';
import type { UploadMeta } from '#contracts/endpoints/material-uploads.ts';
import { type Failure, toFailure } from '../../kernel/form/faults.ts';
import { effect, missingActor, missingCallback } from '../../kernel/placeholders.ts';
import { tell } from '../../kernel/tell.ts';
import type {
  BreakReason,
  FinishOutcome,
  OpeningOutcome,
  ProcessingOutcome,
  UploadEnd,
  UploadItemContext,
  UploadItemEvent,
  UploadItemInput,
  UploadPlace,
} from './upload-item-contract.ts';
import { blankItem, existingIn, failReasonIn, materialIn, placeIn, refusedIn } from './upload-item-rules.ts';
import { refuseFacts, type UploadFacts, type UploadFile, type UploadRefusal } from './upload-rules.ts';

/** Pause between two checks whether a file was processed. */
export const PROCESSING_PAUSE_MS = 3_000;

type Context = UploadItemContext;
/** The outcomes that opening and finishing have in common. */
interface OutcomeEvent {
  event: { output: OpeningOutcome | FinishOutcome };
}
const isOutcome = (kind: 'duplicate' | 'full') =>
  ({ type: 'isKind', params: ({ event }: OutcomeEvent) => ({ outcome: event.output, kind }) }) as const;
const outcomeIn = ({ event }: OutcomeEvent) => ({ outcome: event.output });
const rejections = [
  { guard: isOutcome('duplicate'), target: 'duplicate', actions: { type: 'keepExisting', params: outcomeIn } },
  { guard: isOutcome('full'), target: 'paused', actions: ['keepFull', 'tellFull'] },
  { target: 'failed', actions: { type: 'keepRefused', params: outcomeIn } },
] as const;

/** Uploads one file until it is a material. */
export const uploadItemMachine = setup({
  types: {} as {
    context: Context;
    events: UploadItemEvent;
    input: UploadItemInput;
    tags: 'busy' | 'dirty' | 'writing' | 'moving';
  },
  actors: {
    checkFile: missingCallback<{ key: string; file: UploadFile }>('checkFile'),
    openUpload: missingActor<OpeningOutcome, { file: UploadFile; sha256: string; meta: UploadMeta }>('openUpload'),
    sendBytes: missingCallback<{ key: string; place: UploadPlace; size: number }>('sendBytes'),
    finishUpload: missingActor<FinishOutcome, { key: string; id: string }>('finishUpload'),
    askProcessing: missingActor<ProcessingOutcome, { materialId: number }>('askProcessing'),
    cancelUpload: missingActor<void, { id: string }>('cancelUpload'),
  },
  guards: {
    isRefused: ({ context }) => context.refusal !== undefined,
    isHashed: ({ context }) => context.sha256 !== undefined,
    isNotSent: ({ context }) => context.materialId === undefined,
    isOpened: ({ context }) => context.place !== undefined && context.materialId === undefined,
    isOtherFile: ({ context }, { sha256 }: { sha256: string }) => context.expected !== undefined && context.expected !== sha256,
    isUnfit: (_, { facts }: { facts: UploadFacts }) => refuseFacts(facts) !== undefined,
    isKind: (_, { outcome, kind }: { outcome: { kind: string }; kind: string }) => outcome.kind === kind,
    isReason: (_, { reason, wanted }: { reason: BreakReason; wanted: BreakReason }) => reason === wanted,
  },
  delays: { processingPause: PROCESSING_PAUSE_MS },
  actions: {
    keepMeta: assign((_, { meta }: { meta: UploadMeta }) => ({ meta, failure: undefined, reason: undefined, failReason: undefined })),
    keepHashed: assign((_, { done }: { done: number }) => ({ hashed: done })),
    keepHash: assign(({ context }, { sha256 }: { sha256: string }) => ({ sha256, hashed: context.file.size })),
    refuse: assign((_, { refusal }: { refusal: UploadRefusal | undefined }) => ({ refusal })),
    keepPlace: assign((_, { outcome }: { outcome: OpeningOutcome }) => placeIn(outcome)),
    keepExisting: assign((_, { outcome }: { outcome: OpeningOutcome | FinishOutcome }) => existingIn(outcome)),
    keepSent: assign((_, { sent, speed }: { sent: number; speed: number }) => ({ sent, speed })),
    keepAllSent: assign(({ context }) => ({ sent: context.file.size, speed: 0 })),
    keepMaterial: assign((_, { outcome }: { outcome: FinishOutcome }) => materialIn(outcome)),
    keepFailReason: assign((_, { outcome }: { outcome: ProcessingOutcome }) => failReasonIn(outcome)),
    keepRefused: assign((_, { outcome }: { outcome: OpeningOutcome | FinishOutcome }) => refusedIn(outcome)),
    keepBreak: assign((_, { reason, failure }: { reason: BreakReason; failure: Failure }) => ({ reason, failure, speed: 0 })),
    keepFull: assign({ reason: 'full' as const, speed: 0 }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ reason: 'network' as const, failure: toFailure(error), speed: 0 })),
    /** The old upload is no longer open, so a new one must be started. */
    forgetPlace: assign({ place: undefined, sent: 0, speed: 0 }),
    stopSpeed: assign({ speed: 0 }),
    forgetFile: effect<{ key: string }>('forgetFile'),
    tellResumed: tell<Context>(({ key }) => ({ type: 'item.resumed', key })),
    tellRested: tell<Context>(({ key }) => ({ type: 'item.rested', key })),
    tellFull: tell<Context>(({ key }) => ({ type: 'item.full', key })),
    tellSent: tell<Context>(({ key }) => ({ type: 'item.sent', key })),
    tellSettled: tell<Context, { outcome: UploadEnd }>(({ key, materialId }, { outcome }) => ({
      type: 'item.settled',
      key,
      outcome,
      materialId,
    })),
    tellGone: tell<Context>(({ key }) => ({ type: 'item.gone', key })),
  },
}).createMachine({
  id: 'uploadItem',
  description: 'Uploads one file until it is a material: read, opened, sent in chunks, merged, processed.',
  context: ({ input }) => blankItem(input),
  initial: 'chosen',
  on: { 'item.removed': '.removing' },
  states: {
    chosen: {
      description: 'Just added; its name and size are checked at once.',
      always: [{ guard: 'isRefused', target: 'refused' }, { target: 'waiting' }],
    },
    waiting: {
      description: 'Waits for a slot, or for its metadata.',
      tags: 'dirty',
      on: {
        'item.started': [
          { guard: 'isHashed', target: 'opening', actions: { type: 'keepMeta', params: ({ event }) => event } },
          { target: 'checking', actions: { type: 'keepMeta', params: ({ event }) => event } },
        ],
      },
    },
    checking: {
      description: "The browser reads the file's properties and hash.",
      tags: ['busy', 'dirty', 'moving'],
      invoke: { id: 'checkFile', src: 'checkFile', input: ({ context: { key, file } }) => ({ key, file }) },
      on: {
        'check.progressed': { actions: { type: 'keepHashed', params: ({ event }) => event } },
        'check.finished': [
          {
            guard: { type: 'isOtherFile', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'refuse', params: { refusal: 'otherFile' } },
          },
          {
            guard: { type: 'isUnfit', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'refuse', params: ({ event }) => ({ refusal: refuseFacts(event.facts) }) },
          },
          { target: 'opening', actions: { type: 'keepHash', params: ({ event }) => event } },
        ],
        'check.refused': { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event } },
        'item.paused': 'paused',
      },
    },
    opening: {
      description: 'The server opens the upload with the received bytes, or reports a duplicate.',
      tags: ['busy', 'dirty', 'moving'],
      invoke: {
        id: 'openUpload',
        src: 'openUpload',
        // Entered only with a hash and the metadata of the material.
        input: ({ context: { file, sha256, meta } }) => ({ file, sha256: sha256 as string, meta: meta as UploadMeta }),
        onDone: [
          {
            guard: { type: 'isKind', params: ({ event }) => ({ outcome: event.output, kind: 'opened' }) },
            target: 'sending',
            actions: { type: 'keepPlace', params: ({ event }) => ({ outcome: event.output }) },
          },
          ...rejections,
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      on: { 'item.paused': 'paused' },
    },
    sending: {
      description: 'Bytes are sent in chunks; each chunk is retried a few times.',
      tags: ['busy', 'dirty', 'moving'],
      exit: 'stopSpeed',
      invoke: {
        id: 'sendBytes',
        src: 'sendBytes',
        input: ({ context: { key, place, file } }) => ({ key, place: place as UploadPlace, size: file.size }),
      },
      on: {
        'send.progressed': { actions: { type: 'keepSent', params: ({ event }) => event } },
        'send.finished': { target: 'merging', actions: 'keepAllSent' },
        'send.failed': [
          {
            guard: { type: 'isReason', params: ({ event }) => ({ reason: event.reason, wanted: 'full' }) },
            target: 'paused',
            actions: [{ type: 'keepBreak', params: ({ event }) => event }, 'tellFull'],
          },
          {
            guard: { type: 'isReason', params: ({ event }) => ({ reason: event.reason, wanted: 'session' }) },
            target: 'paused',
            actions: { type: 'keepBreak', params: ({ event }) => event },
          },
          {
            // The server offers to continue the upload once the file is chosen again.
            guard: { type: 'isReason', params: ({ event }) => ({ reason: event.reason, wanted: 'gone' }) },
            target: '#uploadItem.removing.over',
          },
          {
            guard: { type: 'isReason', params: ({ event }) => ({ reason: event.reason, wanted: 'closed' }) },
            target: 'failed',
            actions: ['forgetPlace', { type: 'keepBreak', params: ({ event }) => event }],
          },
          { target: 'failed', actions: { type: 'keepBreak', params: ({ event }) => event } },
        ],
        'item.paused': 'paused',
      },
    },
    merging: {
      description: 'All bytes have arrived; the server is told to merge them.',
      tags: ['busy', 'writing', 'moving'],
      invoke: {
        id: 'finishUpload',
        src: 'finishUpload',
        input: ({ context: { key, place } }) => ({ key, id: (place as UploadPlace).id }),
        onDone: [
          {
            guard: { type: 'isKind', params: ({ event }) => ({ outcome: event.output, kind: 'finished' }) },
            target: 'processing',
            actions: { type: 'keepMaterial', params: ({ event }) => ({ outcome: event.output }) },
          },
          ...rejections,
        ],
        // Finishing is idempotent: the next attempt asks the server how far it is.
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    processing: {
      description: 'The server processes the file; leaving loses nothing.',
      entry: ['tellSent', { type: 'forgetFile', params: ({ context }) => ({ key: context.key }) }],
      initial: 'asking',
      states: {
        asking: {
          description: 'The server is asked whether the file is processed.',
          tags: 'busy',
          invoke: {
            id: 'askProcessing',
            src: 'askProcessing',
            input: ({ context }) => ({ materialId: context.materialId as number }),
            onDone: [
              {
                guard: { type: 'isKind', params: ({ event }) => ({ outcome: event.output, kind: 'ready' }) },
                target: '#uploadItem.done',
              },
              {
                guard: { type: 'isKind', params: ({ event }) => ({ outcome: event.output, kind: 'failed' }) },
                target: '#uploadItem.failed',
                actions: { type: 'keepFailReason', params: ({ event }) => ({ outcome: event.output }) },
              },
              { target: 'resting' },
            ],
            onError: 'resting',
          },
        },
        resting: { description: 'Waits for the next check.', after: { processingPause: 'asking' } },
      },
    },
    paused: {
      description: 'Nothing is sent; the received bytes stay on the server.',
      tags: 'dirty',
      entry: 'tellRested',
      on: { 'item.resumed': { target: 'waiting', actions: 'tellResumed' } },
    },
    failed: {
      description: 'Sending failed after retries, or the server could not process the file.',
      entry: { type: 'tellSettled', params: { outcome: 'failed' } },
      on: {
        // A file that was sent is forgotten; it can be processed again in the list of materials.
        'item.resumed': { guard: 'isNotSent', target: 'waiting', actions: 'tellResumed' },
      },
    },
    refused: {
      description: 'The file is not sent; the reason is shown.',
      entry: { type: 'tellSettled', params: { outcome: 'refused' } },
    },
    duplicate: {
      description: 'The company already has the file.',
      entry: { type: 'tellSettled', params: { outcome: 'duplicate' } },
    },
    done: {
      description: 'The file is a material.',
      entry: { type: 'tellSettled', params: { outcome: 'ready' } },
    },
    removing: {
      description: 'The received bytes are discarded; if that fails, the server discards them within a day.',
      entry: { type: 'forgetFile', params: ({ context }) => ({ key: context.key }) },
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Only an opened upload must be cancelled on the server.',
          always: [{ guard: 'isOpened', target: 'cancelling' }, { target: 'over' }],
        },
        cancelling: {
          description: 'The server discards the received bytes.',
          tags: 'writing',
          invoke: {
            id: 'cancelUpload',
            src: 'cancelUpload',
            input: ({ context }) => ({ id: (context.place as UploadPlace).id }),
            onDone: 'over',
            onError: 'over',
          },
        },
        over: { description: 'The queue removes it.', entry: 'tellGone' },
      },
      on: { 'item.removed': {} },
    },
  },
});

export type UploadItem = ActorRefFrom<typeof uploadItemMachine>;

import { type ActorRefFrom, assign, setup } from 'xstate';
import type { UploadMeta } from '#contracts/endpoints/material-uploads.ts';
import { type Failure, failureOf } from '../../kernel/form/faults.ts';
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
import { existingIn, failReasonIn, freshItem, materialIn, placeIn, refusedIn } from './upload-item-rules.ts';
import { refusalOfFacts, type UploadFacts, type UploadFile, type UploadRefusal } from './upload-rules.ts';

/** How long the page waits before it asks again what became of a file. */
export const PROCESSING_PAUSE_MS = 3_000;

type Context = UploadItemContext;
/** What announcing and finishing may both come to, besides what they are for. */
interface Answered {
  event: { output: OpeningOutcome | FinishOutcome };
}
const isAnswer = (kind: 'duplicate' | 'full') =>
  ({ type: 'isKind', params: ({ event }: Answered) => ({ outcome: event.output, kind }) }) as const;
const outcomeIn = ({ event }: Answered) => ({ outcome: event.output });
const unlessTaken = [
  { guard: isAnswer('duplicate'), target: 'duplicate', actions: { type: 'keepExisting', params: outcomeIn } },
  { guard: isAnswer('full'), target: 'paused', actions: ['keepFull', 'tellFull'] },
  { target: 'failed', actions: { type: 'keepRefused', params: outcomeIn } },
] as const;

/** One file on its way to become a material. */
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
    isUnmade: ({ context }) => context.materialId === undefined,
    isOpened: ({ context }) => context.place !== undefined && context.materialId === undefined,
    isOtherFile: ({ context }, { sha256 }: { sha256: string }) => context.expected !== undefined && context.expected !== sha256,
    isUnfit: (_, { facts }: { facts: UploadFacts }) => refusalOfFacts(facts) !== undefined,
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
    keepWhole: assign(({ context }) => ({ sent: context.file.size, speed: 0 })),
    keepMaterial: assign((_, { outcome }: { outcome: FinishOutcome }) => materialIn(outcome)),
    keepFailReason: assign((_, { outcome }: { outcome: ProcessingOutcome }) => failReasonIn(outcome)),
    keepRefused: assign((_, { outcome }: { outcome: OpeningOutcome | FinishOutcome }) => refusedIn(outcome)),
    keepBreak: assign((_, { reason, failure }: { reason: BreakReason; failure: Failure }) => ({ reason, failure, speed: 0 })),
    keepFull: assign({ reason: 'full' as const, speed: 0 }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ reason: 'network' as const, failure: failureOf(error), speed: 0 })),
    /** A new upload has to be begun: the old one is not open any more. */
    forgetPlace: assign({ place: undefined, sent: 0, speed: 0 }),
    stopSpeed: assign({ speed: 0 }),
    forgetFile: effect<{ key: string }>('forgetFile'),
    tellWanted: tell<Context>(({ key }) => ({ type: 'item.wanted', key })),
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
  description: 'One file on its way to become a material: read, announced, sent in portions, put together, processed.',
  context: ({ input }) => freshItem(input),
  initial: 'chosen',
  on: { 'item.removed': '.removing' },
  states: {
    chosen: {
      description: 'It was just added: what its name and size already forbid is told at once.',
      always: [{ guard: 'isRefused', target: 'refused' }, { target: 'waiting' }],
    },
    waiting: {
      description: 'It is not its turn yet, or something is still to be said about it.',
      tags: 'dirty',
      on: {
        'item.started': [
          { guard: 'isHashed', target: 'opening', actions: { type: 'keepMeta', params: ({ event }) => event } },
          { target: 'checking', actions: { type: 'keepMeta', params: ({ event }) => event } },
        ],
      },
    },
    checking: {
      description: 'The browser reads the file: what it is, and its hash.',
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
            actions: { type: 'refuse', params: ({ event }) => ({ refusal: refusalOfFacts(event.facts) }) },
          },
          { target: 'opening', actions: { type: 'keepHash', params: ({ event }) => event } },
        ],
        'check.refused': { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event } },
        'item.paused': 'paused',
      },
    },
    opening: {
      description: 'The server says where the bytes go and how many it has, or that it has the file.',
      tags: ['busy', 'dirty', 'moving'],
      invoke: {
        id: 'openUpload',
        src: 'openUpload',
        // Entered only with a hash and with what the material will be.
        input: ({ context: { file, sha256, meta } }) => ({ file, sha256: sha256 as string, meta: meta as UploadMeta }),
        onDone: [
          {
            guard: { type: 'isKind', params: ({ event }) => ({ outcome: event.output, kind: 'opened' }) },
            target: 'sending',
            actions: { type: 'keepPlace', params: ({ event }) => ({ outcome: event.output }) },
          },
          ...unlessTaken,
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      on: { 'item.paused': 'paused' },
    },
    sending: {
      description: 'Bytes are on their way, portion by portion; each is tried again a few times.',
      tags: ['busy', 'dirty', 'moving'],
      exit: 'stopSpeed',
      invoke: {
        id: 'sendBytes',
        src: 'sendBytes',
        input: ({ context: { key, place, file } }) => ({ key, place: place as UploadPlace, size: file.size }),
      },
      on: {
        'send.progressed': { actions: { type: 'keepSent', params: ({ event }) => event } },
        'send.finished': { target: 'merging', actions: 'keepWhole' },
        'send.broken': [
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
            // What arrived of it is offered by the server, to go on with once the file is chosen again.
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
      description: 'All bytes are there: the server is told that this was all.',
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
          ...unlessTaken,
        ],
        // Finishing again has no second effect: the next try asks the server how far it is.
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    processing: {
      description: 'The server reads the file by itself; whoever leaves loses nothing.',
      entry: ['tellSent', { type: 'forgetFile', params: ({ context }) => ({ key: context.key }) }],
      initial: 'asking',
      states: {
        asking: {
          description: 'Whether the server has made a material of it yet.',
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
        resting: { description: 'It is asked again soon.', after: { processingPause: 'asking' } },
      },
    },
    paused: {
      description: 'Nothing is sent; what arrived stays.',
      tags: 'dirty',
      entry: 'tellRested',
      on: { 'item.wanted': { target: 'waiting', actions: 'tellWanted' } },
    },
    failed: {
      description: 'It was tried long enough, or the server made no material of it.',
      entry: { type: 'tellSettled', params: { outcome: 'failed' } },
      on: {
        // Of one that was sent the file is forgotten: it is processed again where materials are listed.
        'item.wanted': { guard: 'isUnmade', target: 'waiting', actions: 'tellWanted' },
      },
    },
    refused: {
      description: 'This file is not sent, and why is said.',
      entry: { type: 'tellSettled', params: { outcome: 'refused' } },
    },
    duplicate: {
      description: 'The company has the file already.',
      entry: { type: 'tellSettled', params: { outcome: 'duplicate' } },
    },
    done: {
      description: 'It is a material.',
      entry: { type: 'tellSettled', params: { outcome: 'ready' } },
    },
    removing: {
      description: 'What arrived of it is thrown away. Should that fail, the server does so within a day.',
      entry: { type: 'forgetFile', params: ({ context }) => ({ key: context.key }) },
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Only what was announced to the server is called off there.',
          always: [{ guard: 'isOpened', target: 'cancelling' }, { target: 'over' }],
        },
        cancelling: {
          description: 'The server is told to throw away what it has.',
          tags: 'writing',
          invoke: {
            id: 'cancelUpload',
            src: 'cancelUpload',
            input: ({ context }) => ({ id: (context.place as UploadPlace).id }),
            onDone: 'over',
            onError: 'over',
          },
        },
        over: { description: 'The queue lets it go.', entry: 'tellGone' },
      },
      on: { 'item.removed': {} },
    },
  },
});

export type UploadItem = ActorRefFrom<typeof uploadItemMachine>;

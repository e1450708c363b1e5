import { type ActorRefFrom, assign, setup } from 'xstate';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import type { RecordingFault } from '#visualiser/model/field-reader.ts';
import type { Recording } from '#visualiser/model/recording.ts';
import { traceMachine } from './trace.machine.ts';
import type { Place } from './visualiser-place.ts';

/** Where a recording comes from. */
export type RecordingSource =
  | { kind: 'file'; file: { text: () => Promise<string> } }
  /** Pasted, or dropped as text. */
  | { kind: 'text'; text: string }
  | { kind: 'clipboard' };

export type RecordingResult = { recording: Recording } | { fault: RecordingFault };

interface ReplayContext {
  place: Place;
  /** The source that is being read. */
  source: RecordingSource | undefined;
  recording: Recording | undefined;
  fault: RecordingFault | undefined;
}

export type ReplayEvent =
  /** The address changed. */
  | { type: 'place.changed'; place: Place }
  | { type: 'source.chosen'; source: RecordingSource }
  | { type: 'recording.closed' }
  | { type: 'recording.saveRequested' }
  | { type: 'fault.dismissed' };

type ReadParams = { read: RecordingResult };

const getRecording = (read: RecordingResult) => ('recording' in read ? read.recording : undefined);

/** Opens a recording and replays it. */
export const replayMachine = setup({
  types: {} as {
    context: ReplayContext;
    events: ReplayEvent;
    input: { place: Place };
    children: { trace: 'trace'; readRecording: 'readRecording' };
  },
  actors: {
    readRecording: missingActor<RecordingResult, RecordingSource | undefined>('readRecording'),
    trace: traceMachine,
  },
  guards: {
    isRecording: (_, { read }: ReadParams) => getRecording(read) !== undefined,
  },
  actions: {
    keepPlace: assign((_, { place }: { place: Place }) => ({ place })),
    keepSource: assign((_, { source }: { source: RecordingSource }) => ({ source, fault: undefined })),
    clearSource: assign({ source: undefined }),
    keepRecording: assign((_, { read }: ReadParams) => ({ recording: getRecording(read) })),
    clearRecording: assign({ recording: undefined }),
    keepFault: assign((_, { read }: ReadParams) => ({ fault: 'fault' in read ? read.fault : undefined })),
    keepReadFailure: assign(({ context: { source } }) => ({
      fault: { kind: source?.kind === 'clipboard' ? ('noClipboard' as const) : ('unreadable' as const) },
    })),
    clearFault: assign({ fault: undefined }),
    saveRecording: effect<{ recording: Recording | undefined }>('saveRecording'),
  },
}).createMachine({
  id: 'replay',
  description: 'Opens a recording and replays it.',
  context: ({ input: { place } }) => ({ place, source: undefined, recording: undefined, fault: undefined }),
  type: 'parallel',
  on: { 'place.changed': { actions: { type: 'keepPlace', params: ({ event }) => event } } },
  states: {
    recording: {
      description: 'The open recording. It stays until another one was read.',
      initial: 'none',
      states: {
        none: { description: 'No recording is open.', entry: 'clearRecording' },
        open: {
          description: 'The recording is replayed.',
          invoke: {
            id: 'trace',
            src: 'trace',
            input: ({ context: { recording } }) => ({
              entries: recording?.entries ?? [],
              isLive: false,
              ...(recording?.charts && { charts: recording.charts }),
            }),
          },
          on: {
            'recording.closed': 'none',
            'recording.saveRequested': { actions: { type: 'saveRecording', params: ({ context }) => context } },
          },
        },
      },
    },
    opening: {
      description: 'Whether another recording is being read.',
      initial: 'idle',
      on: { 'source.chosen': { target: '.reading', actions: { type: 'keepSource', params: ({ event }) => event } } },
      states: {
        idle: { description: 'Nothing is being opened.', entry: 'clearSource' },
        reading: {
          description: 'The source is being read; the open recording stays until it turns out to be valid.',
          // Handled here, because a transition of the outer state would close the open recording.
          on: {
            'source.chosen': { target: 'reading', reenter: true, actions: { type: 'keepSource', params: ({ event }) => event } },
          },
          invoke: {
            id: 'readRecording',
            src: 'readRecording',
            input: ({ context }) => context.source,
            onDone: [
              {
                guard: { type: 'isRecording', params: ({ event }) => ({ read: event.output }) },
                target: '#replay.recording.open',
                actions: { type: 'keepRecording', params: ({ event }) => ({ read: event.output }) },
              },
              { target: 'failed', actions: { type: 'keepFault', params: ({ event }) => ({ read: event.output }) } },
            ],
            onError: { target: 'failed', actions: 'keepReadFailure' },
          },
        },
        failed: {
          description: 'The source was no recording or could not be read; the reason stays until it is dismissed.',
          entry: 'clearSource',
          on: { 'fault.dismissed': { target: 'idle', actions: 'clearFault' } },
        },
      },
    },
  },
});

export type Replay = ActorRefFrom<typeof replayMachine>;

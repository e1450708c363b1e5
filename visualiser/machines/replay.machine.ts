import { type ActorRefFrom, assign, setup } from 'xstate';
import { effect, missingActor } from '#machines/kernel/placeholders.ts';
import type { RecordingFault } from '#visualiser/model/field-reader.ts';
import type { Recording } from '#visualiser/model/recording.ts';
import { traceMachine } from './trace.machine.ts';
import type { Place } from './visualiser-place.ts';

/** Where a recording comes from. */
export type RecordingSource =
  | { kind: 'file'; file: { text: () => Promise<string> } }
  /** It was pasted, or dropped as text. */
  | { kind: 'text'; text: string }
  | { kind: 'clipboard' };

export type RecordingRead = { recording: Recording } | { fault: RecordingFault };

interface ReplayContext {
  place: Place;
  /** What is opened right now. */
  source: RecordingSource | undefined;
  recording: Recording | undefined;
  fault: RecordingFault | undefined;
}

export type ReplayEvent =
  /** The address says this. */
  | { type: 'place.arrived'; place: Place }
  | { type: 'recording.given'; source: RecordingSource }
  | { type: 'recording.closed' }
  | { type: 'recording.downloaded' }
  | { type: 'fault.seen' };

type Read = { read: RecordingRead };

const recordingIn = (read: RecordingRead) => ('recording' in read ? read.recording : undefined);

/** A recording that was opened, and where in it the reader stands. */
export const replayMachine = setup({
  types: {} as {
    context: ReplayContext;
    events: ReplayEvent;
    input: { place: Place };
    children: { trace: 'trace'; readRecording: 'readRecording' };
  },
  actors: {
    readRecording: missingActor<RecordingRead, RecordingSource | undefined>('readRecording'),
    trace: traceMachine,
  },
  guards: {
    isRecording: (_, { read }: Read) => recordingIn(read) !== undefined,
  },
  actions: {
    goTo: assign((_, { place }: { place: Place }) => ({ place })),
    keepSource: assign((_, { source }: { source: RecordingSource }) => ({ source, fault: undefined })),
    forgetSource: assign({ source: undefined }),
    keepRecording: assign((_, { read }: Read) => ({ recording: recordingIn(read) })),
    forgetRecording: assign({ recording: undefined }),
    keepFault: assign((_, { read }: Read) => ({ fault: 'fault' in read ? read.fault : undefined })),
    noteUnreadable: assign(({ context: { source } }) => ({
      fault: { kind: source?.kind === 'clipboard' ? ('noClipboard' as const) : ('unreadable' as const) },
    })),
    forgetFault: assign({ fault: undefined }),
    saveRecording: effect<{ recording: Recording | undefined }>('saveRecording'),
  },
}).createMachine({
  id: 'replay',
  description: 'A recording that was opened, and where in it the reader stands.',
  context: ({ input: { place } }) => ({ place, source: undefined, recording: undefined, fault: undefined }),
  type: 'parallel',
  on: { 'place.arrived': { actions: { type: 'goTo', params: ({ event }) => event } } },
  states: {
    table: {
      description: 'What lies open. Until another recording could be read, it stays.',
      initial: 'empty',
      states: {
        empty: { description: 'Nothing lies open.', entry: 'forgetRecording' },
        open: {
          description: 'Its entries are looked at, one moment after the other.',
          invoke: {
            id: 'trace',
            src: 'trace',
            input: ({ context: { recording } }) => ({
              entries: recording?.entries ?? [],
              isOpen: false,
              ...(recording?.charts && { charts: recording.charts }),
            }),
          },
          on: {
            'recording.closed': 'empty',
            'recording.downloaded': { actions: { type: 'saveRecording', params: ({ context }) => context } },
          },
        },
      },
    },
    opening: {
      description: 'Whether another one is being read.',
      initial: 'resting',
      on: { 'recording.given': { target: '.reading', actions: { type: 'keepSource', params: ({ event }) => event } } },
      states: {
        resting: { description: 'Nothing is being opened.', entry: 'forgetSource' },
        reading: {
          description: 'What was given is looked through; what lies open stays until it is found to be a recording.',
          // Of the room itself it would close what lies open.
          on: {
            'recording.given': { target: 'reading', reenter: true, actions: { type: 'keepSource', params: ({ event }) => event } },
          },
          invoke: {
            id: 'readRecording',
            src: 'readRecording',
            input: ({ context }) => context.source,
            onDone: [
              {
                guard: { type: 'isRecording', params: ({ event }) => ({ read: event.output }) },
                target: '#replay.table.open',
                actions: { type: 'keepRecording', params: ({ event }) => ({ read: event.output }) },
              },
              { target: 'refused', actions: { type: 'keepFault', params: ({ event }) => ({ read: event.output }) } },
            ],
            onError: { target: 'refused', actions: 'noteUnreadable' },
          },
        },
        refused: {
          description: 'It was none, or could not be read: why is said until the reader has seen it.',
          entry: 'forgetSource',
          on: { 'fault.seen': { target: 'resting', actions: 'forgetFault' } },
        },
      },
    },
  },
});

export type Replay = ActorRefFrom<typeof replayMachine>;

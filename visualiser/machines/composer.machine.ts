import { type ActorRefFrom, assign, setup } from 'xstate';
import { tell } from '#machines/kernel/tell.ts';
import type { ActorKey, RecordedEntry } from '#visualiser/model/recording.ts';
import { type PayloadFault, payloadOf } from './event-payload.ts';

/** So long is waited until an event that was sent is seen in the log, in milliseconds. */
const UNSEEN_MS = 5000;

/** So long after it was seen a second press of the button is taken for one press, in milliseconds. */
const AGAIN_MS = 700;

interface Draft {
  /** Who is told; empty for nobody. */
  target: ActorKey;
  /** Of the event; empty until one is chosen. */
  type: string;
  /** The payload as it is typed: JSON. */
  text: string;
}

interface ComposerContext extends Draft {
  fault: PayloadFault | undefined;
  /** Number of the entry in which the event that was sent last was seen. */
  seq: number | undefined;
}

export type ComposerEvent =
  | { type: 'composer.toggled' }
  /** Another actor is looked at. */
  | { type: 'target.changed'; key: ActorKey }
  | { type: 'type.chosen'; name: string }
  | { type: 'payload.typed'; text: string }
  | { type: 'submitted' }
  /** The log goes on. */
  | { type: 'entries.arrived'; entries: readonly RecordedEntry[] };

/** What its parent is told, once for each time the reader sends. */
export type ComposerFact = { type: 'composer.sent'; actor: ActorKey; event: { type: string; [key: string]: unknown } };

const faultOf = ({ type, text }: Draft): PayloadFault | undefined => {
  if (type === '') return { kind: 'noType' };
  const read = payloadOf(text);
  return 'fault' in read ? read.fault : undefined;
};

/** The entry that says that an event came from outside of the page's own actors. */
const seenIn = ({ target, type }: Draft, entries: readonly RecordedEntry[]) =>
  entries.find((one) => one.kind === 'event' && one.to === target && one.from === undefined && one.event.type === type);

/** An event is written for an actor of a page that is watched, and sent once. */
export const composerMachine = setup({
  types: {} as { context: ComposerContext; events: ComposerEvent; input: { target: ActorKey } },
  guards: {
    isSound: (_, draft: Draft) => draft.target !== '' && faultOf(draft) === undefined,
    isAnother: (_, { key, target }: { key: ActorKey; target: ActorKey }) => key !== target,
    isSeen: (_, { draft, entries }: { draft: Draft; entries: readonly RecordedEntry[] }) => seenIn(draft, entries) !== undefined,
  },
  actions: {
    turnTo: assign((_, { key }: { key: ActorKey }) => ({ target: key, type: '', text: '', fault: undefined, seq: undefined })),
    chooseType: assign((_, { name }: { name: string }) => ({ type: name, fault: undefined })),
    keepText: assign((_, { text }: { text: string }) => ({ text, fault: undefined })),
    nameFault: assign(({ context }) => ({ fault: faultOf(context) })),
    keepSeen: assign(({ context }, { entries }: { entries: readonly RecordedEntry[] }) => ({ seq: seenIn(context, entries)?.seq })),
    forgetSeen: assign({ seq: undefined, fault: undefined }),
    tellSent: tell(({ target, type, text }: ComposerContext): ComposerFact => {
      const read = payloadOf(text);
      return { type: 'composer.sent', actor: target, event: { ...('payload' in read ? read.payload : {}), type } };
    }),
  },
  delays: { UNSEEN_MS, AGAIN_MS },
}).createMachine({
  id: 'composer',
  description: 'An event is written for an actor of a page that is watched, and sent once.',
  context: ({ input: { target } }) => ({ target, type: '', text: '', fault: undefined, seq: undefined }),
  initial: 'closed',
  on: {
    'target.changed': {
      guard: { type: 'isAnother', params: ({ context, event }) => ({ target: context.target, key: event.key }) },
      actions: { type: 'turnTo', params: ({ event }) => event },
    },
  },
  states: {
    closed: { on: { 'composer.toggled': 'open' } },
    open: {
      initial: 'editing',
      on: {
        'composer.toggled': 'closed',
        'target.changed': {
          guard: { type: 'isAnother', params: ({ context, event }) => ({ target: context.target, key: event.key }) },
          target: '.editing',
          actions: { type: 'turnTo', params: ({ event }) => event },
        },
        'type.chosen': { target: '.editing', actions: { type: 'chooseType', params: ({ event }) => event } },
        'payload.typed': { target: '.editing', actions: { type: 'keepText', params: ({ event }) => event } },
        submitted: [
          {
            guard: { type: 'isSound', params: ({ context }) => context },
            target: '.underWay',
            actions: ['forgetSeen', 'tellSent'],
          },
          { target: '.refused', actions: 'nameFault' },
        ],
      },
      states: {
        editing: {},
        refused: { description: 'It cannot be sent as it stands, and it is said why.' },
        underWay: {
          description: 'It was sent, and is not yet seen in the log: it is not sent again, and not changed.',
          on: {
            submitted: { description: 'A second press of the button sends nothing.' },
            'type.chosen': {},
            'payload.typed': {},
            'entries.arrived': {
              guard: { type: 'isSeen', params: ({ context, event }) => ({ draft: context, entries: event.entries }) },
              target: 'seen',
              actions: { type: 'keepSeen', params: ({ event }) => event },
            },
          },
          after: { UNSEEN_MS: 'unseen' },
        },
        seen: {
          description: 'It stands in the log.',
          initial: 'just',
          states: {
            just: {
              description: 'It came back sooner than a button is pressed twice.',
              on: { submitted: { description: 'The second half of a double click sends nothing.' } },
              after: { AGAIN_MS: 'settled' },
            },
            settled: { description: 'Whoever sends now wants to send again.' },
          },
        },
        unseen: { description: 'It did not come to the log in time: whether it arrived is not known.' },
      },
    },
  },
});

export type Composer = ActorRefFrom<typeof composerMachine>;

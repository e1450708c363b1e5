import { type ActorRefFrom, assign, setup } from 'xstate';
import { tell } from '#machines/kernel/tell.ts';
import type { ActorKey, RecordedEntry } from '#visualiser/model/recording.ts';
import { type PayloadFault, parsePayload } from './event-payload.ts';

/** How long to wait for a sent event to appear in the log. */
const CONFIRMATION_TIMEOUT_MS = 5000;

/** Within this time after a confirmation, another submit belongs to the same double click. */
const DOUBLE_CLICK_MS = 700;

interface Draft {
  /** The receiving actor; empty for none. */
  target: ActorKey;
  /** Type of the event; empty until one is chosen. */
  type: string;
  /** The payload as typed: JSON. */
  text: string;
}

interface ComposerContext extends Draft {
  fault: PayloadFault | undefined;
  /** `seq` of the log entry in which the last sent event appeared. */
  entrySeq: number | undefined;
}

export type ComposerEvent =
  | { type: 'composer.toggled' }
  /** Another actor was selected. */
  | { type: 'target.changed'; key: ActorKey }
  | { type: 'type.chosen'; name: string }
  | { type: 'payload.changed'; text: string }
  | { type: 'event.submitted' }
  /** New entries of the log. */
  | { type: 'entries.received'; entries: readonly RecordedEntry[] };

/** Sent to the parent once for each submit. */
export type ComposerFact = { type: 'composer.eventSubmitted'; actor: ActorKey; event: { type: string; [key: string]: unknown } };

const findFault = ({ type, text }: Draft): PayloadFault | undefined => {
  if (type === '') return { kind: 'noType' };
  const read = parsePayload(text);
  return 'fault' in read ? read.fault : undefined;
};

/** The entry of a sent event. It has no sender, because it comes from outside of the page's own actors. */
const findSentEvent = ({ target, type }: Draft, entries: readonly RecordedEntry[]) =>
  entries.find((one) => one.kind === 'event' && one.to === target && one.from === undefined && one.event.type === type);

/** Lets the user write an event for an actor of a watched page, and sends it once. */
export const composerMachine = setup({
  types: {} as { context: ComposerContext; events: ComposerEvent; input: { target: ActorKey } },
  guards: {
    isValid: (_, draft: Draft) => draft.target !== '' && findFault(draft) === undefined,
    isOtherTarget: (_, { key, target }: { key: ActorKey; target: ActorKey }) => key !== target,
    isConfirmed: (_, { draft, entries }: { draft: Draft; entries: readonly RecordedEntry[] }) =>
      findSentEvent(draft, entries) !== undefined,
  },
  actions: {
    changeTarget: assign((_, { key }: { key: ActorKey }) => ({ target: key, type: '', text: '', fault: undefined, entrySeq: undefined })),
    chooseType: assign((_, { name }: { name: string }) => ({ type: name, fault: undefined })),
    keepPayload: assign((_, { text }: { text: string }) => ({ text, fault: undefined })),
    keepFault: assign(({ context }) => ({ fault: findFault(context) })),
    keepConfirmation: assign(({ context }, { entries }: { entries: readonly RecordedEntry[] }) => ({
      entrySeq: findSentEvent(context, entries)?.seq,
    })),
    clearConfirmation: assign({ entrySeq: undefined, fault: undefined }),
    tellSubmitted: tell(({ target, type, text }: ComposerContext): ComposerFact => {
      const read = parsePayload(text);
      return { type: 'composer.eventSubmitted', actor: target, event: { ...('payload' in read ? read.payload : {}), type } };
    }),
  },
  delays: { confirmationTimeout: CONFIRMATION_TIMEOUT_MS, doubleClick: DOUBLE_CLICK_MS },
}).createMachine({
  id: 'composer',
  description: 'Lets the user write an event for an actor of a watched page, and sends it once.',
  context: ({ input: { target } }) => ({ target, type: '', text: '', fault: undefined, entrySeq: undefined }),
  initial: 'closed',
  on: {
    'target.changed': {
      guard: { type: 'isOtherTarget', params: ({ context, event }) => ({ target: context.target, key: event.key }) },
      actions: { type: 'changeTarget', params: ({ event }) => event },
    },
  },
  states: {
    closed: { on: { 'composer.toggled': 'open' } },
    open: {
      initial: 'editing',
      on: {
        'composer.toggled': 'closed',
        'target.changed': {
          guard: { type: 'isOtherTarget', params: ({ context, event }) => ({ target: context.target, key: event.key }) },
          target: '.editing',
          actions: { type: 'changeTarget', params: ({ event }) => event },
        },
        'type.chosen': { target: '.editing', actions: { type: 'chooseType', params: ({ event }) => event } },
        'payload.changed': { target: '.editing', actions: { type: 'keepPayload', params: ({ event }) => event } },
        'event.submitted': [
          {
            guard: { type: 'isValid', params: ({ context }) => context },
            target: '.sent',
            actions: ['clearConfirmation', 'tellSubmitted'],
          },
          { target: '.invalid', actions: 'keepFault' },
        ],
      },
      states: {
        editing: {},
        invalid: { description: 'The event is invalid, and the fault is shown.' },
        sent: {
          description: 'The event was sent but has not appeared in the log yet: it can be neither changed nor sent again.',
          on: {
            'event.submitted': { description: 'A second press of the button sends nothing.' },
            'type.chosen': {},
            'payload.changed': {},
            'entries.received': {
              guard: { type: 'isConfirmed', params: ({ context, event }) => ({ draft: context, entries: event.entries }) },
              target: 'confirmed',
              actions: { type: 'keepConfirmation', params: ({ event }) => event },
            },
          },
          after: { confirmationTimeout: 'unconfirmed' },
        },
        confirmed: {
          description: 'The event appeared in the log.',
          initial: 'recent',
          states: {
            recent: {
              description: 'Another submit now would be the second half of a double click.',
              on: { 'event.submitted': { description: 'The second half of a double click sends nothing.' } },
              after: { doubleClick: 'settled' },
            },
            settled: { description: 'Another submit sends the event again.' },
          },
        },
        unconfirmed: { description: 'The event did not appear in the log in time: whether it arrived is unknown.' },
      },
    },
  },
});

export type Composer = ActorRefFrom<typeof composerMachine>;

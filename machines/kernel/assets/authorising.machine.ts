import { assign, setup } from 'xstate';
import type { BatchOutcome } from '../batch-outcome.ts';
import { type Failure, type FieldFaults, failureOf } from '../faults.ts';
import { createFormDialogMachine, type Draft } from '../form-dialog.machine.ts';
import { effect, missingActor } from '../placeholders.ts';
import type { Sealed } from '../sealed.ts';
import { tell, toChild } from '../tell.ts';
import {
  type AuthoriseSubject,
  type AuthoriseValues,
  blankAuthorise,
  blankImport,
  checkAuthorise,
  checkImport,
  type ImportValues,
} from './authorising-rules.ts';
import { type FoundObject, isSwitched } from './discover.machine.ts';

/** Where to authorise, and under which one-time word the result is asked for: in no snapshot, memo or drawing. */
export type Ticket = Sealed<{ url: string; state: string }>;

/** The person, and what they have on the channel; nothing is found while the channel cannot say. */
export interface Granted {
  id: number;
  name: string;
  missing_scopes: string[];
  found: { accounts: FoundObject[]; homepages: FoundObject[]; pixels: FoundObject[] } | null;
}

/** What the first step came to. */
export type Begun =
  | { kind: 'window'; ticket: Ticket; expiresAt: string }
  | { kind: 'link'; ticket: Ticket; expiresAt: string }
  | { kind: 'granted'; granted: Granted };

export type AuthoriseResult =
  | { kind: 'waiting' }
  | { kind: 'granted'; granted: Granted }
  /** `reason`: of the call; `message`: in words. */
  | { kind: 'refused'; reason: string; message: string };

export const authorisingForm = createFormDialogMachine<AuthoriseValues, Begun, AuthoriseSubject>({
  id: 'authorisingForm',
  description: 'Whose authorisation, who of ours answers for it, and how it is got.',
  blank: blankAuthorise,
  check: checkAuthorise,
});

const toForm = toChild(authorisingForm, 'form');

/** How long a result is left alone, in milliseconds: shortly at first, then longer. */
const FIRST_PAUSE_MS = 1500;
const LONGEST_PAUSE_MS = 5000;
const GROWTH = 1.2;
/** The window is good for ten minutes; after that there is nothing to wait for, whether the server can say so or not. */
const PATIENCE_MS = 11 * 60_000;

const pauseAfter = (looks: number): number => Math.min(Math.round(FIRST_PAUSE_MS * GROWTH ** looks), LONGEST_PAUSE_MS);

export interface ImportQuestion {
  personalAccountId: number;
  values: ImportValues;
  /** Something chosen is authorised by another person until now. */
  switches: boolean;
  key: string;
}

interface AuthorisingContext {
  /** As it was filled in, to begin anew after a refusal. */
  draft: Draft<AuthoriseValues, AuthoriseSubject> | undefined;
  ticket: Ticket | undefined;
  /** Instant. */
  expiresAt: string | undefined;
  looks: number;
  waitedMs: number;
  refusal: { reason: string; message: string } | undefined;
  values: ImportValues;
  faults: FieldFaults<ImportValues>;
  failure: Failure | undefined;
  key: string;
  refusals: number;
  answer: Granted | undefined;
}

export type AuthorisingEvent =
  | { type: 'authorising.opened'; draft: Draft<AuthoriseValues, AuthoriseSubject> }
  | { type: 'authorisingForm.saved'; saved: Begun }
  /** The first step again, as it was filled in. */
  | { type: 'authorising.restarted' }
  | { type: 'authorising.fieldChanged'; changes: Partial<ImportValues> }
  /** `key`: a new UUID. */
  | { type: 'authorising.confirmed'; key: string }
  | { type: 'authorising.askedAgain' }
  /** What was chosen is asked about first, and lost when it is said again. */
  | { type: 'authorising.dismissed' }
  | { type: 'authorising.leaveCancelled' };

export type AuthorisingFact =
  /** Somebody is authorised: there is a row, new or renewed. */
  | { type: 'authorising.granted'; id: number }
  | { type: 'authorising.linkMade' }
  /** What was found is being brought in. */
  | { type: 'authorising.started'; batchId: number; siblings: number[] };

const batchesOf = ({ batchIds = [] }: { kind: string; batchIds?: number[] }) => ({ batchIds });

const blank: AuthorisingContext = {
  draft: undefined,
  ticket: undefined,
  expiresAt: undefined,
  looks: 0,
  waitedMs: 0,
  refusal: undefined,
  values: blankImport,
  faults: {},
  failure: undefined,
  key: '',
  refusals: 0,
  answer: undefined,
};

type Outcome = BatchOutcome<ImportValues>;
type WithTicket = Extract<Begun, { ticket: Ticket }>;

const ticketIn = (begun: Begun): Partial<WithTicket> => (begun.kind === 'granted' ? {} : begun);

/**
 * A person of the channel authorises us: asked who answers for it, waited for while the window is open, shown what was granted, and
 * what they have is brought in as a batch. Or a token is handed in, or a link is made for a holder who comes later.
 */
export const authorisingMachine = setup({
  types: {} as {
    context: AuthorisingContext;
    events: AuthorisingEvent;
    tags: 'open' | 'busy' | 'dirty' | 'writing';
    children: { form: 'form' };
  },
  actors: {
    form: authorisingForm,
    pause: missingActor<void, { ms: number }>('pause'),
    checkResult: missingActor<AuthoriseResult, { ticket: Ticket | undefined }>('checkResult'),
    importFound: missingActor<Outcome, ImportQuestion>('importFound'),
  },
  guards: {
    isOf: (_, { begun, kind }: { begun: Begun; kind: Begun['kind'] }) => begun.kind === kind,
    isResult: (_, { result, kind }: { result: AuthoriseResult; kind: AuthoriseResult['kind'] }) => result.kind === kind,
    hasNoTicket: ({ context }) => context.ticket === undefined,
    isOutOfPatience: ({ context }) => context.waitedMs >= PATIENCE_MS,
    isSound: ({ context }) => Object.keys(checkImport(context.values)).length === 0,
    isStarted: (_, outcome: Outcome) => outcome.kind === 'started',
  },
  actions: {
    begin: assign((_, { draft }: { draft: Draft<AuthoriseValues, AuthoriseSubject> }) => ({ ...blank, draft })),
    openForm: toForm(({ draft }: { draft: Draft<AuthoriseValues, AuthoriseSubject> | undefined }) => ({
      type: 'form.opened',
      draft: draft ?? { values: blankAuthorise, subject: undefined },
    })),
    keepTicket: assign((_, { begun }: { begun: Begun }) => ({
      ticket: ticketIn(begun).ticket,
      expiresAt: ticketIn(begun).expiresAt,
      looks: 0,
      waitedMs: 0,
    })),
    openWindow: effect<{ ticket: Ticket | undefined }>('openWindow'),
    countLook: assign(({ context: { looks, waitedMs } }) => ({ looks: looks + 1, waitedMs: waitedMs + pauseAfter(looks) })),
    keepRefusal: assign((_, { result }: { result: AuthoriseResult }) => ({
      ticket: undefined,
      refusal: result.kind === 'refused' ? { reason: result.reason, message: result.message } : undefined,
    })),
    giveUp: assign({ ticket: undefined, refusal: { reason: 'EXPIRED', message: '' } }),
    keepGranted: assign((_, { granted }: { granted: Granted }) => ({ ticket: undefined, answer: granted, values: blankImport })),
    change: assign(({ context }, { changes }: { changes: Partial<ImportValues> }) => ({
      values: { ...context.values, ...changes },
      faults: {},
      failure: undefined,
    })),
    showFaults: assign(({ context }) => ({ faults: checkImport(context.values), refusals: context.refusals + 1 })),
    clearFaults: assign({ faults: {}, failure: undefined }),
    keepKey: assign(({ context }, { key }: { key: string }) => ({ key: context.key || key })),
    keepOutcome: assign(({ context }, outcome: Outcome) => ({
      refusals: context.refusals + 1,
      key: '',
      faults: outcome.kind === 'refused' ? outcome.faults : {},
      failure: outcome.kind === 'refused' || outcome.kind === 'keyTaken' ? outcome.failure : undefined,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forget: assign(blank),
    tellGranted: tell<AuthorisingContext, { granted: Granted }>((_, { granted }) => ({ type: 'authorising.granted', id: granted.id })),
    tellLinkMade: tell<AuthorisingContext>(() => ({ type: 'authorising.linkMade' })),
    tellStarted: tell<AuthorisingContext, { batchIds: number[] }>((_, { batchIds: [batchId = 0, ...siblings] }) => ({
      type: 'authorising.started',
      batchId,
      siblings,
    })),
  },
}).createMachine({
  id: 'authorising',
  description: 'A person of the channel authorises us, and what they have is brought in.',
  context: blank,
  invoke: { id: 'form', src: 'form' },
  initial: 'resting',
  on: {
    'authorising.opened': {
      target: '.resting',
      actions: [
        { type: 'begin', params: ({ event }) => event },
        { type: 'openForm', params: ({ event }) => event },
      ],
    },
  },
  states: {
    resting: {
      description: 'Nothing is authorised, or its first step is being filled in.',
      on: {
        'authorisingForm.saved': [
          {
            guard: { type: 'isOf', params: ({ event }) => ({ begun: event.saved, kind: 'window' as const }) },
            target: 'waiting',
            actions: [
              { type: 'keepTicket', params: ({ event }) => ({ begun: event.saved }) },
              { type: 'openWindow', params: ({ event }) => ({ ticket: ticketIn(event.saved).ticket }) },
            ],
          },
          {
            guard: { type: 'isOf', params: ({ event }) => ({ begun: event.saved, kind: 'link' as const }) },
            target: 'linked',
            actions: [{ type: 'keepTicket', params: ({ event }) => ({ begun: event.saved }) }, 'tellLinkMade'],
          },
          {
            target: 'granted',
            actions: [
              { type: 'keepGranted', params: ({ event }) => ({ granted: grantedIn(event.saved) }) },
              { type: 'tellGranted', params: ({ event }) => ({ granted: grantedIn(event.saved) }) },
            ],
          },
        ],
      },
    },
    waiting: {
      description: 'The window of the channel is open; whether somebody agreed there is asked again and again.',
      tags: ['open', 'busy'],
      initial: 'pausing',
      on: { 'authorising.dismissed': { target: 'resting', actions: 'forget' } },
      states: {
        pausing: {
          description: 'Until the next look: soon at first, then less often.',
          always: [
            // What was woken from a memo knows its ticket no more.
            { guard: 'hasNoTicket', target: '#authorising.refused', actions: 'giveUp' },
            { guard: 'isOutOfPatience', target: '#authorising.refused', actions: 'giveUp' },
          ],
          invoke: {
            id: 'pause',
            src: 'pause',
            input: ({ context }) => ({ ms: pauseAfter(context.looks) }),
            onDone: { target: 'looking', actions: 'countLook' },
            onError: { target: 'looking', actions: 'countLook' },
          },
        },
        looking: {
          invoke: {
            id: 'checkResult',
            src: 'checkResult',
            input: ({ context }) => ({ ticket: context.ticket }),
            onDone: [
              {
                guard: { type: 'isResult', params: ({ event }) => ({ result: event.output, kind: 'granted' as const }) },
                target: '#authorising.granted',
                actions: [
                  { type: 'keepGranted', params: ({ event }) => ({ granted: resultIn(event.output) }) },
                  { type: 'tellGranted', params: ({ event }) => ({ granted: resultIn(event.output) }) },
                ],
              },
              {
                guard: { type: 'isResult', params: ({ event }) => ({ result: event.output, kind: 'refused' as const }) },
                target: '#authorising.refused',
                actions: { type: 'keepRefusal', params: ({ event }) => ({ result: event.output }) },
              },
              { target: 'pausing' },
            ],
            // Whoever waits ten minutes also waits for a network that is gone for a while.
            onError: 'pausing',
          },
        },
      },
    },
    refused: {
      description: 'It came to nothing: the reader sees why, and begins anew or lets it be.',
      tags: 'open',
      on: {
        'authorising.restarted': { target: 'resting', actions: { type: 'openForm', params: ({ context }) => context } },
        'authorising.dismissed': { target: 'resting', actions: 'forget' },
      },
    },
    linked: {
      description: 'The link is shown, this once, to be sent to the holder.',
      tags: 'open',
      on: { 'authorising.dismissed': { target: 'resting', actions: 'forget' } },
    },
    granted: {
      description: 'What was granted, what is missing, and what can be brought in.',
      tags: 'open',
      initial: 'untouched',
      on: {
        'authorising.fieldChanged': { target: '.touched', actions: { type: 'change', params: ({ event }) => event } },
        'authorising.confirmed': [
          { guard: 'isSound', target: 'starting', actions: ['clearFaults', { type: 'keepKey', params: ({ event }) => event }] },
          { actions: 'showFaults' },
        ],
        'authorising.dismissed': { target: 'resting', actions: 'forget' },
      },
      states: {
        untouched: {},
        touched: { tags: 'dirty', on: { 'authorising.dismissed': 'leaving' } },
        leaving: {
          description: 'Closing would lose what was chosen; the reader decides.',
          tags: 'dirty',
          on: { 'authorising.leaveCancelled': 'touched' },
        },
      },
    },
    starting: {
      description: 'The order is on its way to the server, under a key that begins nothing twice.',
      tags: ['open', 'writing'],
      invoke: {
        id: 'importFound',
        src: 'importFound',
        input: ({ context: { answer, values, key } }) => ({
          personalAccountId: answer?.id ?? 0,
          values,
          switches: isSwitching(answer, values),
          key,
        }),
        onDone: [
          {
            guard: { type: 'isStarted', params: ({ event }) => event.output },
            target: 'resting',
            actions: [{ type: 'tellStarted', params: ({ event }) => batchesOf(event.output) }, 'forget'],
          },
          { target: 'granted.touched', actions: { type: 'keepOutcome', params: ({ event }) => event.output } },
        ],
        onError: { target: 'lost', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    lost: {
      description: 'Nobody knows whether it began. Asking with the same key begins nothing twice.',
      tags: 'open',
      on: {
        'authorising.askedAgain': { target: 'starting', actions: 'clearFaults' },
        'authorising.dismissed': { target: 'resting', actions: 'forget' },
      },
    },
  },
});

function isSwitching(granted: Granted | undefined, { account_ids, page_ids, pixel_ids }: ImportValues): boolean {
  const { accounts = [], homepages = [], pixels = [] } = granted?.found ?? {};
  const among = (found: FoundObject[], ids: string[]) => found.some((one) => isSwitched(one, ids));
  return among(accounts, account_ids) || among(homepages, page_ids) || among(pixels, pixel_ids);
}

const nobody: Granted = { id: 0, name: '', missing_scopes: [], found: null };

function grantedIn(begun: Begun): Granted {
  return begun.kind === 'granted' ? begun.granted : nobody;
}

function resultIn(result: AuthoriseResult): Granted {
  return result.kind === 'granted' ? result.granted : nobody;
}

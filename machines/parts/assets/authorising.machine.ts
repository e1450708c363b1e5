import { assign, setup } from 'xstate';
import type { BatchOutcome } from '../../kernel/batch/batch-outcome.ts';
import { toFailure } from '../../kernel/form/faults.ts';
import { createFormDialogMachine, type Draft } from '../../kernel/form/form-dialog.machine.ts';
import { missingActor, missingCallback } from '../../kernel/placeholders.ts';
import { tell, toChild } from '../../kernel/tell.ts';
import type {
  AuthoriseResult,
  AuthorisingContext,
  AuthorisingEvent,
  AuthorisingFact,
  FirstStepResult,
  GrantedAccount,
  ImportFoundRequest,
  Ticket,
} from './authorising-contract.ts';
import {
  type AuthoriseSubject,
  type AuthoriseValues,
  blankAuthorise,
  blankImport,
  checkAuthorise,
  checkImport,
  type ImportValues,
} from './authorising-rules.ts';
import { batchesOf, blankAuthorising, grantedIn, isSwitching, MAX_WAIT_MS, pauseAfter, resultIn, ticketIn } from './authorising-steps.ts';

export const authorisingForm = createFormDialogMachine<AuthoriseValues, FirstStepResult, AuthoriseSubject>({
  id: 'authorisingForm',
  description: 'The personal account to authorise, its owner, and the way of authorising.',
  blank: blankAuthorise,
  check: checkAuthorise,
});

const toForm = toChild(authorisingForm, 'form');

type Outcome = BatchOutcome<ImportValues>;
/**
 * Authorises a personal account: the form is filled in, the channel's window is awaited, the granted permissions are shown, and the
 * account's objects are imported as a batch. Instead of the window, a token can be entered or a link made for a holder who authorises
 * later.
 */
export const authorisingMachine = setup({
  types: {} as {
    context: AuthorisingContext;
    events: AuthorisingEvent;
    emitted: AuthorisingFact;
    tags: 'open' | 'busy' | 'dirty' | 'writing';
    children: { form: 'form' };
  },
  actors: {
    form: authorisingForm,
    /** Runs as long as the window is awaited. */
    channelWindow: missingCallback<{ ticket: Ticket | undefined }>('channelWindow'),
    pause: missingActor<void, { ms: number }>('pause'),
    checkResult: missingActor<AuthoriseResult, { ticket: Ticket | undefined }>('checkResult'),
    importFound: missingActor<Outcome, ImportFoundRequest>('importFound'),
  },
  guards: {
    isFirstStep: (_, { begun, kind }: { begun: FirstStepResult; kind: FirstStepResult['kind'] }) => begun.kind === kind,
    isResult: (_, { result, kind }: { result: AuthoriseResult; kind: AuthoriseResult['kind'] }) => result.kind === kind,
    hasNoTicket: ({ context }) => context.ticket === undefined,
    hasTimedOut: ({ context }) => context.waitedMs >= MAX_WAIT_MS,
    isValid: ({ context }) => Object.keys(checkImport(context.values)).length === 0,
    isStarted: (_, outcome: Outcome) => outcome.kind === 'started',
  },
  actions: {
    begin: assign((_, { draft }: { draft: Draft<AuthoriseValues, AuthoriseSubject> }) => ({ ...blankAuthorising, draft })),
    openForm: toForm(({ draft }: { draft: Draft<AuthoriseValues, AuthoriseSubject> | undefined }) => ({
      type: 'form.opened',
      draft: draft ?? { values: blankAuthorise, subject: undefined },
    })),
    keepTicket: assign((_, { begun }: { begun: FirstStepResult }) => ({
      ticket: ticketIn(begun).ticket,
      expiresAt: ticketIn(begun).expiresAt,
      polls: 0,
      waitedMs: 0,
    })),
    countPoll: assign(({ context: { polls, waitedMs } }) => ({ polls: polls + 1, waitedMs: waitedMs + pauseAfter(polls) })),
    keepRefusal: assign((_, { result }: { result: AuthoriseResult }) => ({
      ticket: undefined,
      refusal: result.kind === 'refused' ? { reason: result.reason, message: result.message } : undefined,
    })),
    giveUp: assign({ ticket: undefined, refusal: { reason: 'EXPIRED', message: '' } }),
    keepGranted: assign((_, { granted }: { granted: GrantedAccount }) => ({ ticket: undefined, answer: granted, values: blankImport })),
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
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forget: assign(blankAuthorising),
    tellGranted: tell<AuthorisingContext, { granted: GrantedAccount }>((_, { granted }) => ({
      type: 'authorising.granted',
      id: granted.id,
    })),
    tellLinkMade: tell<AuthorisingContext>(() => ({ type: 'authorising.linkMade' })),
    tellStarted: tell<AuthorisingContext, { batchIds: number[] }>((_, { batchIds: [batchId = 0, ...siblings] }) => ({
      type: 'authorising.started',
      batchId,
      siblings,
    })),
  },
}).createMachine({
  id: 'authorising',
  description: 'A personal account is authorised and its objects are imported.',
  context: blankAuthorising,
  invoke: { id: 'form', src: 'form' },
  initial: 'idle',
  on: {
    'authorising.opened': {
      target: '.idle',
      actions: [
        { type: 'begin', params: ({ event }) => event },
        { type: 'openForm', params: ({ event }) => event },
      ],
    },
  },
  states: {
    idle: {
      description: 'Nothing is running, or the form is open.',
      on: {
        'authorisingForm.saved': [
          {
            guard: { type: 'isFirstStep', params: ({ event }) => ({ begun: event.saved, kind: 'window' as const }) },
            target: 'waiting',
            actions: { type: 'keepTicket', params: ({ event }) => ({ begun: event.saved }) },
          },
          {
            guard: { type: 'isFirstStep', params: ({ event }) => ({ begun: event.saved, kind: 'link' as const }) },
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
      description: "The channel's window is open; its result is polled.",
      tags: ['open', 'busy'],
      invoke: { id: 'channelWindow', src: 'channelWindow', input: ({ context }) => ({ ticket: context.ticket }) },
      initial: 'pausing',
      on: { 'authorising.dismissed': { target: 'idle', actions: 'forget' } },
      states: {
        pausing: {
          description: 'Waits for the next poll: short at first, then longer.',
          always: [
            // A machine restored from a memo has lost its ticket.
            { guard: 'hasNoTicket', target: '#authorising.refused', actions: 'giveUp' },
            { guard: 'hasTimedOut', target: '#authorising.refused', actions: 'giveUp' },
          ],
          invoke: {
            id: 'pause',
            src: 'pause',
            input: ({ context }) => ({ ms: pauseAfter(context.polls) }),
            onDone: { target: 'polling', actions: 'countPoll' },
            onError: { target: 'polling', actions: 'countPoll' },
          },
        },
        polling: {
          description: 'The server is asked for the result.',
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
            // A network failure does not end the ten minutes of waiting.
            onError: 'pausing',
          },
        },
      },
    },
    refused: {
      description: 'The authorisation failed: the user sees why and starts again or closes.',
      tags: 'open',
      on: {
        'authorising.restarted': { target: 'idle', actions: { type: 'openForm', params: ({ context }) => context } },
        'authorising.dismissed': { target: 'idle', actions: 'forget' },
      },
    },
    linked: {
      description: 'The link for the holder is shown, this once.',
      tags: 'open',
      on: { 'authorising.dismissed': { target: 'idle', actions: 'forget' } },
    },
    granted: {
      description: 'Shows the granted and missing permissions, and the objects to import.',
      tags: 'open',
      initial: 'untouched',
      on: {
        'authorising.fieldChanged': { target: '.touched', actions: { type: 'change', params: ({ event }) => event } },
        'authorising.confirmed': [
          { guard: 'isValid', target: 'starting', actions: ['clearFaults', { type: 'keepKey', params: ({ event }) => event }] },
          { actions: 'showFaults' },
        ],
        'authorising.dismissed': { target: 'idle', actions: 'forget' },
      },
      states: {
        untouched: {},
        touched: { tags: 'dirty', on: { 'authorising.dismissed': 'leaving' } },
        leaving: {
          description: 'Closing would lose the choice; the user decides.',
          tags: 'dirty',
          on: { 'authorising.leaveCancelled': 'touched' },
        },
      },
    },
    starting: {
      description: 'The start is being sent, with a key that starts nothing twice.',
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
            target: 'idle',
            actions: [{ type: 'tellStarted', params: ({ event }) => batchesOf(event.output) }, 'forget'],
          },
          { target: 'granted.touched', actions: { type: 'keepOutcome', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unconfirmed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    unconfirmed: {
      description: 'It is unknown whether the batch was started. Sending again with the same key starts nothing twice.',
      tags: 'open',
      on: {
        'authorising.startRetried': { target: 'starting', actions: 'clearFaults' },
        'authorising.dismissed': { target: 'idle', actions: 'forget' },
      },
    },
  },
});

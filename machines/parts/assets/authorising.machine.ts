import { assign, setup } from 'xstate';
import type { BatchOutcome } from '../../kernel/batch/batch-outcome.ts';
import { failureOf } from '../../kernel/form/faults.ts';
import { createFormDialogMachine, type Draft } from '../../kernel/form/form-dialog.machine.ts';
import { missingActor, missingCallback } from '../../kernel/placeholders.ts';
import { tell, toChild } from '../../kernel/tell.ts';
import type {
  AuthoriseResult,
  AuthorisingContext,
  AuthorisingEvent,
  AuthorisingFact,
  Begun,
  Granted,
  ImportQuestion,
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
import { batchesOf, grantedIn, isSwitching, nothingAuthorised, PATIENCE_MS, pauseAfter, resultIn, ticketIn } from './authorising-steps.ts';

export const authorisingForm = createFormDialogMachine<AuthoriseValues, Begun, AuthoriseSubject>({
  id: 'authorisingForm',
  description: 'Whose authorisation, who of ours answers for it, and how it is got.',
  blank: blankAuthorise,
  check: checkAuthorise,
});

const toForm = toChild(authorisingForm, 'form');

type Outcome = BatchOutcome<ImportValues>;
/**
 * A person of the channel authorises us: asked who answers for it, waited for while the window is open, shown what was granted, and
 * what they have is brought in as a batch. Or a token is handed in, or a link is made for a holder who comes later.
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
    /** Stands open for as long as it is waited for. */
    channelWindow: missingCallback<{ ticket: Ticket | undefined }>('channelWindow'),
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
    begin: assign((_, { draft }: { draft: Draft<AuthoriseValues, AuthoriseSubject> }) => ({ ...nothingAuthorised, draft })),
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
    forget: assign(nothingAuthorised),
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
  context: nothingAuthorised,
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
            actions: { type: 'keepTicket', params: ({ event }) => ({ begun: event.saved }) },
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
      invoke: { id: 'channelWindow', src: 'channelWindow', input: ({ context }) => ({ ticket: context.ticket }) },
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
          description: 'The server is asked whether somebody agreed there, or said no.',
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

import { assign, setup } from 'xstate';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { verifyInfo, verifySite } from '#contracts/endpoints/sites.ts';
import { type Failure, toFailure } from '../kernel/form/faults.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** How the domain is proved, and when it may be tried again. */
export type VerifyInfo = ReplyOf<typeof verifyInfo>;
export type VerifyResult = ReplyOf<typeof verifySite>;

export interface VerificationSubject {
  id: number;
  name: string;
  domain: string;
}

interface VerificationContext {
  subject: VerificationSubject | undefined;
  /** What to put where, and what the last check came to. */
  answer: { info: VerifyInfo; result: VerifyResult | undefined } | undefined;
  failure: Failure | undefined;
}

export type VerificationEvent =
  | { type: 'verification.opened'; subject: VerificationSubject }
  | { type: 'verification.checkRequested' }
  | { type: 'verification.retried' }
  /** It is on the screen again; what it showed was not kept while the page slept. */
  | { type: 'verification.seen' }
  | { type: 'verification.closed' };

/** The state of the site may be another one now. */
type VerificationFact = { type: 'siteVerification.checked'; siteId: number };

/** Proves that a domain is ours: what to put where, and whether it was found there. The server says when it may be tried again. */
export const siteVerification = setup({
  types: {} as { context: VerificationContext; events: VerificationEvent; emitted: VerificationFact; tags: 'open' | 'busy' },
  actors: {
    loadInfo: missingActor<VerifyInfo, { siteId: number }>('loadInfo'),
    check: missingActor<VerifyResult, { siteId: number }>('check'),
  },
  guards: { hasAnswer: ({ context }) => context.answer?.info !== undefined },
  actions: {
    open: assign((_, { subject }: { subject: VerificationSubject }) => ({ subject, answer: undefined, failure: undefined })),
    keepInfo: assign((_, { info }: { info: VerifyInfo }) => ({ answer: { info, result: undefined }, failure: undefined })),
    keepResult: assign(({ context: { answer } }, { result }: { result: VerifyResult }) => ({
      answer: answer && { info: { ...answer.info, next_try_at: result.next_try_at }, result },
      failure: undefined,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forget: assign({ subject: undefined, answer: undefined, failure: undefined }),
    tellChecked: tell<VerificationContext>(({ subject }) => ({ type: 'siteVerification.checked', siteId: subject?.id ?? 0 })),
  },
}).createMachine({
  id: 'siteVerification',
  description: 'Proves that the domain of a site is ours.',
  context: { subject: undefined, answer: undefined, failure: undefined },
  initial: 'closed',
  states: {
    closed: { on: { 'verification.opened': { target: 'open', actions: { type: 'open', params: ({ event }) => event } } } },
    open: {
      tags: 'open',
      initial: 'asking',
      on: { 'verification.closed': { target: 'closed', actions: 'forget' } },
      states: {
        asking: {
          description: 'What is to be put where.',
          tags: 'busy',
          invoke: {
            id: 'loadInfo',
            src: 'loadInfo',
            // Entered only with a site.
            input: ({ context }) => ({ siteId: context.subject?.id ?? 0 }),
            onDone: { target: 'shown', actions: { type: 'keepInfo', params: ({ event }) => ({ info: event.output }) } },
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        shown: {
          on: {
            'verification.checkRequested': { guard: 'hasAnswer', target: 'checking' },
            'verification.seen': [{ guard: 'hasAnswer' }, { target: 'asking' }],
            'verification.retried': 'asking',
          },
        },
        checking: {
          description: 'The server looks whether it is there.',
          tags: 'busy',
          invoke: {
            id: 'check',
            src: 'check',
            input: ({ context }) => ({ siteId: context.subject?.id ?? 0 }),
            onDone: {
              target: 'shown',
              actions: [{ type: 'keepResult', params: ({ event }) => ({ result: event.output }) }, 'tellChecked'],
            },
            // When it may be tried again is asked anew: a check that came too early says nothing else.
            onError: { target: 'failed', actions: [{ type: 'keepFailure', params: ({ event }) => event }, 'tellChecked'] },
          },
        },
        failed: {
          description: 'Nobody said what to put where, or the check did not come about.',
          on: { 'verification.retried': 'asking', 'verification.seen': 'asking' },
        },
      },
    },
  },
});

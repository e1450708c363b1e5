import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { STALE_MS } from './freshness.ts';

interface DetailContext<Subject, Data> {
  subject: Subject | undefined;
  /** The newest answer about the subject. */
  answer: Data | undefined;
  failure: Failure | undefined;
}

export type DetailEvent<Subject> =
  | { type: 'detail.opened'; subject: Subject }
  | { type: 'detail.refreshRequested' }
  /** Sent by the clock: reloads quietly. */
  | { type: 'detail.refreshDue' }
  /** The detail is on the screen, again or for the first time. */
  | { type: 'detail.seen' }
  | { type: 'detail.closed' };

/** The details of one object: loaded when opened, kept while they are reloaded. */
export function createDetailMachine<Subject, Data>({
  id,
  description = 'The details of one object; reloaded when they are stale.',
}: MachineName) {
  return setup({
    types: {} as { context: DetailContext<Subject, Data>; events: DetailEvent<Subject>; tags: 'open' | 'busy' | 'quiet' | 'failed' },
    actors: { loadDetail: missingActor<Data, { subject: Subject }>('loadDetail') },
    guards: { hasAnswer: ({ context }) => context.answer !== undefined },
    delays: { staleness: STALE_MS },
    actions: {
      begin: assign((_, { subject }: { subject: Subject }) => ({ subject, answer: undefined, failure: undefined })),
      keepAnswer: assign((_, { answer }: { answer: Data }) => ({ answer, failure: undefined })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      forget: assign({ subject: undefined, answer: undefined, failure: undefined }),
    },
  }).createMachine({
    id,
    description,
    context: { subject: undefined, answer: undefined, failure: undefined },
    initial: 'closed',
    on: {
      'detail.opened': { target: '.loading', reenter: true, actions: { type: 'begin', params: ({ event }) => event } },
      'detail.closed': { target: '.closed', actions: 'forget' },
    },
    states: {
      closed: {},
      loading: {
        tags: ['open', 'busy'],
        invoke: {
          id: 'loadDetail',
          src: 'loadDetail',
          // Entered only with a subject.
          input: ({ context }) => ({ subject: context.subject as Subject }),
          onDone: { target: 'shown', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      renewing: {
        description: 'Known details stay on the screen while they are reloaded.',
        tags: ['open', 'quiet'],
        on: { 'detail.refreshRequested': 'loading' },
        invoke: {
          id: 'loadDetail',
          src: 'loadDetail',
          input: ({ context }) => ({ subject: context.subject as Subject }),
          onDone: { target: 'shown', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      shown: {
        tags: 'open',
        initial: 'fresh',
        // Also without an answer, because a page's memo does not keep answers.
        on: { 'detail.refreshRequested': 'loading', 'detail.refreshDue': 'renewing', 'detail.seen': 'resuming' },
        states: {
          fresh: { after: { staleness: 'stale' }, on: { 'detail.seen': { guard: 'hasAnswer' } } },
          stale: {},
        },
      },
      failed: {
        tags: ['open', 'failed'],
        on: { 'detail.refreshRequested': 'loading', 'detail.refreshDue': 'resuming', 'detail.seen': 'resuming' },
      },
      resuming: {
        description: 'The detail is on the screen again: known details stay while they are reloaded.',
        always: [{ guard: 'hasAnswer', target: 'renewing' }, { target: 'loading' }],
      },
    },
  });
}

import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import { id as rowId, toSearch } from '../list/list-query.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** The address key of a batch whose order is to be repeated: `?again=17`. It is removed once it was read. */
const AGAIN_KEY = 'again';

/** The batch that the address asks to repeat. */
export const readRecalledBatch = (search: string): number | undefined => rowId.read(new URLSearchParams(search).get(AGAIN_KEY) ?? '');

export function withoutRecall(search: string): string {
  const left = new URLSearchParams(search);
  left.delete(AGAIN_KEY);
  return toSearch(left);
}

export type RecallEvent<Subject> =
  /** The order of a batch is to be loaded. */
  | { type: 'recall.requested'; subject: Subject }
  | { type: 'recall.retried' }
  /** The user closed the message. */
  | { type: 'recall.dismissed' };

/** Told upwards under the id of the machine. */
export type RecallFact<Id extends string, Recalled> = { type: `${Id}.recalled`; recalled: Recalled };

interface RecallContext<Subject> {
  subject: Subject | undefined;
  /** Why the order could not be loaded. */
  failure: Failure | undefined;
}

/** Loads an earlier order so that it can be repeated, and tells it upwards. */
export function createRecallMachine<Subject extends { batchId: number }, Recalled extends object>({
  id,
  description = 'An earlier order, loaded so that it can be repeated.',
}: MachineName) {
  return setup({
    types: {} as { context: RecallContext<Subject>; events: RecallEvent<Subject>; tags: 'open' | 'busy' | 'failed' },
    actors: {
      /** Undefined if the order cannot be repeated. */
      recall: missingActor<Recalled | undefined, { subject: Subject }>('recall'),
    },
    guards: { hasRecalled: (_, { recalled }: { recalled: Recalled | undefined }) => recalled !== undefined },
    actions: {
      begin: assign((_, { subject }: { subject: Subject }) => ({ subject, failure: undefined })),
      forget: assign({ subject: undefined, failure: undefined }),
      clearFailure: assign({ failure: undefined }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      tellRecalled: tell<RecallContext<Subject>, { recalled: Recalled | undefined }>((_, { recalled }) => ({
        type: `${id}.recalled`,
        recalled,
      })),
    },
  }).createMachine({
    id,
    description,
    context: { subject: undefined, failure: undefined },
    initial: 'idle',
    on: { 'recall.requested': { target: '.loading', reenter: true, actions: { type: 'begin', params: ({ event }) => event } } },
    states: {
      idle: {},
      loading: {
        description: 'The earlier order is loading; unavailable is ordered by that.',
        tags: 'busy',
        invoke: {
          id: 'recall',
          src: 'recall',
          // Entered only with a subject.
          input: ({ context }) => ({ subject: context.subject as Subject }),
          onDone: [
            {
              guard: { type: 'hasRecalled', params: ({ event }) => ({ recalled: event.output }) },
              target: 'idle',
              actions: [{ type: 'tellRecalled', params: ({ event }) => ({ recalled: event.output }) }, 'forget'],
            },
            { target: 'unavailable' },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      unavailable: {
        description: 'The order cannot be repeated: it no longer exists or the user may not see it.',
        tags: 'open',
        on: { 'recall.dismissed': { target: 'idle', actions: 'forget' } },
      },
      failed: {
        tags: ['open', 'failed'],
        on: {
          'recall.retried': { target: 'loading', actions: 'clearFailure' },
          'recall.dismissed': { target: 'idle', actions: 'forget' },
        },
      },
    },
  });
}

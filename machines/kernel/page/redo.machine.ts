import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import { id as rowId, toSearch } from '../list/list-query.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** The address key of a batch whose order is to be repeated: `?again=17`. It is removed once it was read. */
const AGAIN_KEY = 'again';

/** The batch that the address asks to repeat. */
export const readRedoBatch = (search: string): number | undefined => rowId.read(new URLSearchParams(search).get(AGAIN_KEY) ?? '');

export function withoutRedo(search: string): string {
  const left = new URLSearchParams(search);
  left.delete(AGAIN_KEY);
  return toSearch(left);
}

export type RedoEvent<Subject> =
  /** The order of a batch is to be loaded. */
  | { type: 'redo.requested'; subject: Subject }
  | { type: 'redo.retried' }
  /** The user closed the message. */
  | { type: 'redo.dismissed' };

/** Told upwards under the id of the machine. */
export type RedoFact<Id extends string, Order> = { type: `${Id}.orderLoaded`; order: Order };

interface RedoContext<Subject> {
  subject: Subject | undefined;
  /** Why the order could not be loaded. */
  failure: Failure | undefined;
}

/** Loads an earlier order so that it can be repeated, and tells it upwards. */
export function createRedoMachine<Subject extends { batchId: number }, Order extends object>({
  id,
  description = 'An earlier order, loaded so that it can be repeated.',
}: MachineName) {
  return setup({
    types: {} as { context: RedoContext<Subject>; events: RedoEvent<Subject>; tags: 'open' | 'busy' | 'failed' },
    actors: {
      /** Undefined if the order cannot be repeated. */
      loadOrder: missingActor<Order | undefined, { subject: Subject }>('loadOrder'),
    },
    guards: { hasOrder: (_, { order }: { order: Order | undefined }) => order !== undefined },
    actions: {
      begin: assign((_, { subject }: { subject: Subject }) => ({ subject, failure: undefined })),
      forget: assign({ subject: undefined, failure: undefined }),
      clearFailure: assign({ failure: undefined }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      tellOrder: tell<RedoContext<Subject>, { order: Order | undefined }>((_, { order }) => ({
        type: `${id}.orderLoaded`,
        order,
      })),
    },
  }).createMachine({
    id,
    description,
    context: { subject: undefined, failure: undefined },
    initial: 'idle',
    on: { 'redo.requested': { target: '.loading', reenter: true, actions: { type: 'begin', params: ({ event }) => event } } },
    states: {
      idle: {},
      loading: {
        description: 'The earlier order is loading; unavailable is ordered by that.',
        tags: 'busy',
        invoke: {
          id: 'loadOrder',
          src: 'loadOrder',
          // Entered only with a subject.
          input: ({ context }) => ({ subject: context.subject as Subject }),
          onDone: [
            {
              guard: { type: 'hasOrder', params: ({ event }) => ({ order: event.output }) },
              target: 'idle',
              actions: [{ type: 'tellOrder', params: ({ event }) => ({ order: event.output }) }, 'forget'],
            },
            { target: 'unavailable' },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      unavailable: {
        description: 'The order cannot be repeated: it no longer exists or the user may not see it.',
        tags: 'open',
        on: { 'redo.dismissed': { target: 'idle', actions: 'forget' } },
      },
      failed: {
        tags: ['open', 'failed'],
        on: {
          'redo.retried': { target: 'loading', actions: 'clearFailure' },
          'redo.dismissed': { target: 'idle', actions: 'forget' },
        },
      },
    },
  });
}

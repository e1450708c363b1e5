import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../form/faults.ts';
import { asSearch, id as rowId } from '../list/list-query.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** The key of an address that names the batch whose order is to be written once more: `?again=17`. It is gone once it was read. */
const AGAIN_KEY = 'again';

/** The batch that an address wants to be ordered again. */
export const batchToRecall = (search: string): number | undefined => rowId.read(new URLSearchParams(search).get(AGAIN_KEY) ?? '');

export function withoutRecall(search: string): string {
  const left = new URLSearchParams(search);
  left.delete(AGAIN_KEY);
  return asSearch(left);
}

export type RecallEvent<Subject> =
  /** What was ordered then is wanted. */
  | { type: 'recall.wanted'; subject: Subject }
  | { type: 'recall.retried' }
  /** It is let be. */
  | { type: 'recall.dropped' };

/** Told upwards under the name of the machine. */
export type RecallFact<Id extends string, Recalled> = { type: `${Id}.recalled`; recalled: Recalled };

interface RecallContext<Subject> {
  subject: Subject | undefined;
  /** Why nobody knows what was ordered. */
  failure: Failure | undefined;
}

/** What was ordered once, asked for so that it can be ordered again: it is told, and nothing is done with it here. */
export function createRecallMachine<Subject extends { batchId: number }, Recalled extends object>({
  id,
  description = 'What was ordered once, asked for so that it can be ordered again.',
}: MachineName) {
  return setup({
    types: {} as { context: RecallContext<Subject>; events: RecallEvent<Subject>; tags: 'open' | 'busy' | 'failed' },
    actors: {
      /** Undefined where it cannot be ordered again. */
      recall: missingActor<Recalled | undefined, { subject: Subject }>('recall'),
    },
    guards: { isSomething: (_, { recalled }: { recalled: Recalled | undefined }) => recalled !== undefined },
    actions: {
      begin: assign((_, { subject }: { subject: Subject }) => ({ subject, failure: undefined })),
      forget: assign({ subject: undefined, failure: undefined }),
      clearFailure: assign({ failure: undefined }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
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
    on: { 'recall.wanted': { target: '.asking', reenter: true, actions: { type: 'begin', params: ({ event }) => event } } },
    states: {
      idle: {},
      asking: {
        description: 'The server is asked what was ordered; nothing is done by that.',
        tags: 'busy',
        invoke: {
          id: 'recall',
          src: 'recall',
          // Entered only with a subject.
          input: ({ context }) => ({ subject: context.subject as Subject }),
          onDone: [
            {
              guard: { type: 'isSomething', params: ({ event }) => ({ recalled: event.output }) },
              target: 'idle',
              actions: [{ type: 'tellRecalled', params: ({ event }) => ({ recalled: event.output }) }, 'forget'],
            },
            { target: 'nothing' },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      nothing: {
        description: 'It cannot be ordered again: nothing is left of it, its reader may not, or nobody remembers.',
        tags: 'open',
        on: { 'recall.dropped': { target: 'idle', actions: 'forget' } },
      },
      failed: {
        tags: ['open', 'failed'],
        on: {
          'recall.retried': { target: 'asking', actions: 'clearFailure' },
          'recall.dropped': { target: 'idle', actions: 'forget' },
        },
      },
    },
  });
}

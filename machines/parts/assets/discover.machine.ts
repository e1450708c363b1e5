import { assign, setup } from 'xstate';
import type { BatchOutcome } from '../../kernel/batch/batch-outcome.ts';
import { type Failure, type FieldFaults, failureOf } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, requiredChoice } from '../../kernel/form/field-rules.ts';
import type { MachineName } from '../../kernel/machine-name.ts';
import { missingActor } from '../../kernel/placeholders.ts';
import { tell } from '../../kernel/tell.ts';

/** Something on the channel that can be brought in. */
export interface FoundObject {
  /** Number the channel gave it. */
  platform_id: string;
  name: string;
  /** Its state, as the channel has it. */
  status: string;
  /** Tells it from others of the name; may be empty. */
  sub: string;
  /** In this system already: through this very person, or through another one. */
  already: 'no' | 'same' | 'other';
  /** The other person, where the reader may know. */
  authoriser: string | null;
  /** The reader may have it authorised by this person from now on. */
  can_switch: boolean;
}

/** Whether there is anything to do with it. */
export const isChoosable = ({ already, can_switch }: Pick<FoundObject, 'already' | 'can_switch'>): boolean =>
  already === 'no' || (already === 'other' && can_switch);

/** Whether it is chosen, and has been authorised by somebody else until now. */
export const isSwitched = ({ already, platform_id }: FoundObject, chosen: readonly string[]): boolean =>
  already === 'other' && chosen.includes(platform_id);

/** What every bringing in asks. */
export interface DiscoverValues {
  /** Whose eyes are looked through. */
  personal_account_id: number | undefined;
  platform_ids: string[];
}

export type Discovered<Params> = Params & DiscoverValues;

interface DiscoverContext<Found, Params> {
  values: Discovered<Params>;
  faults: FieldFaults<Discovered<Params>>;
  failure: Failure | undefined;
  /** Of the order that is asked now; kept over a lost answer and a reload. */
  key: string;
  /** Grows with every refused try, so that a view can move the focus to the first wrong field once. */
  refusals: number;
  /** What that person sees on the channel. */
  answer: Found[] | undefined;
}

export type DiscoverEvent<Params> =
  /** With whose eyes, and with which parameters it begins, where that is known. */
  | { type: 'discover.opened'; values?: Partial<Discovered<Params>> }
  | { type: 'discover.authoriserChosen'; id: number | undefined }
  | { type: 'discover.fieldChanged'; changes: Partial<Discovered<Params>> }
  /** Asked once more: after a failure, or because the channel may have more by now. */
  | { type: 'discover.retried' }
  /** It is on the screen again; what was found was not kept while the page slept. */
  | { type: 'discover.seen' }
  /** `key`: a new UUID. */
  | { type: 'discover.confirmed'; key: string }
  /** The answer was lost: whether it began is asked with the same key. */
  | { type: 'discover.askedAgain' }
  /** What was chosen is asked about first, and lost when it is said again. */
  | { type: 'discover.dismissed' }
  | { type: 'discover.leaveCancelled' };

/** Told upwards under the name of the machine: the page follows the batch, as it does with an import. */
export type DiscoverFact<Id extends string> = { type: `${Id}.started`; batchId: number; siblings: number[] };

export interface BindQuestion<Params> {
  values: Discovered<Params>;
  /** Something chosen is authorised by another person until now. */
  switches: boolean;
  key: string;
}

const batchesOf = ({ batchIds = [] }: { kind: string; batchIds?: number[] }) => ({ batchIds });

/**
 * What a person has on the channel is looked for, chosen and bound as a batch. `Found` is a row of what was found (at least a
 * `FoundObject`), `Params` what else the order asks: the line of business, for one. Actors: `discover` and `bind` (a
 * `batchOutcome` of the call).
 */
export function createDiscoverMachine<Found extends FoundObject, Params extends object = object>({
  id,
  description = 'What a person has on the channel: looked for, chosen, bound.',
  blank,
  check = () => ({}),
}: MachineName & {
  blank: Params;
  check?: (values: Discovered<Params>) => FieldFaults<Params>;
}) {
  type Values = Discovered<Params>;
  type Context = DiscoverContext<Found, Params>;
  type Outcome = BatchOutcome<Values>;

  const fresh = (values: Partial<Values> = {}): Context => ({
    values: { ...blank, personal_account_id: undefined, platform_ids: [], ...values },
    faults: {},
    failure: undefined,
    key: '',
    refusals: 0,
    answer: undefined,
  });
  const faultsOf = (values: Values): FieldFaults<Values> => {
    const own = faultsIn<DiscoverValues>({
      personal_account_id: firstFault(values.personal_account_id, requiredChoice),
      platform_ids: firstFault(values.platform_ids, requiredChoice),
    });
    return { ...check(values), ...own } as FieldFaults<Values>;
  };
  const without = (faults: FieldFaults<Values>, fields: (keyof Values)[]): FieldFaults<Values> => {
    const left = { ...faults };
    for (const field of fields) delete left[field];
    return left;
  };

  return setup({
    types: {} as {
      context: Context;
      events: DiscoverEvent<Params>;
      emitted: DiscoverFact<string>;
      tags: 'open' | 'busy' | 'dirty' | 'writing';
    },
    actors: {
      discover: missingActor<Found[], { personalAccountId: number }>('discover'),
      bind: missingActor<Outcome, BindQuestion<Params>>('bind'),
    },
    guards: {
      hasAuthoriser: ({ context }) => context.values.personal_account_id !== undefined,
      isSomebody: (_, { id: chosen }: { id: number | undefined }) => chosen !== undefined,
      hasChosen: ({ context }) => context.values.platform_ids.length > 0,
      isSound: ({ context }) => Object.keys(faultsOf(context.values)).length === 0,
      isStarted: (_, outcome: Outcome) => outcome.kind === 'started',
    },
    actions: {
      begin: assign((_, { values }: { values?: Partial<Values> }) => fresh(values)),
      forget: assign(() => fresh()),
      turnTo: assign(({ context: { values, faults } }, { id: chosen }: { id: number | undefined }) => ({
        values: { ...values, personal_account_id: chosen, platform_ids: [] },
        faults: without(faults, ['personal_account_id', 'platform_ids']),
        failure: undefined,
        answer: undefined,
      })),
      change: assign(({ context }, { changes }: { changes: Partial<Values> }) => ({
        values: { ...context.values, ...changes },
        faults: without(context.faults, Object.keys(changes) as (keyof Values)[]),
        failure: undefined,
      })),
      keepFound: assign(({ context: { values } }, { answer }: { answer: Found[] }) => ({
        answer,
        failure: undefined,
        values: {
          ...values,
          // What is gone from the channel, or was bound meanwhile, is not asked for any more.
          platform_ids: values.platform_ids.filter((one) => answer.some((found) => found.platform_id === one && isChoosable(found))),
        },
      })),
      keepKey: assign(({ context }, { key }: { key: string }) => ({ key: context.key || key })),
      showFaults: assign(({ context }) => ({ faults: faultsOf(context.values), refusals: context.refusals + 1 })),
      clearFaults: assign({ faults: {}, failure: undefined }),
      keepOutcome: assign(({ context }, outcome: Outcome) => ({
        refusals: context.refusals + 1,
        key: '',
        faults: outcome.kind === 'refused' ? outcome.faults : {},
        failure: outcome.kind === 'refused' || outcome.kind === 'keyTaken' ? outcome.failure : undefined,
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      tellStarted: tell<Context, { batchIds: number[] }>((_, { batchIds: [batchId = 0, ...siblings] }) => ({
        type: `${id}.started`,
        batchId,
        siblings,
      })),
    },
  }).createMachine({
    id,
    description,
    context: () => fresh(),
    initial: 'closed',
    states: {
      closed: {
        on: { 'discover.opened': { target: 'open', actions: { type: 'begin', params: ({ event }) => event } } },
      },
      open: {
        tags: 'open',
        initial: 'choosing',
        on: {
          'discover.authoriserChosen': [
            {
              guard: { type: 'isSomebody', params: ({ event }) => event },
              target: '.looking',
              reenter: true,
              actions: { type: 'turnTo', params: ({ event }) => event },
            },
            { target: '.choosing', actions: { type: 'turnTo', params: ({ event }) => event } },
          ],
          'discover.fieldChanged': { actions: { type: 'change', params: ({ event }) => event } },
          'discover.confirmed': { actions: 'showFaults' },
          'discover.dismissed': { target: 'closed', actions: 'forget' },
        },
        states: {
          choosing: {
            description: 'With whose eyes is not said yet.',
            always: { guard: 'hasAuthoriser', target: 'looking' },
          },
          looking: {
            description: 'The channel is asked what that person has.',
            tags: 'busy',
            invoke: {
              id: 'discover',
              src: 'discover',
              // Entered only with a person.
              input: ({ context }) => ({ personalAccountId: context.values.personal_account_id as number }),
              onDone: [
                {
                  guard: 'hasChosen',
                  target: 'shown.touched',
                  actions: { type: 'keepFound', params: ({ event }) => ({ answer: event.output }) },
                },
                { target: 'shown', actions: { type: 'keepFound', params: ({ event }) => ({ answer: event.output }) } },
              ],
              onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
            },
          },
          failed: {
            description: 'The channel did not say what there is.',
            on: { 'discover.retried': 'looking', 'discover.seen': 'looking' },
          },
          shown: {
            description: 'What there is, to choose from.',
            initial: 'untouched',
            on: {
              'discover.fieldChanged': { target: '.touched', actions: { type: 'change', params: ({ event }) => event } },
              'discover.confirmed': [
                {
                  guard: 'isSound',
                  target: `#${id}.starting`,
                  actions: ['clearFaults', { type: 'keepKey', params: ({ event }) => event }],
                },
                { actions: 'showFaults' },
              ],
              'discover.retried': 'looking',
              'discover.seen': 'looking',
            },
            states: {
              untouched: {},
              touched: { tags: 'dirty', on: { 'discover.dismissed': 'leaving' } },
              leaving: {
                description: 'Closing would lose what was chosen; the reader decides.',
                tags: 'dirty',
                on: { 'discover.leaveCancelled': 'touched' },
              },
            },
          },
        },
      },
      starting: {
        description: 'The order is on its way to the server, under a key that begins nothing twice.',
        tags: ['open', 'writing'],
        invoke: {
          id: 'bind',
          src: 'bind',
          input: ({ context: { values, key, answer = [] } }) => ({
            values,
            switches: answer.some((found) => isSwitched(found, values.platform_ids)),
            key,
          }),
          onDone: [
            {
              guard: { type: 'isStarted', params: ({ event }) => event.output },
              target: 'closed',
              actions: [{ type: 'tellStarted', params: ({ event }) => batchesOf(event.output) }, 'forget'],
            },
            { target: 'open.shown.touched', actions: { type: 'keepOutcome', params: ({ event }) => event.output } },
          ],
          onError: { target: 'lost', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      lost: {
        description: 'Nobody knows whether it began. Asking with the same key begins nothing twice.',
        tags: 'open',
        on: {
          'discover.askedAgain': { target: 'starting', actions: 'clearFaults' },
          'discover.dismissed': { target: 'closed', actions: 'forget' },
        },
      },
    },
  });
}

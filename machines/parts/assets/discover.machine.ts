import { assign, setup } from 'xstate';
import type { BatchOutcome } from '../../kernel/batch/batch-outcome.ts';
import { type Failure, type FieldFaults, toFailure } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, requiredChoice } from '../../kernel/form/field-rules.ts';
import type { MachineName } from '../../kernel/machine-name.ts';
import { missingActor } from '../../kernel/placeholders.ts';
import { tell } from '../../kernel/tell.ts';

/** An object on the channel that can be imported. */
export interface FoundObject {
  /** Id assigned by the channel. */
  platform_id: string;
  name: string;
  /** Its status on the channel. */
  status: string;
  /** Distinguishes objects of the same name; may be empty. */
  sub: string;
  /** Whether it was imported already: through this personal account or another one. */
  already: 'no' | 'same' | 'other';
  /** The other personal account, if the user may know it. */
  authoriser: string | null;
  /** Whether the user may switch its authorisation to this personal account. */
  can_switch: boolean;
}

/** Whether it can be chosen. */
export const isChoosable = ({ already, can_switch }: Pick<FoundObject, 'already' | 'can_switch'>): boolean =>
  already === 'no' || (already === 'other' && can_switch);

/** Whether it is chosen and currently authorised by another personal account. */
export const isSwitched = ({ already, platform_id }: FoundObject, chosen: readonly string[]): boolean =>
  already === 'other' && chosen.includes(platform_id);

/** The fields of every import. */
export interface DiscoverValues {
  /** The personal account whose objects are listed. */
  personal_account_id: number | undefined;
  platform_ids: string[];
}

export type DiscoverForm<Params> = Params & DiscoverValues;

interface DiscoverContext<Found, Params> {
  values: DiscoverForm<Params>;
  faults: FieldFaults<DiscoverForm<Params>>;
  failure: Failure | undefined;
  /** The idempotency key of the order; kept after a lost answer and a reload. */
  key: string;
  /** Grows with every refused attempt, so that a view can move the focus to the first wrong field once. */
  refusals: number;
  /** The objects of that personal account on the channel. */
  answer: Found[] | undefined;
}

export type DiscoverEvent<Params> =
  /** Opens the drawer, with the personal account and parameters if they are known. */
  | { type: 'discover.opened'; values?: Partial<DiscoverForm<Params>> }
  | { type: 'discover.authoriserChosen'; id: number | undefined }
  | { type: 'discover.fieldChanged'; changes: Partial<DiscoverForm<Params>> }
  /** Loads again, after a failure or because the channel may have more objects by now. */
  | { type: 'discover.retried' }
  /** The drawer is on the screen again; a page's memo does not keep the found objects. */
  | { type: 'discover.seen' }
  /** `key`: a new UUID. */
  | { type: 'discover.confirmed'; key: string }
  /** The answer was lost: the start is sent again with the same key. */
  | { type: 'discover.startRetried' }
  /** Asks before a choice is lost; a second time it is discarded. */
  | { type: 'discover.dismissed' }
  | { type: 'discover.leaveCancelled' };

/** Told upwards under the id of the machine: the page follows the batch, as it does for an import. */
export type DiscoverFact<Id extends string> = { type: `${Id}.started`; batchId: number; siblings: number[] };

export interface BindRequest<Params> {
  values: DiscoverForm<Params>;
  /** Whether a chosen object is currently authorised by another personal account. */
  switches: boolean;
  key: string;
}

const batchesOf = ({ batchIds = [] }: { kind: string; batchIds?: number[] }) => ({ batchIds });

/**
 * Lists the objects of a personal account on the channel and binds the chosen ones as a batch. `Found` is a row of the list (at least a
 * `FoundObject`), `Params` are further fields of the order, such as the business line. Actors: `discover` and `bind` (a `BatchOutcome` of
 * the call).
 */
export function createDiscoverMachine<Found extends FoundObject, Params extends object = object>({
  id,
  description = 'The objects of a personal account on the channel: listed, chosen, bound.',
  blank,
  check = () => ({}),
}: MachineName & {
  blank: Params;
  check?: (values: DiscoverForm<Params>) => FieldFaults<Params>;
}) {
  type Values = DiscoverForm<Params>;
  type Context = DiscoverContext<Found, Params>;
  type Outcome = BatchOutcome<Values>;

  const blankContext = (values: Partial<Values> = {}): Context => ({
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
  const withoutFields = (faults: FieldFaults<Values>, fields: (keyof Values)[]): FieldFaults<Values> => {
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
      bind: missingActor<Outcome, BindRequest<Params>>('bind'),
    },
    guards: {
      hasAuthoriser: ({ context }) => context.values.personal_account_id !== undefined,
      hasChosenAuthoriser: (_, { id: chosen }: { id: number | undefined }) => chosen !== undefined,
      hasChosen: ({ context }) => context.values.platform_ids.length > 0,
      isValid: ({ context }) => Object.keys(faultsOf(context.values)).length === 0,
      isStarted: (_, outcome: Outcome) => outcome.kind === 'started',
    },
    actions: {
      begin: assign((_, { values }: { values?: Partial<Values> }) => blankContext(values)),
      forget: assign(() => blankContext()),
      chooseAuthoriser: assign(({ context: { values, faults } }, { id: chosen }: { id: number | undefined }) => ({
        values: { ...values, personal_account_id: chosen, platform_ids: [] },
        faults: withoutFields(faults, ['personal_account_id', 'platform_ids']),
        failure: undefined,
        answer: undefined,
      })),
      change: assign(({ context }, { changes }: { changes: Partial<Values> }) => ({
        values: { ...context.values, ...changes },
        faults: withoutFields(context.faults, Object.keys(changes) as (keyof Values)[]),
        failure: undefined,
      })),
      keepFound: assign(({ context: { values } }, { answer }: { answer: Found[] }) => ({
        answer,
        failure: undefined,
        values: {
          ...values,
          // Objects that are gone from the channel or were bound meanwhile are no longer chosen.
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
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      tellStarted: tell<Context, { batchIds: number[] }>((_, { batchIds: [batchId = 0, ...siblings] }) => ({
        type: `${id}.started`,
        batchId,
        siblings,
      })),
    },
  }).createMachine({
    id,
    description,
    context: () => blankContext(),
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
              guard: { type: 'hasChosenAuthoriser', params: ({ event }) => event },
              target: '.loading',
              reenter: true,
              actions: { type: 'chooseAuthoriser', params: ({ event }) => event },
            },
            { target: '.choosing', actions: { type: 'chooseAuthoriser', params: ({ event }) => event } },
          ],
          'discover.fieldChanged': { actions: { type: 'change', params: ({ event }) => event } },
          'discover.confirmed': { actions: 'showFaults' },
          'discover.dismissed': { target: 'closed', actions: 'forget' },
        },
        states: {
          choosing: {
            description: 'No personal account is chosen yet.',
            always: { guard: 'hasAuthoriser', target: 'loading' },
          },
          loading: {
            description: 'The objects are being loaded from the channel.',
            tags: 'busy',
            invoke: {
              id: 'discover',
              src: 'discover',
              // Entered only with a personal account.
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
            description: 'The objects could not be loaded.',
            on: { 'discover.retried': 'loading', 'discover.seen': 'loading' },
          },
          shown: {
            description: 'The objects are listed to choose from.',
            initial: 'untouched',
            on: {
              'discover.fieldChanged': { target: '.touched', actions: { type: 'change', params: ({ event }) => event } },
              'discover.confirmed': [
                {
                  guard: 'isValid',
                  target: `#${id}.starting`,
                  actions: ['clearFaults', { type: 'keepKey', params: ({ event }) => event }],
                },
                { actions: 'showFaults' },
              ],
              'discover.retried': 'loading',
              'discover.seen': 'loading',
            },
            states: {
              untouched: {},
              touched: { tags: 'dirty', on: { 'discover.dismissed': 'leaving' } },
              leaving: {
                description: 'Closing would lose the choice; the user decides.',
                tags: 'dirty',
                on: { 'discover.leaveCancelled': 'touched' },
              },
            },
          },
        },
      },
      starting: {
        description: 'The start is being sent, with a key that starts nothing twice.',
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
          onError: { target: 'unconfirmed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      unconfirmed: {
        description: 'It is unknown whether the batch was started. Sending again with the same key starts nothing twice.',
        tags: 'open',
        on: {
          'discover.startRetried': { target: 'starting', actions: 'clearFaults' },
          'discover.dismissed': { target: 'closed', actions: 'forget' },
        },
      },
    },
  });
}

import { assign, setup } from 'xstate';
import { type Failure, type FieldFault, type FieldFaults, failureOf } from '../form/faults.ts';
import { firstFault, required, stringMaximum } from '../form/field-rules.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell, toChild } from '../tell.ts';
import type { BatchOutcome } from './batch-outcome.ts';
import { type BatchEnd, type BatchProgressFact, batchProgressMachine } from './batch-progress.machine.ts';

/** Beyond so many objects their number is typed, so that nobody does it by habit. */
export const UNTYPED_MOST = 20;

export const REASON_MOST = 200;

/** What is done to: rows that were chosen, or whatever the filters of a list match. */
export type BatchSubject<Filters> = { kind: 'rows'; ids: number[] } | { kind: 'allMatching'; filter: Filters; total: number };

/** What every bulk action asks besides its own parameters. */
export interface Confirmation {
  reason: string;
  /** The number of objects, once more. */
  typed: string;
}

/** How an action is confirmed, by what it does. */
export interface Caution {
  /** Cannot be taken back: wants a reason, and the number typed however few they are. */
  isDeletion: boolean;
  /** Wants a reason all the same. */
  wantsReason?: boolean;
}

export const sizeOf = (subject: BatchSubject<unknown> | undefined): number => {
  if (!subject) return 0;
  return subject.kind === 'rows' ? subject.ids.length : subject.total;
};

/** What a start is asked with. The same key never begins a second batch. */
export interface BatchQuestion<Params, Filters> {
  subject: BatchSubject<Filters>;
  values: Params & Confirmation;
  key: string;
}

interface BatchContext<Params, Filters> {
  subject: BatchSubject<Filters> | undefined;
  values: Params & Confirmation;
  faults: FieldFaults<Params & Confirmation>;
  /** Why nothing was begun, or why nobody knows whether it was. */
  failure: Failure | undefined;
  /** The number of objects is not what it was when this was opened. */
  changed: boolean;
  /** Of what is asked now; kept over a lost answer and a reload. Empty once it turned out to be spent. */
  key: string;
  /** Grows with every refused try, so that a view can move the focus to the first wrong field once. */
  refusals: number;
}

export type BatchEvent<Params, Filters> =
  /** `key`: a new UUID. It is there before anything is sent, so that a reload in the middle of the start does not lose it. */
  | { type: 'batch.opened'; subject: BatchSubject<Filters>; params?: Partial<Params>; key: string }
  | { type: 'batch.fieldChanged'; changes: Partial<Params & Confirmation> }
  | { type: 'batch.fieldLeft'; field: keyof (Params & Confirmation) }
  /** `key`: a new UUID, taken only where the first one is spent. */
  | { type: 'batch.confirmed'; key: string }
  | { type: 'batch.dismissed' }
  /** The answer was lost: whether it began is asked with the same key. */
  | { type: 'batch.askedAgain' }
  /** Begun elsewhere, an import for one: followed here, and shown. */
  | { type: 'batch.followed'; batchId: number; siblings?: number[] | undefined }
  | { type: 'batch.seen' }
  | { type: 'batch.left' }
  | BatchProgressFact;

/** Told upwards under the name of the machine. */
export type BatchFact<Id extends string> =
  /** It runs on the server from now on, or again, whoever watches. */
  | { type: `${Id}.started`; batchId: number; batchIds: number[] }
  | ({ type: `${Id}.finished` } & BatchEnd)
  /** Somebody wants to go on with those that failed. */
  | { type: `${Id}.failedChosen`; ids: number[] };

const toProgress = toChild(batchProgressMachine, 'progress');

const begunIn = ({ batchIds = [] }: { kind: string; batchIds?: number[] }) => ({ batchIds });

/** Rules of what every bulk action asks. */
function checkConfirmation(
  { reason, typed }: Confirmation,
  count: number,
  { isDeletion, wantsReason = isDeletion }: Caution,
): { [K in keyof Confirmation]?: FieldFault } {
  const reasonFault = firstFault(reason, ...(wantsReason ? [required] : []), stringMaximum(REASON_MOST));
  const isTyped = typed.replaceAll(/[\s,]/g, '') === String(count);
  const typedFault: FieldFault | undefined =
    wantsTyping(count, { isDeletion }) && !isTyped ? { rule: 'retyped', params: { expected: String(count) } } : undefined;
  return { ...(reasonFault && { reason: reasonFault }), ...(typedFault && { typed: typedFault }) };
}

export const wantsTyping = (count: number, { isDeletion }: Caution): boolean => isDeletion || count > UNTYPED_MOST;

/**
 * Something done to many objects at once: asked about, begun once, and followed to its end. The dialog may be closed while
 * it runs; nothing but the start is ever under way from here, so nothing can be sent twice.
 */
export function createBatchMachine<Params extends object, Filters>({
  id,
  description = 'Something done to many objects at once: asked about, begun once, followed to its end.',
  blank,
  check,
  caution = () => ({ isDeletion: false }),
}: MachineName & {
  blank: Params;
  check: (params: Params, subject: BatchSubject<Filters> | undefined) => FieldFaults<Params>;
  caution?: (params: Params) => Caution;
}) {
  type Values = Params & Confirmation;
  type Context = BatchContext<Params, Filters>;
  type Outcome = BatchOutcome<Values>;

  const fresh = (subject?: BatchSubject<Filters>, params: Partial<Params> = {}): Omit<Context, 'key'> => ({
    subject,
    values: { ...blank, ...params, reason: '', typed: '' },
    faults: {},
    failure: undefined,
    changed: false,
    refusals: 0,
  });
  const faultsOf = ({ values, subject }: Context): FieldFaults<Values> => ({
    ...(check(values, subject) as FieldFaults<Values>),
    ...(checkConfirmation(values, sizeOf(subject), caution(values)) as FieldFaults<Values>),
  });
  const without = (faults: FieldFaults<Values>, fields: (keyof Values)[]): FieldFaults<Values> => {
    const left = { ...faults };
    for (const field of fields) delete left[field];
    return left;
  };

  return setup({
    types: {} as {
      context: Context;
      events: BatchEvent<Params, Filters>;
      emitted: BatchFact<string>;
      tags: 'open' | 'dirty' | 'writing';
      children: { progress: 'progress'; start: 'start' };
    },
    actors: {
      progress: batchProgressMachine,
      start: missingActor<Outcome, BatchQuestion<Params, Filters>>('start'),
    },
    guards: {
      isSound: ({ context }) => Object.keys(faultsOf(context)).length === 0,
      isStarted: (_, outcome: Outcome) => outcome.kind === 'started',
    },
    actions: {
      begin: assign((_, { subject, params, key }: { subject: BatchSubject<Filters>; params?: Partial<Params>; key: string }) => ({
        ...fresh(subject, params),
        key,
      })),
      forget: assign(() => ({ ...fresh(), key: '' })),
      keepKey: assign(({ context }, { key }: { key: string }) => ({ key: context.key || key })),
      change: assign(({ context }, changes: Partial<Values>) => ({
        values: { ...context.values, ...changes },
        faults: without(context.faults, Object.keys(changes) as (keyof Values)[]),
        failure: undefined,
      })),
      checkField: assign(({ context }, { field }: { field: keyof Values }) => {
        const fault = faultsOf(context)[field];
        return { faults: fault ? { ...context.faults, [field]: fault } : context.faults };
      }),
      showFaults: assign(({ context }) => ({ faults: faultsOf(context), refusals: context.refusals + 1 })),
      clearFaults: assign({ faults: {}, failure: undefined }),
      keepOutcome: assign(({ context }, outcome: Outcome) => {
        const refusals = context.refusals + 1;
        if (outcome.kind === 'changed') {
          const { subject, values } = context;
          return {
            refusals,
            changed: true,
            subject: subject?.kind === 'allMatching' ? { ...subject, total: outcome.total } : subject,
            values: { ...values, typed: '' },
          };
        }
        if (outcome.kind === 'refused') return { refusals, faults: outcome.faults, failure: outcome.failure };
        return outcome.kind === 'keyTaken' ? { refusals, failure: outcome.failure, key: '' } : {};
      }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      follow: toProgress(({ batchIds }: { batchIds: number[] }) => ({ type: 'progress.followed', batchIds, show: true })),
      seeProgress: toProgress(() => ({ type: 'progress.seen' })),
      leaveProgress: toProgress(() => ({ type: 'progress.left' })),
      tellStarted: tell<Context, { batchIds: number[] }>((_, { batchIds }) => ({ type: `${id}.started`, batchId: batchIds[0], batchIds })),
      tellFinished: tell<Context, BatchEnd>((_, { batchId, watched, okIds, failedIds }) => ({
        type: `${id}.finished`,
        batchId,
        watched,
        okIds,
        failedIds,
      })),
      tellFailedChosen: tell<Context, { ids: number[] }>((_, { ids }) => ({ type: `${id}.failedChosen`, ids })),
    },
  }).createMachine({
    id,
    description,
    context: () => ({ ...fresh(), key: '' }),
    invoke: { id: 'progress', src: 'progress' },
    initial: 'closed',
    on: {
      'batch.followed': {
        actions: { type: 'follow', params: ({ event }) => ({ batchIds: [event.batchId, ...(event.siblings ?? [])] }) },
      },
      'batch.seen': { actions: 'seeProgress' },
      'batch.left': { actions: 'leaveProgress' },
      'progress.ended': { actions: { type: 'tellFinished', params: ({ event }) => event } },
      'progress.resumed': { actions: { type: 'tellStarted', params: ({ event }) => ({ batchIds: [event.batchId] }) } },
      'progress.failedChosen': { actions: { type: 'tellFailedChosen', params: ({ event }) => event } },
    },
    states: {
      closed: {
        on: { 'batch.opened': { target: 'confirming', actions: { type: 'begin', params: ({ event }) => event } } },
      },
      confirming: {
        description: 'The reader sees what is to happen and to how many, and fills in what it needs.',
        tags: 'open',
        initial: 'untouched',
        on: {
          'batch.fieldChanged': { target: '.touched', actions: { type: 'change', params: ({ event }) => event.changes } },
          'batch.fieldLeft': { actions: { type: 'checkField', params: ({ event }) => event } },
          'batch.confirmed': [
            { guard: 'isSound', target: 'starting', actions: ['clearFaults', { type: 'keepKey', params: ({ event }) => event }] },
            { actions: 'showFaults' },
          ],
          'batch.dismissed': { target: 'closed', actions: 'forget' },
        },
        states: { untouched: {}, touched: { tags: 'dirty' } },
      },
      starting: {
        description: 'The order is on its way to the server, under a key that begins nothing twice.',
        tags: ['open', 'writing'],
        invoke: {
          id: 'start',
          src: 'start',
          // Entered only with a subject.
          input: ({ context: { subject, values, key } }) => ({ subject: subject as BatchSubject<Filters>, values, key }),
          onDone: [
            {
              guard: { type: 'isStarted', params: ({ event }) => event.output },
              target: 'closed',
              actions: [
                { type: 'follow', params: ({ event }) => begunIn(event.output) },
                { type: 'tellStarted', params: ({ event }) => begunIn(event.output) },
                'forget',
              ],
            },
            { target: 'confirming.touched', actions: { type: 'keepOutcome', params: ({ event }) => event.output } },
          ],
          onError: { target: 'lost', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      lost: {
        description: 'Nobody knows whether it began. Asking with the same key begins nothing twice.',
        tags: 'open',
        on: {
          'batch.askedAgain': { target: 'starting', actions: 'clearFaults' },
          'batch.dismissed': { target: 'closed', actions: 'forget' },
        },
      },
    },
  });
}

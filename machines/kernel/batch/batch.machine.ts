import { assign, setup } from 'xstate';
import { type Failure, type FieldFault, type FieldFaults, toFailure } from '../form/faults.ts';
import { firstFault, required, stringMaximum } from '../form/field-rules.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell, toChild } from '../tell.ts';
import type { BatchOutcome } from './batch-outcome.ts';
import { type BatchEnd, type BatchProgressFact, batchProgressMachine } from './batch-progress.machine.ts';

/** Above this number of objects the user types the number, so that nothing large is confirmed by habit. */
export const MAX_UNTYPED_COUNT = 20;

export const MAX_REASON_LENGTH = 200;

/** The objects of a bulk action: chosen rows, or all rows that match the filters of a list. */
export type BatchSubject<Filters> =
  /** `name` is that of a single object. */
  { kind: 'rows'; ids: number[]; name?: string } | { kind: 'allMatching'; filter: Filters; total: number };

/** The fields that every bulk action has besides its own parameters. */
export interface Confirmation {
  reason: string;
  /** The number of objects, typed for confirmation. */
  typed: string;
}

/** How an action must be confirmed. */
export interface ConfirmationNeeds {
  /** Cannot be undone: needs a reason and the typed number, however few the objects are. */
  isDeletion: boolean;
  /** Needs a reason although it is no deletion. */
  needsReason?: boolean;
}

export const sizeOf = (subject: BatchSubject<unknown> | undefined): number => {
  if (!subject) return 0;
  return subject.kind === 'rows' ? subject.ids.length : subject.total;
};

/** The input of a start. The same key never starts a second batch. */
export interface BatchRequest<Params, Filters> {
  subject: BatchSubject<Filters>;
  values: Params & Confirmation;
  key: string;
}

interface BatchContext<Params, Filters> {
  subject: BatchSubject<Filters> | undefined;
  values: Params & Confirmation;
  faults: FieldFaults<Params & Confirmation>;
  /** Why nothing was started, or why the outcome is unknown. */
  failure: Failure | undefined;
  /** Whether the number of objects has changed since the dialog was opened. */
  changed: boolean;
  /** The idempotency key; kept after a unconfirmed answer and a reload. Empty once it proved to belong to another order. */
  key: string;
  /** The last small batch that can be undone, with the parameters that undo it. */
  undo: { batchId: number; subject: BatchSubject<Filters>; params: Partial<Params> } | undefined;
  /** Grows with every refused attempt, so that a view can move the focus to the first wrong field once. */
  refusals: number;
}

export type BatchEvent<Params, Filters> =
  /** `key`: a new UUID. It is kept before anything is sent, so that a reload during the start does not lose it. */
  | { type: 'batch.opened'; subject: BatchSubject<Filters>; params?: Partial<Params>; key: string }
  | { type: 'batch.fieldChanged'; changes: Partial<Params & Confirmation> }
  | { type: 'batch.fieldLeft'; field: keyof (Params & Confirmation) }
  /** `key`: a new UUID, used only if the first one is spent. */
  | { type: 'batch.confirmed'; key: string }
  | { type: 'batch.dismissed' }
  /** The answer was unconfirmed: the start is sent again with the same key. */
  | { type: 'batch.startRetried' }
  /** A batch started elsewhere, for example by an import, is followed and shown here; a small success is only reported by a notice. */
  | { type: 'batch.followed'; batchId: number; siblings?: number[] | undefined; isSmallSuccess?: true | undefined }
  | { type: 'batch.seen' }
  | { type: 'batch.left' }
  | BatchProgressFact;

/** Told upwards under the id of the machine. */
export type BatchFact<Id extends string> =
  /** The batch runs on the server now, or runs again. */
  | { type: `${Id}.started`; batchId: number; batchIds: number[] }
  | ({ type: `${Id}.finished` } & BatchEnd)
  /** The user wants to continue with the failed objects. */
  | { type: `${Id}.failedChosen`; ids: number[] };

const toProgress = toChild(batchProgressMachine, 'progress');

const undoParams = ({ event: { batchId, key } }: { event: { batchId: number; key: string } }) => ({ batchId, key });

/** Starts the inverse of the last small batch, where the action has one. */
const undoing = {
  'progress.undoChosen': {
    guard: { type: 'canUndo', params: undoParams },
    target: 'starting',
    actions: { type: 'beginUndo', params: undoParams },
  },
} as const;

const startedBatchesOf = ({ batchIds = [], isSmallSuccess = false }: { kind: string; batchIds?: number[]; isSmallSuccess?: boolean }) => ({
  batchIds,
  isSmallSuccess,
});

/** Checks the confirmation fields of a bulk action. */
function checkConfirmation(
  { reason, typed }: Confirmation,
  count: number,
  { isDeletion, needsReason = isDeletion }: ConfirmationNeeds,
): { [K in keyof Confirmation]?: FieldFault } {
  const reasonFault = firstFault(reason, ...(needsReason ? [required] : []), stringMaximum(MAX_REASON_LENGTH));
  const isTyped = typed.replaceAll(/[\s,]/g, '') === String(count);
  const typedFault: FieldFault | undefined =
    needsTypedCount(count, { isDeletion }) && !isTyped ? { rule: 'retyped', params: { expected: String(count) } } : undefined;
  return { ...(reasonFault && { reason: reasonFault }), ...(typedFault && { typed: typedFault }) };
}

export const needsTypedCount = (count: number, { isDeletion }: ConfirmationNeeds): boolean => isDeletion || count > MAX_UNTYPED_COUNT;

/**
 * A bulk action: confirmed, started once, and followed to its end. The dialog may be closed while it runs. Only the start is sent from
 * here, so nothing is sent twice.
 */
export function createBatchMachine<Params extends object, Filters>({
  id,
  description = 'A bulk action: confirmed, started once, followed to its end.',
  blank,
  check,
  caution = () => ({ isDeletion: false }),
  invert,
}: MachineName & {
  blank: Params;
  check: (params: Params, subject: BatchSubject<Filters> | undefined) => FieldFaults<Params>;
  caution?: (params: Params) => ConfirmationNeeds;
  /** The parameters that exactly undo an action which changed every object; undefined when nothing does. */
  invert?: (params: Params) => Partial<Params> | undefined;
}) {
  type Values = Params & Confirmation;
  type Context = BatchContext<Params, Filters>;
  type Outcome = BatchOutcome<Values>;

  const blankContext = (subject?: BatchSubject<Filters>, params: Partial<Params> = {}): Omit<Context, 'key' | 'undo'> => ({
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
  const withoutFields = (faults: FieldFaults<Values>, fields: (keyof Values)[]): FieldFaults<Values> => {
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
      start: missingActor<Outcome, BatchRequest<Params, Filters>>('start'),
    },
    guards: {
      isValid: ({ context }) => Object.keys(faultsOf(context)).length === 0,
      isStarted: (_, outcome: Outcome) => outcome.kind === 'started',
      canUndo: ({ context: { undo } }, { batchId }: { batchId: number }) => undo?.batchId === batchId,
    },
    actions: {
      begin: assign((_, { subject, params, key }: { subject: BatchSubject<Filters>; params?: Partial<Params>; key: string }) => ({
        ...blankContext(subject, params),
        key,
      })),
      forget: assign(() => ({ ...blankContext(), key: '' })),
      keepUndo: assign(
        ({ context: { subject, values } }, { batchIds: [batchId = 0], isSmallSuccess }: ReturnType<typeof startedBatchesOf>) => {
          const params = isSmallSuccess ? invert?.(values) : undefined;
          return { undo: subject && params && { batchId, subject, params } };
        },
      ),
      beginUndo: assign(({ context: { undo } }, { key }: { key: string }) => ({
        ...blankContext(undo?.subject, undo?.params),
        key,
        undo: undefined,
      })),
      keepKey: assign(({ context }, { key }: { key: string }) => ({ key: context.key || key })),
      change: assign(({ context }, changes: Partial<Values>) => ({
        values: { ...context.values, ...changes },
        faults: withoutFields(context.faults, Object.keys(changes) as (keyof Values)[]),
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
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      follow: toProgress(
        ({
          batchIds,
          isSmallSuccess = false,
          isUndoable = false,
        }: {
          batchIds: number[];
          isSmallSuccess?: boolean;
          isUndoable?: boolean;
        }) => ({
          type: 'progress.followed',
          batchIds,
          show: !isSmallSuccess,
          ...(isSmallSuccess && { isNoticed: true }),
          ...(isUndoable && { isUndoable }),
        }),
      ),
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
    context: () => ({ ...blankContext(), key: '', undo: undefined }),
    invoke: { id: 'progress', src: 'progress' },
    initial: 'closed',
    on: {
      'batch.followed': {
        actions: {
          type: 'follow',
          params: ({ event: { batchId, siblings = [], isSmallSuccess = false } }) => ({ batchIds: [batchId, ...siblings], isSmallSuccess }),
        },
      },
      'batch.seen': { actions: 'seeProgress' },
      'batch.left': { actions: 'leaveProgress' },
      'progress.ended': { actions: { type: 'tellFinished', params: ({ event }) => event } },
      'progress.resumed': { actions: { type: 'tellStarted', params: ({ event }) => ({ batchIds: [event.batchId] }) } },
      'progress.failedChosen': { actions: { type: 'tellFailedChosen', params: ({ event }) => event } },
    },
    states: {
      closed: {
        on: {
          'batch.opened': { target: 'confirming', actions: { type: 'begin', params: ({ event }) => event } },
          ...(invert && undoing),
        },
      },
      confirming: {
        description: 'The user sees the action and its number of objects, and fills in its fields.',
        tags: 'open',
        initial: 'untouched',
        on: {
          'batch.fieldChanged': { target: '.touched', actions: { type: 'change', params: ({ event }) => event.changes } },
          'batch.fieldLeft': { actions: { type: 'checkField', params: ({ event }) => event } },
          'batch.confirmed': [
            { guard: 'isValid', target: 'starting', actions: ['clearFaults', { type: 'keepKey', params: ({ event }) => event }] },
            { actions: 'showFaults' },
          ],
          'batch.dismissed': { target: 'closed', actions: 'forget' },
        },
        states: { untouched: {}, touched: { tags: 'dirty' } },
      },
      starting: {
        description: 'The start is being sent, with a key that starts nothing twice.',
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
                { type: 'keepUndo', params: ({ event }) => startedBatchesOf(event.output) },
                {
                  type: 'follow',
                  params: ({ context, event }) => ({ ...startedBatchesOf(event.output), isUndoable: context.undo !== undefined }),
                },
                { type: 'tellStarted', params: ({ event }) => startedBatchesOf(event.output) },
                'forget',
              ],
            },
            { target: 'confirming.touched', actions: { type: 'keepOutcome', params: ({ event }) => event.output } },
          ],
          onError: { target: 'unconfirmed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      unconfirmed: {
        description: 'It is unknown whether the batch was started. Sending again with the same key starts nothing twice.',
        tags: ['open', 'dirty'],
        on: {
          'batch.startRetried': { target: 'starting', actions: 'clearFaults' },
          'batch.dismissed': { target: 'closed', actions: 'forget' },
        },
      },
    },
  });
}

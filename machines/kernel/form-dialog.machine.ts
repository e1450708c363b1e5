import { assign, setup } from 'xstate';
import { type Failure, type FieldFaults, failureOf } from './faults.ts';
import { missingActor } from './placeholders.ts';
import { tell } from './tell.ts';

export interface Draft<Values, Subject = { id: number; version: number }> {
  values: Values;
  /** Undefined while something new is being made. */
  subject: Subject | undefined;
}

export interface Conflict<Values, Subject = { id: number; version: number }> {
  by: string;
  /** Instant. */
  at: string;
  latest: { values: Values; subject: Subject };
}

/** What a save can come to. Anything else is thrown, and leaves the form as it was. */
export type SaveOutcome<Values, Saved, Subject = { id: number; version: number }> =
  | { kind: 'saved'; saved: Saved }
  | { kind: 'refused'; faults: FieldFaults<Values>; others?: string[] }
  | { kind: 'conflict'; conflict: Conflict<Values, Subject> };

export interface FormContext<Values, Subject = { id: number; version: number }> extends Draft<Values, Subject> {
  /** The values the form began with: what an edit is compared with. */
  origin: Values;
  faults: FieldFaults<Values>;
  /** Refusals that belong to no field shown. */
  others: string[];
  conflict: Conflict<Values, Subject> | undefined;
  failure: Failure | undefined;
  /** Grows with every refused submit, so that a view can move the focus to the first wrong field once. */
  refusals: number;
}

export type FormEvent<Values, Subject = { id: number; version: number }> =
  | { type: 'form.opened'; draft: Draft<Values, Subject> }
  | { type: 'form.fieldChanged'; changes: Partial<Values> }
  | { type: 'form.fieldLeft'; field: keyof Values }
  | { type: 'form.submitted' }
  | { type: 'form.closeRequested' }
  | { type: 'form.leaveConfirmed' }
  | { type: 'form.leaveCancelled' }
  | { type: 'form.latestChosen' }
  | { type: 'form.overwriteChosen' };

/** Told upwards under the name of the form that saved: a page may have several. */
export type FormFact<Id extends string, Saved> = { type: `${Id}.saved`; saved: Saved };

/** What a save is asked with: what was typed, what it began with, and whose it is. */
export type SaveQuestion<Values, Subject = { id: number; version: number }> = Draft<Values, Subject> & { origin: Values };

/** A drawer or dialog with a form: nothing typed is lost without asking, nothing is sent twice. */
export function createFormDialogMachine<Values extends object, Saved, Subject = { id: number; version: number }>({
  id,
  blank,
  check,
}: {
  id: string;
  blank: Values;
  check: (values: Values, subject: Subject | undefined) => FieldFaults<Values>;
}) {
  type Context = FormContext<Values, Subject>;
  type Outcome = SaveOutcome<Values, Saved, Subject>;
  const fresh = (draft: Draft<Values, Subject>): Context => ({
    ...draft,
    origin: draft.values,
    faults: {},
    others: [],
    conflict: undefined,
    failure: undefined,
    refusals: 0,
  });
  const without = (faults: FieldFaults<Values>, fields: (keyof Values)[]): FieldFaults<Values> => {
    const left = { ...faults };
    for (const field of fields) delete left[field];
    return left;
  };

  return setup({
    types: {} as { context: Context; events: FormEvent<Values, Subject>; tags: 'open' | 'dirty' | 'writing' },
    actors: { save: missingActor<Outcome, SaveQuestion<Values, Subject>>('save') },
    guards: {
      isSound: ({ context }) => Object.keys(check(context.values, context.subject)).length === 0,
      isSaved: (_, outcome: Outcome) => outcome.kind === 'saved',
      isConflict: (_, outcome: Outcome) => outcome.kind === 'conflict',
    },
    actions: {
      start: assign((_, draft: Draft<Values, Subject>) => fresh(draft)),
      forget: assign(() => fresh({ values: blank, subject: undefined })),
      change: assign(({ context }, changes: Partial<Values>) => ({
        values: { ...context.values, ...changes },
        faults: without(context.faults, Object.keys(changes) as (keyof Values)[]),
        others: [],
        failure: undefined,
      })),
      checkField: assign(({ context }, field: keyof Values) => {
        const fault = check(context.values, context.subject)[field];
        return { faults: fault ? { ...context.faults, [field]: fault } : context.faults };
      }),
      showFaults: assign(({ context }) => ({
        faults: check(context.values, context.subject),
        refusals: context.refusals + 1,
      })),
      keepOutcome: assign(({ context }, outcome: Outcome) => ({
        faults: outcome.kind === 'refused' ? outcome.faults : {},
        others: outcome.kind === 'refused' ? (outcome.others ?? []) : [],
        conflict: outcome.kind === 'conflict' ? outcome.conflict : undefined,
        refusals: context.refusals + (outcome.kind === 'refused' ? 1 : 0),
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      clearFaults: assign({ faults: {}, others: [], failure: undefined }),
      takeLatest: assign(({ context: { conflict, values, subject } }) => fresh(conflict ? { ...conflict.latest } : { values, subject })),
      takeLatestVersion: assign(({ context: { conflict, subject } }) => ({
        subject: conflict?.latest.subject ?? subject,
        conflict: undefined,
      })),
      tellSaved: tell<Context, Outcome>((_, outcome) => ({
        type: `${id}.saved`,
        saved: outcome.kind === 'saved' ? outcome.saved : undefined,
      })),
    },
  }).createMachine({
    id,
    context: fresh({ values: blank, subject: undefined }),
    initial: 'closed',
    states: {
      closed: {
        id: 'closed',
        on: { 'form.opened': { target: 'editing', actions: { type: 'start', params: ({ event }) => event.draft } } },
      },
      editing: {
        tags: 'open',
        initial: 'untouched',
        on: {
          'form.fieldChanged': { target: '.touched', actions: { type: 'change', params: ({ event }) => event.changes } },
          'form.submitted': [{ guard: 'isSound', target: 'saving', actions: 'clearFaults' }, { actions: 'showFaults' }],
        },
        states: {
          untouched: { on: { 'form.closeRequested': '#closed' } },
          touched: {
            tags: 'dirty',
            on: {
              'form.closeRequested': '#confirmingLeave',
              'form.fieldLeft': { actions: { type: 'checkField', params: ({ event }) => event.field } },
            },
          },
        },
      },
      confirmingLeave: {
        id: 'confirmingLeave',
        tags: ['open', 'dirty'],
        on: { 'form.leaveConfirmed': { target: 'closed', actions: 'forget' }, 'form.leaveCancelled': 'editing.touched' },
      },
      saving: {
        tags: ['open', 'dirty', 'writing'],
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context: { values, subject, origin } }) => ({ values, subject, origin }),
          onDone: [
            {
              guard: { type: 'isSaved', params: ({ event }) => event.output },
              target: 'closed',
              actions: [{ type: 'tellSaved', params: ({ event }) => event.output }, 'forget'],
            },
            {
              guard: { type: 'isConflict', params: ({ event }) => event.output },
              target: 'conflicting',
              actions: { type: 'keepOutcome', params: ({ event }) => event.output },
            },
            { target: 'editing.touched', actions: { type: 'keepOutcome', params: ({ event }) => event.output } },
          ],
          onError: { target: 'editing.touched', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      conflicting: {
        tags: ['open', 'dirty'],
        on: {
          'form.latestChosen': { target: 'editing', actions: 'takeLatest' },
          'form.overwriteChosen': { target: 'saving', actions: 'takeLatestVersion' },
          'form.closeRequested': 'confirmingLeave',
        },
      },
    },
  });
}

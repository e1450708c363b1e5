import { assign, setup } from 'xstate';
import { type DraftFact, draftKeeper, type KeptDraft } from './draft-keeper.machine.ts';
import { type Failure, type FieldFaults, failureOf } from './faults.ts';
import { fitted, isSame, rebased } from './form-values.ts';
import type { MachineName } from './machine-name.ts';
import { missingActor } from './placeholders.ts';
import { Sealed } from './sealed.ts';
import { tell, toChild } from './tell.ts';

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

/** What was sent last, under which key. It may have arrived. */
interface Attempt<Values, Subject> extends Draft<Values, Subject> {
  key: string;
  hadSecrets: boolean;
}

export interface FormContext<Values, Subject = { id: number; version: number }> extends Draft<Values, Subject> {
  /** The values the form began with: what an edit is compared with. */
  origin: Values;
  /** What was typed into secret fields; `values` has blanks in their place. Gone once it was put to sleep. */
  secrets: Sealed<Partial<Values>> | undefined;
  faults: FieldFaults<Values>;
  /** Refusals that belong to no field shown. */
  others: string[];
  conflict: Conflict<Values, Subject> | undefined;
  failure: Failure | undefined;
  /** Grows with every refused submit, so that a view can move the focus to the first wrong field once. */
  refusals: number;
  attempt: Attempt<Values, Subject> | undefined;
}

/** A key nobody has used before, a UUID: whoever submits makes it, and the machine decides whether it is a new request that needs it. */
interface Keyed {
  key: string;
}

export type FormEvent<Values, Subject = { id: number; version: number }> =
  | { type: 'form.opened'; draft: Draft<Values, Subject> }
  | { type: 'form.fieldChanged'; changes: Partial<Values> }
  | { type: 'form.fieldLeft'; field: keyof Values }
  | ({ type: 'form.submitted' } & Keyed)
  | { type: 'form.closeRequested' }
  | { type: 'form.leaveConfirmed' }
  /** Closed, and what was typed is kept as a draft. */
  | { type: 'form.leavePostponed' }
  | { type: 'form.leaveCancelled' }
  | { type: 'form.latestChosen' }
  | ({ type: 'form.overwriteChosen' } & Keyed)
  | DraftFact;

/** Told upwards under the name of the form that saved: a page may have several. */
export type FormFact<Id extends string, Saved> = { type: `${Id}.saved`; saved: Saved };

/**
 * What a save is asked with: what was typed, what it began with, whose it is, and the key it goes under. The same question
 * has the same key, so that one whose answer was lost can be asked again. Secrets can be read off `values` by name; a copy of it
 * is without them.
 */
export type SaveQuestion<Values, Subject = { id: number; version: number }> = Draft<Values, Subject> & Keyed & { origin: Values };

interface FormOptions<Values, Subject> extends MachineName {
  blank: Values;
  check: (values: Values, subject: Subject | undefined) => FieldFaults<Values>;
  /** Fields that are never written down: neither into a draft nor where a sleeping page is kept. */
  secrets?: readonly (keyof Values & string)[];
  /** A long form: what is typed is kept on the server, and found again. Its subjects have an id. */
  draft?: Subject extends { id: number } ? boolean : never;
}

const toDraft = toChild(draftKeeper, 'draft');

/** What a draft is kept under. */
const placeOf = (subject: unknown): { subjectId: number | undefined; version: number | undefined } => {
  const { id, version } = (subject ?? {}) as { id?: number; version?: number };
  return { subjectId: id, version };
};

/** A drawer or dialog with a form: nothing typed is lost without asking, nothing is sent twice. */
export function createFormDialogMachine<Values extends object, Saved, Subject = { id: number; version: number }>({
  id,
  description = 'A form in a dialog: typed into, checked, saved once, and never left by mistake.',
  blank,
  check,
  secrets: secretFields = [],
  draft: hasDrafts = false as never,
}: FormOptions<Values, Subject>) {
  type Context = FormContext<Values, Subject>;
  type Outcome = SaveOutcome<Values, Saved, Subject>;
  type Secrets = Context['secrets'];

  const isSecret = (field: string) => secretFields.some((one) => one === field);
  const fieldsOf = (values: object, which: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => which(field))) as Partial<Values>;
  const spoken = <Some extends object>(values: Some) => fieldsOf(values, (field) => !isSecret(field));
  const unspoken = (values: object) => fieldsOf(values, isSecret);

  /** With the secrets, which no copy and no JSON takes along. */
  const whole = ({ values, secrets }: Pick<Context, 'values' | 'secrets'>): Values => {
    const all = { ...values };
    const typed = { ...unspoken(blank), ...secrets?.open() };
    for (const field of secretFields) Object.defineProperty(all, field, { value: typed[field], enumerable: false });
    return all;
  };
  const faultsOf = (context: Context) => check(whole(context), context.subject);

  const fresh = (draft: Draft<Values, Subject>): Context => {
    const values = { ...draft.values, ...unspoken(blank) };
    return {
      values,
      subject: draft.subject,
      origin: values,
      secrets: undefined,
      faults: {},
      others: [],
      conflict: undefined,
      failure: undefined,
      refusals: 0,
      attempt: undefined,
    };
  };
  const without = (faults: FieldFaults<Values>, fields: (keyof Values)[]): FieldFaults<Values> => {
    const left = { ...faults };
    for (const field of fields) delete left[field];
    return left;
  };
  const withSecrets = (known: Secrets, changes: Partial<Values>): Secrets =>
    Object.keys(changes).length > 0 ? new Sealed({ ...known?.open(), ...changes }) : known;
  /** Whether the last request said the same; a secret that was typed anew, or is gone, might have been another one. */
  const isRepeated = ({ attempt, values, subject, secrets }: Context) =>
    attempt !== undefined && attempt.hadSecrets === (secrets !== undefined) && isSame([attempt.values, attempt.subject], [values, subject]);

  const tellDraft: typeof toDraft = hasDrafts ? toDraft : () => (() => undefined) as never;
  const actors = {
    save: missingActor<Outcome, SaveQuestion<Values, Subject>>('save'),
    // Who provides what a form without drafts has no use for is not heard.
    ...(hasDrafts && { draft: draftKeeper }),
  } as { save: ReturnType<typeof missingActor<Outcome, SaveQuestion<Values, Subject>>>; draft: typeof draftKeeper };

  return setup({
    types: {} as {
      context: Context;
      events: FormEvent<Values, Subject>;
      tags: 'open' | 'dirty' | 'writing';
      children: { save?: 'save'; draft?: 'draft' };
    },
    actors,
    guards: {
      isSound: ({ context }) => Object.keys(faultsOf(context)).length === 0,
      isSaved: (_, outcome: Outcome) => outcome.kind === 'saved',
      isConflict: (_, outcome: Outcome) => outcome.kind === 'conflict',
    },
    actions: {
      start: assign((_, draft: Draft<Values, Subject>) => fresh(draft)),
      forget: assign(() => fresh({ values: blank, subject: undefined })),
      change: assign(({ context }, { changes }: { changes: Partial<Values> }) => ({
        values: { ...context.values, ...spoken(changes) },
        secrets: withSecrets(context.secrets, unspoken(changes)),
        attempt: Object.keys(changes).some(isSecret) ? undefined : context.attempt,
        faults: without(context.faults, Object.keys(changes) as (keyof Values)[]),
        others: [],
        failure: undefined,
      })),
      checkField: assign(({ context }, { field }: { field: keyof Values }) => {
        const fault = faultsOf(context)[field];
        return { faults: fault ? { ...context.faults, [field]: fault } : context.faults };
      }),
      showFaults: assign(({ context }) => ({ faults: faultsOf(context), refusals: context.refusals + 1 })),
      keepKey: assign(({ context }, { key }: Keyed) => {
        const { values, subject, secrets, attempt } = context;
        return { attempt: isRepeated(context) ? attempt : { key, values, subject, hadSecrets: secrets !== undefined } };
      }),
      keepOutcome: assign(({ context }, outcome: Outcome) => ({
        faults: outcome.kind === 'refused' ? outcome.faults : {},
        others: outcome.kind === 'refused' ? (outcome.others ?? []) : [],
        conflict: outcome.kind === 'conflict' ? outcome.conflict : undefined,
        refusals: context.refusals + (outcome.kind === 'refused' ? 1 : 0),
      })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      clearFaults: assign({ faults: {}, others: [], failure: undefined }),
      takeLatest: assign(({ context: { conflict, values, subject } }) => fresh(conflict ? { ...conflict.latest } : { values, subject })),
      rebase: assign(({ context: { conflict, values, origin } }) => {
        if (!conflict) return {};
        const { latest } = conflict;
        const newest = { ...latest.values, ...unspoken(blank) };
        return { values: rebased(values, origin, newest), origin: newest, subject: latest.subject, conflict: undefined };
      }),
      takeDraft: assign(({ context: { subject } }, { draft: { content, version } }: { draft: KeptDraft }) => ({
        ...fresh({
          values: fitted(content.values, blank),
          // Kept on an older version, it collides when it is saved, and its owner sees what has changed since.
          subject: subject && version !== null ? { ...subject, version } : subject,
        }),
        origin: { ...fitted(content.origin, blank), ...unspoken(blank) },
      })),
      tellSaved: tell<Context, Outcome>((_, outcome) => ({
        type: `${id}.saved`,
        saved: outcome.kind === 'saved' ? outcome.saved : undefined,
      })),
      seekDraft: tellDraft(({ subject }: { subject: Subject | undefined }) => ({ type: 'draft.sought', ...placeOf(subject) })),
      keepDraft: tellDraft(({ values, origin, subject, secrets }: Context) => ({
        type: 'draft.typed',
        version: placeOf(subject).version,
        content: { values: spoken(values), origin: spoken(origin), withheld: secrets !== undefined },
      })),
      giveUpDraft: tellDraft(() => ({ type: 'draft.givenUp' })),
      postponeDraft: tellDraft(() => ({ type: 'draft.postponed' })),
      fulfilDraft: tellDraft(() => ({ type: 'draft.fulfilled' })),
    },
  }).createMachine({
    id,
    description,
    context: fresh({ values: blank, subject: undefined }),
    invoke: hasDrafts ? [{ id: 'draft', src: 'draft', input: { form: id } }] : [],
    initial: 'closed',
    states: {
      closed: {
        id: 'closed',
        on: {
          'form.opened': {
            target: 'editing',
            actions: [
              { type: 'start', params: ({ event }) => event.draft },
              { type: 'seekDraft', params: ({ context }) => context },
            ],
          },
        },
      },
      editing: {
        tags: 'open',
        initial: 'untouched',
        on: {
          'form.fieldChanged': {
            target: '.touched',
            actions: [
              { type: 'change', params: ({ event }) => event },
              { type: 'keepDraft', params: ({ context }) => context },
            ],
          },
          'form.submitted': [
            { guard: 'isSound', target: 'saving', actions: ['clearFaults', { type: 'keepKey', params: ({ event }) => event }] },
            { actions: 'showFaults' },
          ],
          'draft.restored': { target: '.touched', actions: { type: 'takeDraft', params: ({ event }) => event } },
        },
        states: {
          untouched: { on: { 'form.closeRequested': { target: '#closed', actions: 'giveUpDraft' } } },
          touched: {
            tags: 'dirty',
            on: {
              'form.closeRequested': '#confirmingLeave',
              'form.fieldLeft': { actions: { type: 'checkField', params: ({ event }) => event } },
            },
          },
        },
      },
      confirmingLeave: {
        id: 'confirmingLeave',
        description: 'Closing would lose what was typed; the reader decides.',
        tags: ['open', 'dirty'],
        on: {
          'form.leaveConfirmed': { target: 'closed', actions: ['forget', 'giveUpDraft'] },
          'form.leavePostponed': { target: 'closed', actions: ['forget', 'postponeDraft'] },
          'form.leaveCancelled': 'editing.touched',
        },
      },
      saving: {
        tags: ['open', 'dirty', 'writing'],
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context }) => ({
            values: whole(context),
            subject: context.subject,
            origin: context.origin,
            // Entered only with a key.
            key: context.attempt?.key ?? '',
          }),
          onDone: [
            {
              guard: { type: 'isSaved', params: ({ event }) => event.output },
              target: 'closed',
              actions: [{ type: 'tellSaved', params: ({ event }) => event.output }, 'forget', 'fulfilDraft'],
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
        description: 'Somebody else saved meanwhile: the reader takes what is there now, or writes over it.',
        tags: ['open', 'dirty'],
        on: {
          'form.latestChosen': {
            target: 'editing',
            actions: ['takeLatest', 'giveUpDraft', { type: 'seekDraft', params: ({ context }) => context }],
          },
          'form.overwriteChosen': { target: 'saving', actions: ['rebase', { type: 'keepKey', params: ({ event }) => event }] },
          'form.closeRequested': 'confirmingLeave',
        },
      },
    },
  });
}

import { assign, setup } from 'xstate';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell, toChild } from '../tell.ts';
import { draftKeeper, type KeptDraft } from './draft-keeper.machine.ts';
import { type FieldFaults, failureOf, stillWrong } from './faults.ts';
import type { Draft, FormContext, FormEvent, FormFact, Keyed, SaveOutcome, SaveQuestion } from './form-contract.ts';
import { fitted, isSame, rebased } from './form-values.ts';
import { Sealed } from './sealed.ts';

export type { Conflict, Draft, FormContext, FormEvent, FormFact, SaveOutcome, SaveQuestion } from './form-contract.ts';

interface FormOptions<Values, Subject> extends MachineName {
  blank: Values;
  check: (values: Values, subject: Subject | undefined) => FieldFaults<Values>;
  /**
   * The part of `check` that is said while somebody types, whichever field it is typed into: rules between fields. With it, what was
   * found wrong before goes as soon as another field mends it.
   */
  live?: (values: Values, subject: Subject | undefined) => FieldFaults<Values>;
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
  live,
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
  const livingFaults = (context: Context): FieldFaults<Values> =>
    live ? { ...stillWrong(context.faults, faultsOf(context)), ...live(whole(context), context.subject) } : context.faults;

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

  /** Something is typed: it is kept, here and in the draft. */
  const typed = [
    { type: 'change', params: ({ event }: { event: { changes: Partial<Values> } }) => event },
    { type: 'keepDraft', params: ({ context }: { context: Context }) => context },
  ] as const;

  return setup({
    types: {} as {
      context: Context;
      events: FormEvent<Values, Subject>;
      emitted: FormFact<string, Saved>;
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
      change: assign(({ context }, { changes }: { changes: Partial<Values> }) => {
        const changed = {
          ...context,
          values: { ...context.values, ...spoken(changes) },
          secrets: withSecrets(context.secrets, unspoken(changes)),
          attempt: Object.keys(changes).some(isSecret) ? undefined : context.attempt,
          faults: without(context.faults, Object.keys(changes) as (keyof Values)[]),
          others: [],
          failure: undefined,
        };
        return { ...changed, faults: livingFaults(changed) };
      }),
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
          'form.fieldChanged': { target: '.touched', actions: typed },
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
          // Whoever goes on typing stays.
          'form.fieldChanged': { target: 'editing.touched', actions: typed },
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
          'form.fieldChanged': { actions: typed },
          'form.overwriteChosen': [
            { guard: 'isSound', target: 'saving', actions: ['rebase', { type: 'keepKey', params: ({ event }) => event }] },
            { actions: 'showFaults' },
          ],
          'form.closeRequested': 'confirmingLeave',
        },
      },
    },
  });
}

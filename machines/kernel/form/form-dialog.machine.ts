import { assign, emit, setup } from 'xstate';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell, toChild } from '../tell.ts';
import { draftKeeper, type SavedDraft } from './draft-keeper.machine.ts';
import { type FieldFaults, remainingFaults, toFailure } from './faults.ts';
import type { Draft, FormContext, FormEvent, FormFact, FormUndone, Keyed, SaveOutcome, SaveRequest } from './form-contract.ts';
import { fitToForm, isSame, rebase } from './form-values.ts';
import { Sealed } from './sealed.ts';

export type { Conflict, Draft, FormContext, FormEvent, FormFact, FormUndone, SaveOutcome, SaveRequest } from './form-contract.ts';

interface FormOptions<Values, Subject> extends MachineName {
  blank: Values;
  check: (values: Values, subject: Subject | undefined) => FieldFaults<Values>;
  /**
   * The part of `check` that runs while the user types, in whichever field: rules between fields. With it, an earlier fault disappears as
   * soon as a change in another field fixes it.
   */
  liveCheck?: (values: Values, subject: Subject | undefined) => FieldFaults<Values>;
  /** Fields that are never stored, neither in a draft nor in a page's memo. */
  secrets?: readonly (keyof Values & string)[];
  /** Whether drafts are saved on the server, for long forms. The subjects must have an id. */
  draft?: Subject extends { id: number } ? boolean : never;
}

const toDraft = toChild(draftKeeper, 'draft');

/** The id and version under which a draft is saved. */
const draftKeyOf = (subject: unknown): { subjectId: number | undefined; version: number | undefined } => {
  const { id, version } = (subject ?? {}) as { id?: number; version?: number };
  return { subjectId: id, version };
};

/** A drawer or dialog with a form: content is never lost without a question, and nothing is sent twice. */
export function createFormDialogMachine<Values extends object, Saved, Subject = { id: number; version: number }>({
  id,
  description = 'A form in a dialog: checked, saved once, and never closed by mistake.',
  blank,
  check,
  liveCheck,
  secrets: secretFields = [],
  draft: hasDrafts = false as never,
}: FormOptions<Values, Subject>) {
  type Context = FormContext<Values, Subject>;
  type Outcome = SaveOutcome<Values, Saved, Subject>;
  type Secrets = Context['secrets'];

  const isSecret = (field: string) => secretFields.some((one) => one === field);
  const fieldsOf = (values: object, which: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => which(field))) as Partial<Values>;
  const withoutSecrets = <Some extends object>(values: Some) => fieldsOf(values, (field) => !isSecret(field));
  const onlySecrets = (values: object) => fieldsOf(values, isSecret);

  /** The values including secrets, as properties that no copy and no JSON contains. */
  const withSecretValues = ({ values, secrets }: Pick<Context, 'values' | 'secrets'>): Values => {
    const all = { ...values };
    const typed = { ...onlySecrets(blank), ...secrets?.open() };
    for (const field of secretFields) Object.defineProperty(all, field, { value: typed[field], enumerable: false });
    return all;
  };
  const faultsOf = (context: Context) => check(withSecretValues(context), context.subject);
  const liveFaultsOf = (context: Context): FieldFaults<Values> =>
    liveCheck
      ? { ...remainingFaults(context.faults, faultsOf(context)), ...liveCheck(withSecretValues(context), context.subject) }
      : context.faults;

  const blankContext = (draft: Draft<Values, Subject>): Omit<Context, 'undo'> => {
    const values = { ...draft.values, ...onlySecrets(blank) };
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
  const withoutFields = (faults: FieldFaults<Values>, fields: (keyof Values)[]): FieldFaults<Values> => {
    const left = { ...faults };
    for (const field of fields) delete left[field];
    return left;
  };
  const withSecrets = (known: Secrets, changes: Partial<Values>): Secrets =>
    Object.keys(changes).length > 0 ? new Sealed({ ...known?.open(), ...changes }) : known;
  /** Whether the last request had the same content. A secret that was retyped or lost counts as different. */
  const isRepeated = ({ attempt, values, subject, secrets }: Context) =>
    attempt !== undefined && attempt.hadSecrets === (secrets !== undefined) && isSame([attempt.values, attempt.subject], [values, subject]);

  const toDraftIfAny: typeof toDraft = hasDrafts ? toDraft : () => (() => undefined) as never;
  const actors = {
    save: missingActor<Outcome, SaveRequest<Values, Subject>>('save'),
    // A form without drafts must not require its users to provide a draft keeper.
    ...(hasDrafts && { draft: draftKeeper }),
  } as { save: ReturnType<typeof missingActor<Outcome, SaveRequest<Values, Subject>>>; draft: typeof draftKeeper };

  const toSaveRequest = ({ context }: { context: Context }): SaveRequest<Values, Subject> => ({
    values: withSecretValues(context),
    subject: context.subject,
    origin: context.origin,
    // Entered only with a key.
    key: context.attempt?.key ?? '',
  });

  /** Keeps a change in the form and in its draft. */
  const changeActions = [
    { type: 'change', params: ({ event }: { event: { changes: Partial<Values> } }) => event },
    { type: 'saveDraft', params: ({ context }: { context: Context }) => context },
  ] as const;

  return setup({
    types: {} as {
      context: Context;
      events: FormEvent<Values, Subject>;
      emitted: FormFact<string, Saved> | FormUndone;
      tags: 'open' | 'dirty' | 'writing';
      children: { save?: 'save'; draft?: 'draft' };
    },
    actors,
    guards: {
      isValid: ({ context }) => Object.keys(faultsOf(context)).length === 0,
      isSaved: (_, outcome: Outcome) => outcome.kind === 'saved',
      isConflict: (_, outcome: Outcome) => outcome.kind === 'conflict',
      canUndo: ({ context }) => context.undo !== undefined,
    },
    actions: {
      start: assign((_, draft: Draft<Values, Subject>) => ({ ...blankContext(draft), undo: undefined })),
      forget: assign(() => blankContext({ values: blank, subject: undefined })),
      // A new object and a secret cannot be given back what they were.
      keepUndo: assign(({ context: { subject, origin, secrets } }, outcome: Outcome) => ({
        undo:
          outcome.kind === 'saved' && outcome.reopened && subject !== undefined && secrets === undefined
            ? { values: origin, subject: outcome.reopened.subject, origin: outcome.reopened.values }
            : undefined,
      })),
      startUndo: assign(({ context: { undo } }, { key }: Keyed) => {
        if (!undo) return {};
        const { values, subject, origin } = undo;
        return { ...blankContext({ values, subject }), origin, attempt: { key, values, subject, hadSecrets: false }, undo: undefined };
      }),
      emitUndone: emit({ type: 'form.undone' }),
      change: assign(({ context }, { changes }: { changes: Partial<Values> }) => {
        const changed = {
          ...context,
          values: { ...context.values, ...withoutSecrets(changes) },
          secrets: withSecrets(context.secrets, onlySecrets(changes)),
          attempt: Object.keys(changes).some(isSecret) ? undefined : context.attempt,
          faults: withoutFields(context.faults, Object.keys(changes) as (keyof Values)[]),
          others: [],
          failure: undefined,
        };
        return { ...changed, faults: liveFaultsOf(changed) };
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
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      clearFaults: assign({ faults: {}, others: [], failure: undefined }),
      useLatest: assign(({ context: { conflict, values, subject } }) =>
        blankContext(conflict ? { ...conflict.latest } : { values, subject }),
      ),
      rebase: assign(({ context: { conflict, values, origin } }) => {
        if (!conflict) return {};
        const { latest } = conflict;
        const newest = { ...latest.values, ...onlySecrets(blank) };
        return { values: rebase(values, origin, newest), origin: newest, subject: latest.subject, conflict: undefined };
      }),
      useDraft: assign(({ context: { subject } }, { draft: { content, version } }: { draft: SavedDraft }) => ({
        ...blankContext({
          values: fitToForm(content.values, blank),
          // A draft of an older version keeps that version, so that saving it reports a conflict with the newer row.
          subject: subject && version !== null ? { ...subject, version } : subject,
        }),
        origin: { ...fitToForm(content.origin, blank), ...onlySecrets(blank) },
      })),
      tellSaved: tell<Context, Outcome>((_, outcome) => ({
        type: `${id}.saved`,
        saved: outcome.kind === 'saved' ? outcome.saved : undefined,
      })),
      openDraft: toDraftIfAny(({ subject }: { subject: Subject | undefined }) => ({ type: 'draft.formOpened', ...draftKeyOf(subject) })),
      saveDraft: toDraftIfAny(({ values, origin, subject, secrets }: Context) => ({
        type: 'draft.changed',
        version: draftKeyOf(subject).version,
        content: { values: withoutSecrets(values), origin: withoutSecrets(origin), withheld: secrets !== undefined },
      })),
      discardDraft: toDraftIfAny(() => ({ type: 'draft.discarded' })),
      keepDraftForLater: toDraftIfAny(() => ({ type: 'draft.keptForLater' })),
      completeDraft: toDraftIfAny(() => ({ type: 'draft.formSaved' })),
    },
  }).createMachine({
    id,
    description,
    context: { ...blankContext({ values: blank, subject: undefined }), undo: undefined },
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
              { type: 'openDraft', params: ({ context }) => context },
            ],
          },
          'form.undoRequested': {
            guard: 'canUndo',
            target: 'undoing',
            actions: { type: 'startUndo', params: ({ event }) => event },
          },
        },
      },
      undoing: {
        description: 'The last save is being undone by another one; what goes wrong is shown in the form.',
        tags: ['dirty', 'writing'],
        invoke: {
          id: 'save',
          src: 'save',
          input: toSaveRequest,
          onDone: [
            {
              guard: { type: 'isSaved', params: ({ event }) => event.output },
              target: 'closed',
              actions: [{ type: 'tellSaved', params: ({ event }) => event.output }, 'forget', 'emitUndone'],
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
      editing: {
        tags: 'open',
        initial: 'untouched',
        on: {
          'form.fieldChanged': { target: '.touched', actions: changeActions },
          'form.submitted': [
            { guard: 'isValid', target: 'saving', actions: ['clearFaults', { type: 'keepKey', params: ({ event }) => event }] },
            { actions: 'showFaults' },
          ],
          'draft.restored': { target: '.touched', actions: { type: 'useDraft', params: ({ event }) => event } },
        },
        states: {
          untouched: { on: { 'form.closeRequested': { target: '#closed', actions: 'discardDraft' } } },
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
        description: 'Closing would lose typed content; the user decides.',
        tags: ['open', 'dirty'],
        on: {
          'form.leaveConfirmed': { target: 'closed', actions: ['forget', 'discardDraft'] },
          'form.leftAsDraft': { target: 'closed', actions: ['forget', 'keepDraftForLater'] },
          'form.leaveCancelled': 'editing.touched',
          // Typing on answers the question: the form stays open.
          'form.fieldChanged': { target: 'editing.touched', actions: changeActions },
        },
      },
      saving: {
        tags: ['open', 'dirty', 'writing'],
        invoke: {
          id: 'save',
          src: 'save',
          input: toSaveRequest,
          onDone: [
            {
              guard: { type: 'isSaved', params: ({ event }) => event.output },
              target: 'closed',
              actions: [
                { type: 'tellSaved', params: ({ event }) => event.output },
                { type: 'keepUndo', params: ({ event }) => event.output },
                'forget',
                'completeDraft',
              ],
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
        description: 'Another user saved meanwhile: the user takes the latest values or overwrites them.',
        tags: ['open', 'dirty'],
        on: {
          'form.latestChosen': {
            target: 'editing',
            actions: ['useLatest', 'discardDraft', { type: 'openDraft', params: ({ context }) => context }],
          },
          'form.fieldChanged': { actions: changeActions },
          'form.overwriteChosen': [
            { guard: 'isValid', target: 'saving', actions: ['rebase', { type: 'keepKey', params: ({ event }) => event }] },
            { actions: 'showFaults' },
          ],
          'form.closeRequested': 'confirmingLeave',
        },
      },
    },
  });
}

import type { BatchFact } from '../kernel/batch/batch.machine.ts';
import type { BatchProgressFact } from '../kernel/batch/batch-progress.machine.ts';
import type { DraftFact } from '../kernel/form/draft-keeper.machine.ts';
import { type Failure, type FieldFaults, remainingFaults } from '../kernel/form/faults.ts';
import type { FormFact } from '../kernel/form/form-dialog.machine.ts';
import { fitToForm, isSame } from '../kernel/form/form-values.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import type { RedoFact } from '../kernel/page/redo.machine.ts';
import type { PublishOrder } from './publish-parts.machine.ts';
import type { PlacedOrder, PlanFact } from './publish-plan.machine.ts';
import {
  type AccountOverride,
  blankPublish,
  checkPublish,
  contentsOf,
  faultsOn,
  fillFromScheme,
  firstWrongBefore,
  isOtherScheme,
  isStep,
  type KnownTemplate,
  type PublishValues,
  readPreselection,
  type Step,
  steps,
  withoutPreselection,
  withPreselection,
} from './publish-values.ts';

export interface WizardContext extends PageInput {
  values: PublishValues;
  /** The current step, or the step of the saved draft. */
  step: Step;
  faults: FieldFaults<PublishValues>;
  /** Objections of the platforms, each until its field is changed or the platforms are asked again. */
  blamed: FieldFaults<PublishValues>;
  /** Why the scheme could not be loaded. */
  failure: Failure | undefined;
  /** Grows with every refused attempt, so that a view can move the focus to the first wrong field once. */
  refusals: number;
  /** Whether there is a plan without errors. */
  isPlanned: boolean;
  /** The last order, until the next publish starts. */
  ordered: PlacedOrder | undefined;
  answer: { scheme: KnownTemplate | undefined } | undefined;
}

export type WizardEvent =
  | PageEvent
  | DraftFact
  | PlanFact
  | BatchProgressFact
  | BatchFact<'pixelSharing'>
  | RedoFact<'publishRedo', PublishOrder>
  | FormFact<'failureRemedy', { batch_id: number }>
  | { type: 'wizard.fieldChanged'; changes: Partial<PublishValues> }
  | { type: 'wizard.fieldLeft'; field: keyof PublishValues }
  | { type: 'wizard.stepChosen'; step: Step }
  | { type: 'wizard.nextRequested' }
  | { type: 'wizard.schemeRetried' }
  /** The whole choice was given up. */
  | { type: 'wizard.discarded' }
  /** The order was placed, and the next publish starts. */
  | { type: 'wizard.nextPublishRequested' }
  /** Raised internally: another page preselected something to publish. */
  | { type: 'wizard.preselectionApplied' };

export const blankWizard: Omit<WizardContext, 'search'> = {
  values: blankPublish,
  step: 'accounts',
  faults: {},
  blamed: {},
  failure: undefined,
  refusals: 0,
  isPlanned: false,
  ordered: undefined,
  answer: undefined,
};

export const faultsOf = ({ values, answer }: Pick<WizardContext, 'values' | 'answer'>): FieldFaults<PublishValues> =>
  checkPublish(values, answer?.scheme);

/** Earlier steps are always open; later ones if nothing is wrong before them, and the order only with a plan. */
export const isStepOpen = (context: WizardContext, step: Step): boolean => {
  if (steps.indexOf(step) < steps.indexOf(context.step)) return true;
  const isSound = context.answer?.scheme !== undefined && firstWrongBefore(step, faultsOf(context)) === undefined;
  return isSound && (step !== 'order' || context.isPlanned);
};

/** What decides which ad has which place: after a change of it, renames and omissions by place no longer fit. */
const placingOf = (values: PublishValues) => [
  values.scheme_id,
  values.scheme_version,
  contentsOf(values).map(({ content_id, material_ids, post_ids }) => [content_id, material_ids, post_ids]),
];

/** Applies changes and their consequences. */
export function applyChanges(context: WizardContext, changes: Partial<PublishValues>): Partial<WizardContext> {
  const isOther = isOtherScheme(context.values, changes);
  const values = {
    ...context.values,
    // The version belongs to the previous scheme, as does everything filled in from it.
    ...(isOther && !('scheme_version' in changes) && { scheme_version: undefined }),
    // Materials and posts belong to the content, unless they were chosen before it.
    ...('content_id' in changes &&
      context.values.content_id !== undefined &&
      changes.content_id !== context.values.content_id && { material_ids: [], post_ids: [] }),
    ...changes,
  };
  const isMoved = !isSame(placingOf(context.values), placingOf(values));
  const placed = isMoved ? { ...values, renames: {}, left_out: [], ...changes } : values;
  const answer = isOther ? undefined : context.answer;
  const withoutChanged = (faults: FieldFaults<PublishValues>) =>
    Object.fromEntries(Object.entries(faults).filter(([field]) => !Object.hasOwn(changes, field)));
  return {
    values: placed,
    answer,
    faults: remainingFaults<PublishValues>(withoutChanged(context.faults), faultsOf({ values: placed, answer })),
    blamed: withoutChanged(context.blamed),
    failure: undefined,
  };
}

/** Applies the preselection in the address. A scheme of another business line cannot publish it. */
export function applyPreselection(context: WizardContext): Partial<WizardContext> {
  const preselected = readPreselection(context.search);
  const isOfOtherLine = preselected.biz !== undefined && context.values.biz !== '' && preselected.biz !== context.values.biz;
  return {
    ...applyChanges(context, { ...(isOfOtherLine && { scheme_id: undefined }), ...preselected }),
    search: withoutPreselection(context.search),
    faults: {},
    ordered: undefined,
  };
}

/** Puts a publish to repeat into the address, like a preselection by another page. */
export const applyOrder = ({ search }: PageInput, order: PublishOrder): PageInput => ({
  search: withPreselection(search, order),
});

const blankOverride: AccountOverride = { homepage_id: undefined, pixel_id: undefined, budget_usd: undefined };

/** A number that cannot be read is stored as null, and is left out of the draft that comes back. */
function fitToPublish(kept: Record<string, unknown>): PublishValues {
  const values = fitToForm(kept, blankPublish);
  const overrides = Object.entries(values.account_overrides).map(([account, one]) => [account, fitToForm({ ...one }, blankOverride)]);
  return { ...values, account_overrides: Object.fromEntries(overrides) };
}

/** Restores a draft, which another release may have saved in another form. */
export function applyDraft({ draft }: { draft: { content: { values: Record<string, unknown> } } }): Partial<WizardContext> {
  const { values } = draft.content;
  return { ...blankWizard, values: fitToPublish(values), step: isStep(values.step) ? values.step : 'accounts' };
}

export function applyScheme(context: WizardContext, scheme: KnownTemplate): Partial<WizardContext> {
  const values = fillFromScheme(context.values, scheme);
  const answer = { scheme };
  return { values, answer, failure: undefined, faults: remainingFaults(context.faults, faultsOf({ values, answer })) };
}

export function checkField(context: WizardContext, field: keyof PublishValues): Partial<WizardContext> {
  const fault = faultsOf(context)[field];
  return { faults: fault ? { ...context.faults, [field]: fault } : context.faults };
}

/** Shows the faults that block a step. */
export function showFaultsBefore(context: WizardContext, step: Step): Partial<WizardContext> {
  const found = faultsOf(context);
  const before = steps.slice(0, steps.indexOf(step)).map((one) => faultsOn(one, found));
  return { faults: Object.assign({}, ...before) as FieldFaults<PublishValues>, refusals: context.refusals + 1 };
}

type Changed = { event: { changes: Partial<PublishValues> } };
type Context = { context: WizardContext };

export interface CreativeSearch extends Pick<WizardContext, 'values'> {
  /** The content has changed, so the search for its creatives is cleared. */
  isOfOther?: boolean;
}

const changeActions = [
  { type: 'change', params: ({ event }: Changed) => event },
  { type: 'saveDraft', params: ({ context }: Context) => context },
] as const;

const toCreativeSearch = ({ context: { values }, event: { changes } }: Context & Changed): CreativeSearch => ({
  values,
  isOfOther: 'content_id' in changes,
});

/** Transitions of the steps before the plan: a choice is saved, and dependent lists are reloaded. */
export const choiceTransitions = {
  'wizard.fieldChanged': [
    {
      guard: { type: 'isAboutCreatives', params: ({ event }: Changed) => event },
      actions: [...changeActions, { type: 'filterMaterials', params: toCreativeSearch }, { type: 'filterPosts', params: toCreativeSearch }],
    },
    {
      guard: { type: 'isAboutPixel', params: ({ event }: Changed) => event },
      actions: [...changeActions, { type: 'openChosen', params: ({ context }: Context) => context }],
    },
    { actions: changeActions },
  ],
  'wizard.fieldLeft': {
    actions: { type: 'checkField', params: ({ event }: { event: { field: keyof PublishValues } }) => event },
  },
} as const;

/** Goes to the next step, or shows what blocks it. */
export const nextStepTransition = <Target extends string>(step: Step, target: Target) =>
  ({
    'wizard.nextRequested': [
      { guard: { type: 'canContinueTo', params: { step } }, target },
      { actions: { type: 'showFaultsBefore', params: { step } } },
    ],
  }) as const;

const stepTransition = <Target extends string>(step: Step, target: Target) =>
  ({
    guard: { type: 'canGoTo', params: ({ event }: { event: { step: Step } }) => ({ asked: event.step, step }) },
    target,
  }) as const;

/** Goes to any open step. */
export const stepTransitions = {
  'wizard.stepChosen': [
    stepTransition('accounts', '.accounts'),
    stepTransition('content', '.content'),
    stepTransition('identity', '.identity'),
    stepTransition('preview', '.preview'),
    stepTransition('order', '.order'),
    { actions: { type: 'showFaultsBefore', params: ({ event }: { event: { step: Step } }) => event } },
  ],
} as const;

/** Continues a draft at its step if nothing is wrong before it. */
export const restoredStepTransition = <Target extends string>(step: Step, target: Target) =>
  ({ guard: { type: 'canRestore', params: { step } }, target }) as const;

import type { BatchFact } from '../kernel/batch/batch.machine.ts';
import type { BatchProgressFact } from '../kernel/batch/batch-progress.machine.ts';
import type { DraftFact } from '../kernel/form/draft-keeper.machine.ts';
import { type Failure, type FieldFaults, stillWrong } from '../kernel/form/faults.ts';
import { fitted } from '../kernel/form/form-values.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import type { RecallFact } from '../kernel/page/recall.machine.ts';
import type { RecalledPublish } from './publish-parts.machine.ts';
import type { Ordered, PlanFact } from './publish-plan.machine.ts';
import {
  blankPublish,
  checkPublish,
  faultsOn,
  filledBy,
  firstWrongBefore,
  isOtherScheme,
  isStep,
  type KnownTemplate,
  orderedIn,
  type PublishValues,
  type Step,
  steps,
  withOrderIn,
  withoutOrder,
} from './publish-values.ts';

export interface WizardContext extends PageInput {
  values: PublishValues;
  /** Where somebody stands, or stood when the draft was kept. */
  step: Step;
  faults: FieldFaults<PublishValues>;
  /** Why the scheme could not be had. */
  failure: Failure | undefined;
  /** Grows with every refused try, so that a view can move the focus to the first wrong field once. */
  refusals: number;
  /** A plan is here that nothing speaks against. */
  isPlanned: boolean;
  /** What was ordered last, until the next one begins. */
  ordered: Ordered | undefined;
  answer: { scheme: KnownTemplate | undefined } | undefined;
}

export type WizardEvent =
  | PageEvent
  | DraftFact
  | PlanFact
  | BatchProgressFact
  | BatchFact<'pixelSharing'>
  | RecallFact<'publishRecall', RecalledPublish>
  | { type: 'wizard.fieldChanged'; changes: Partial<PublishValues> }
  | { type: 'wizard.fieldLeft'; field: keyof PublishValues }
  | { type: 'wizard.stepChosen'; step: Step }
  | { type: 'wizard.nextRequested' }
  | { type: 'wizard.schemeRetried' }
  /** Everything that was chosen is given up. */
  | { type: 'wizard.discarded' }
  /** What was ordered is on its way; the next one begins. */
  | { type: 'wizard.begunAnew' }
  /** To itself: another page led here with something to publish. */
  | { type: 'wizard.orderTaken' };

export const blankWizard: Omit<WizardContext, 'search'> = {
  values: blankPublish,
  step: 'accounts',
  faults: {},
  failure: undefined,
  refusals: 0,
  isPlanned: false,
  ordered: undefined,
  answer: undefined,
};

export const faultsOf = ({ values, answer }: Pick<WizardContext, 'values' | 'answer'>): FieldFaults<PublishValues> =>
  checkPublish(values, answer?.scheme);

/** Back to any step; ahead as far as nothing is wrong before it, and to the order only with a plan. */
export const isWayOpen = (context: WizardContext, step: Step): boolean => {
  if (steps.indexOf(step) < steps.indexOf(context.step)) return true;
  const isSound = context.answer?.scheme !== undefined && firstWrongBefore(step, faultsOf(context)) === undefined;
  return isSound && (step !== 'order' || context.isPlanned);
};

/** What was chosen, with what follows from it. */
export function withChanges(context: WizardContext, changes: Partial<PublishValues>): Partial<WizardContext> {
  const isOther = isOtherScheme(context.values, changes);
  const values = {
    ...context.values,
    // The version is that of the scheme before, and so is what was taken from it.
    ...(isOther && !('scheme_version' in changes) && { scheme_version: undefined }),
    // Materials are those of what is advertised, and so are posts once that was chosen.
    ...('content_id' in changes &&
      changes.content_id !== context.values.content_id && {
        material_ids: [],
        ...(context.values.content_id !== undefined && { post_ids: [] }),
      }),
    ...changes,
  };
  const answer = isOther ? undefined : context.answer;
  const others = Object.fromEntries(Object.entries(context.faults).filter(([field]) => !Object.hasOwn(changes, field)));
  return { values, answer, faults: stillWrong<PublishValues>(others, faultsOf({ values, answer })), failure: undefined };
}

/** What another page led here with, once its address was read. */
export function withOrder(context: WizardContext): Partial<WizardContext> {
  return { ...withChanges(context, orderedIn(context.search)), search: withoutOrder(context.search), faults: {}, ordered: undefined };
}

/** What was published once stands in the address, as if another page had led here with it. */
export const withRecalled = ({ search }: PageInput, recalled: RecalledPublish): PageInput => ({ search: withOrderIn(search, recalled) });

/** What was left unfinished; another release may have kept it in another form. */
export function withDraft({ draft }: { draft: { content: { values: Record<string, unknown> } } }): Partial<WizardContext> {
  const { values } = draft.content;
  return { ...blankWizard, values: fitted(values, blankPublish), step: isStep(values.step) ? values.step : 'accounts' };
}

export function withScheme(context: WizardContext, scheme: KnownTemplate): Partial<WizardContext> {
  const values = filledBy(context.values, scheme);
  const answer = { scheme };
  return { values, answer, failure: undefined, faults: stillWrong(context.faults, faultsOf({ values, answer })) };
}

export function withFieldChecked(context: WizardContext, field: keyof PublishValues): Partial<WizardContext> {
  const fault = faultsOf(context)[field];
  return { faults: fault ? { ...context.faults, [field]: fault } : context.faults };
}

/** What keeps somebody from going to a step. */
export function withFaultsBefore(context: WizardContext, step: Step): Partial<WizardContext> {
  const found = faultsOf(context);
  const before = steps.slice(0, steps.indexOf(step)).map((one) => faultsOn(one, found));
  return { faults: Object.assign({}, ...before) as FieldFaults<PublishValues>, refusals: context.refusals + 1 };
}

type Changed = { event: { changes: Partial<PublishValues> } };
type Context = { context: WizardContext };

export interface WantedMaterials extends Pick<WizardContext, 'values'> {
  /** Something else is advertised than before: what was searched for is not searched for any more. */
  isOfOther?: boolean;
}

const changed = [
  { type: 'change', params: ({ event }: Changed) => event },
  { type: 'keepDraft', params: ({ context }: Context) => context },
] as const;

/** Something is chosen before there is a plan: it is kept, and what can be chosen next follows. */
export const choosing = {
  'wizard.fieldChanged': [
    {
      guard: { type: 'isAboutMaterials', params: ({ event }: Changed) => event },
      actions: [
        ...changed,
        {
          type: 'lookForMaterials',
          params: ({ context: { values }, event: { changes } }: Context & Changed) => ({ values, isOfOther: 'content_id' in changes }),
        },
      ],
    },
    {
      guard: { type: 'isAboutPixel', params: ({ event }: Changed) => event },
      actions: [...changed, { type: 'openChosen', params: ({ context }: Context) => context }],
    },
    { actions: changed },
  ],
  'wizard.fieldLeft': {
    actions: { type: 'checkField', params: ({ event }: { event: { field: keyof PublishValues } }) => event },
  },
} as const;

/** To the next step, or to what keeps somebody from it. */
export const following = <Target extends string>(step: Step, target: Target) =>
  ({
    'wizard.nextRequested': [
      { guard: { type: 'isSoundTo', params: { step } }, target },
      { actions: { type: 'showFaultsBefore', params: { step } } },
    ],
  }) as const;

const way = <Target extends string>(step: Step, target: Target) =>
  ({
    guard: { type: 'isWay', params: ({ event }: { event: { step: Step } }) => ({ asked: event.step, step }) },
    target,
  }) as const;

/** To any step that is open. */
export const turning = {
  'wizard.stepChosen': [
    way('accounts', '.accounts'),
    way('content', '.content'),
    way('identity', '.identity'),
    way('preview', '.preview'),
    way('order', '.order'),
    { actions: { type: 'showFaultsBefore', params: ({ event }: { event: { step: Step } }) => event } },
  ],
} as const;

/** What was left unfinished goes on where it was, if nothing is wrong before it. */
export const returningTo = <Target extends string>(step: Step, target: Target) =>
  ({ guard: { type: 'isReturningTo', params: { step } }, target }) as const;

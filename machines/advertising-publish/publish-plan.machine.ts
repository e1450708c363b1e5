import { type ActorRefFrom, assign, setup } from 'xstate';
import type { BatchOutcome } from '../kernel/batch/batch-outcome.ts';
import { type Failure, type FieldFaults, failureOf } from '../kernel/form/faults.ts';
import type { SaveOutcome } from '../kernel/form/form-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { blankPublish, type Plan, type PublishValues } from './publish-values.ts';

/** How long a wish may be typed before the plan is made anew. */
export const PREVIEW_PAUSE_MS = 800;

/** What the server makes of it: every object that would be created, or what is wrong with what was asked. */
export type PlanOutcome = SaveOutcome<PublishValues, Plan, never>;
export type OrderOutcome = BatchOutcome<{ confirmed: boolean }>;

interface PlanContext {
  values: PublishValues;
  /** Why there is no plan, or why it was not carried out. */
  failure: Failure | undefined;
  /** Refusals that belong to no field shown. */
  others: string[];
  /** Grows with every refused try, so that a view can move the focus once. */
  refusals: number;
  /** Something under the last plan had changed, or it was too old: this is another one. */
  changed: boolean;
  /** What may be spent a day was confirmed. */
  confirmed: boolean;
  /** Of the plan, also while what it says is not known. Empty: none. */
  planId: string;
  /** Under which the plan is ordered; one plan has one key. Empty: none yet. */
  key: string;
  answer: Plan | undefined;
}

export type PlanEvent =
  /** A plan is wanted of this, at once. */
  | { type: 'plan.wanted'; values: PublishValues }
  /** Something of it is being typed: the plan is made anew once that rests. */
  | { type: 'plan.wished'; values: PublishValues }
  /** Made anew as it was asked: it failed, or something was mended elsewhere. */
  | { type: 'plan.renewed' }
  /** Somebody looks at it. */
  | { type: 'plan.seen' }
  | { type: 'plan.givenUp' }
  | { type: 'plan.confirmationChanged'; confirmed: boolean }
  /** `key`: a new UUID, taken only where this plan has none yet. */
  | { type: 'plan.submitted'; key: string }
  /** The answer was lost: whether it began is asked with the same key. */
  | { type: 'plan.askedAgain' }
  | { type: 'plan.lostGivenUp' };

/** What was ordered, for the page that says so. */
export interface Ordered {
  batchId: number;
  ads: number;
  accounts: number;
}

/** Told upwards. */
export type PlanFact =
  | { type: 'plan.made'; isClean: boolean }
  /** What was asked for is wrong at these fields. */
  | { type: 'plan.refused'; faults: FieldFaults<PublishValues> }
  /** Something changed since the plan was made: there will be another one. */
  | { type: 'plan.overtaken' }
  | { type: 'plan.ordered'; ordered: Ordered };

const NO_PLAN = { confirmed: false, planId: '', key: '', answer: undefined };

/** What is to be created, object by object, and its one order. */
export const publishPlanMachine = setup({
  types: {} as { context: PlanContext; events: PlanEvent; tags: 'busy' | 'writing' | 'failed' },
  actors: {
    preview: missingActor<PlanOutcome, { values: PublishValues }>('preview'),
    submit: missingActor<OrderOutcome, { planId: string; confirmed: boolean; key: string }>('submit'),
  },
  delays: { previewPause: PREVIEW_PAUSE_MS },
  guards: {
    isPlanned: (_, { kind }: { kind: string }) => kind === 'saved',
    isStarted: (_, { kind }: { kind: string }) => kind === 'started',
    isOvertaken: (_, { kind }: { kind: string }) => kind === 'changed',
    isKnown: ({ context }) => context.answer !== undefined,
    isOrderable: ({ context: { answer, confirmed } }) =>
      answer !== undefined && answer.errors.length === 0 && (confirmed || !answer.confirm_budget),
  },
  actions: {
    keepValues: assign((_, { values }: { values: PublishValues }) => ({ values })),
    begin: assign({ ...NO_PLAN, failure: undefined, others: [], changed: false }),
    forget: assign({ ...NO_PLAN, values: blankPublish, failure: undefined, others: [], changed: false }),
    clearFailure: assign({ failure: undefined, others: [] }),
    noteChanged: assign({ changed: true }),
    keepPlan: assign((_, outcome: PlanOutcome) => {
      const plan = outcome.kind === 'saved' ? outcome.saved : undefined;
      return { ...NO_PLAN, answer: plan, planId: plan?.plan_id ?? '', failure: undefined, others: [] };
    }),
    keepRefusal: assign(({ context }, outcome: PlanOutcome) => ({
      ...NO_PLAN,
      others: outcome.kind === 'refused' ? (outcome.others ?? []) : [],
      refusals: context.refusals + 1,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    confirm: assign((_, { confirmed }: { confirmed: boolean }) => ({ confirmed, failure: undefined })),
    noteRefusal: assign(({ context }) => ({ refusals: context.refusals + 1 })),
    keepKey: assign(({ context }, { key }: { key: string }) => ({ key: context.key || key })),
    keepOrderRefusal: assign(({ context }, outcome: OrderOutcome) => ({
      refusals: context.refusals + 1,
      failure: 'failure' in outcome ? outcome.failure : undefined,
      key: outcome.kind === 'keyTaken' ? '' : context.key,
    })),
    tellMade: tell<PlanContext, PlanOutcome>((_, outcome) => ({
      type: 'plan.made',
      isClean: outcome.kind === 'saved' && outcome.saved.errors.length === 0,
    })),
    tellRefused: tell<PlanContext, PlanOutcome>((_, outcome) => ({
      type: 'plan.refused',
      faults: outcome.kind === 'refused' ? outcome.faults : {},
    })),
    tellOvertaken: tell<PlanContext>(() => ({ type: 'plan.overtaken' })),
    tellOrdered: tell<PlanContext, OrderOutcome>(({ answer }, outcome) => ({
      type: 'plan.ordered',
      ordered: {
        batchId: outcome.kind === 'started' ? (outcome.batchIds[0] ?? 0) : 0,
        ads: answer?.counts.ads ?? 0,
        accounts: answer?.counts.accounts ?? 0,
      },
    })),
  },
}).createMachine({
  id: 'publishPlan',
  description: 'What is to be created, object by object: asked for, made anew when something changes, ordered once.',
  context: { ...NO_PLAN, values: blankPublish, failure: undefined, others: [], refusals: 0, changed: false },
  initial: 'none',
  states: {
    none: {
      description: 'No plan is wanted.',
      on: { 'plan.wanted': { target: 'expanding', actions: ['begin', { type: 'keepValues', params: ({ event }) => event }] } },
    },
    planning: {
      description: 'A plan is wanted, on its way, or here.',
      initial: 'shown',
      on: {
        'plan.wanted': { target: 'expanding', actions: ['begin', { type: 'keepValues', params: ({ event }) => event }] },
        'plan.wished': { target: '.pausing', reenter: true, actions: { type: 'keepValues', params: ({ event }) => event } },
        'plan.renewed': { target: 'expanding', actions: 'clearFailure' },
        'plan.seen': '.returning',
        'plan.givenUp': { target: 'none', actions: 'forget' },
      },
      states: {
        pausing: {
          description: 'Somebody may still be typing; the plan that is shown is not the one any more.',
          tags: 'busy',
          after: { previewPause: '#publishPlan.expanding' },
          // A page that slept does not go on waiting.
          on: { 'plan.seen': '#publishPlan.expanding' },
        },
        shown: {
          description: 'The plan is here, with what is wrong with it.',
          on: {
            'plan.confirmationChanged': { actions: { type: 'confirm', params: ({ event }) => event } },
            'plan.submitted': [
              {
                guard: 'isOrderable',
                target: '#publishPlan.submitting',
                actions: ['clearFailure', { type: 'keepKey', params: ({ event }) => event }],
              },
              { actions: 'noteRefusal' },
            ],
          },
        },
        returning: {
          description: 'Somebody is back: what was not kept meanwhile is asked for again.',
          always: [{ guard: 'isKnown', target: 'shown' }, { target: '#publishPlan.expanding' }],
        },
        refused: { description: 'What was asked for is wrong; the steps say where.', tags: 'failed' },
        failed: { description: 'The plan could not be had.', tags: 'failed' },
      },
    },
    expanding: {
      description: 'The server makes the plan: it creates nothing yet.',
      tags: 'busy',
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { values } }) => ({ values }),
        onDone: [
          {
            guard: { type: 'isPlanned', params: ({ event }) => event.output },
            target: 'planning.shown',
            actions: [
              { type: 'keepPlan', params: ({ event }) => event.output },
              { type: 'tellMade', params: ({ event }) => event.output },
            ],
          },
          {
            target: 'planning.refused',
            actions: [
              { type: 'keepRefusal', params: ({ event }) => event.output },
              { type: 'tellRefused', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: { target: 'planning.failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      on: {
        'plan.wanted': {
          target: 'expanding',
          reenter: true,
          actions: ['begin', { type: 'keepValues', params: ({ event }) => event }],
        },
        'plan.wished': { target: 'planning.pausing', actions: { type: 'keepValues', params: ({ event }) => event } },
        'plan.givenUp': { target: 'none', actions: 'forget' },
      },
    },
    submitting: {
      description: 'The order is on its way, under a key that begins nothing twice.',
      tags: 'writing',
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context: { planId, confirmed, key } }) => ({ planId, confirmed, key }),
        onDone: [
          {
            guard: { type: 'isStarted', params: ({ event }) => event.output },
            target: 'none',
            actions: [{ type: 'tellOrdered', params: ({ event }) => event.output }, 'forget'],
          },
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event.output },
            target: 'expanding',
            actions: ['tellOvertaken', 'begin', 'noteChanged'],
          },
          { target: 'planning.shown', actions: { type: 'keepOrderRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'lost', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    lost: {
      description: 'Nobody knows whether it began. Asking with the same key begins nothing twice.',
      on: {
        'plan.askedAgain': { target: 'submitting', actions: 'clearFailure' },
        'plan.lostGivenUp': { target: 'planning.shown', actions: 'clearFailure' },
      },
    },
  },
});

export type PublishPlan = ActorRefFrom<typeof publishPlanMachine>;

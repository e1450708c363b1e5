import { type ActorRefFrom, assign, setup } from 'xstate';
import type { BatchOutcome } from '../kernel/batch/batch-outcome.ts';
import { type Failure, type FieldFaults, toFailure } from '../kernel/form/faults.ts';
import type { SaveOutcome } from '../kernel/form/form-contract.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';
import { type CheckedPlan, type CheckOutcome, isAcceptable, toFieldFaults } from './plan-check.ts';
import { blankPublish, type Plan, type PublishValues } from './publish-values.ts';

/** How long typing must pause before the plan is made again. */
export const PREVIEW_PAUSE_MS = 800;

/** The server's plan with every object that would be created, or the faults of the request. */
export type PlanOutcome = SaveOutcome<PublishValues, Plan, never>;
export type OrderOutcome = BatchOutcome<{ confirmed: boolean }>;

interface PlanContext {
  values: PublishValues;
  /** Why there is no plan, or why it was not carried out. */
  failure: Failure | undefined;
  /** Refusals that belong to no visible field. */
  others: string[];
  /** Grows with every refused attempt, so that a view can move the focus once. */
  refusals: number;
  /** This plan replaces one that was outdated when it was ordered. */
  changed: boolean;
  /** Whether the daily budget was confirmed. */
  confirmed: boolean;
  /** Whether it is submitted in spite of what the platforms could not confirm. */
  acceptsWarnings: boolean;
  /** Why the platforms could not be asked. */
  checkFailure: Failure | undefined;
  /** Id of the plan, kept without its content. Empty: no plan. */
  planId: string;
  /** Idempotency key of the order; each plan has one key. Empty: none yet. */
  key: string;
  answer: CheckedPlan | undefined;
}

export type PlanEvent =
  /** Requests a plan of these values at once. */
  | { type: 'plan.requested'; values: PublishValues }
  /** The values are being typed: the plan is made again after a pause. */
  | { type: 'plan.changed'; values: PublishValues }
  /** Requests the same plan again, after a failure or a correction elsewhere. */
  | { type: 'plan.refreshRequested' }
  /** The plan is on the screen, again or for the first time. */
  | { type: 'plan.seen' }
  | { type: 'plan.discarded' }
  | { type: 'plan.confirmationChanged'; confirmed: boolean }
  /** The plan is about to be ordered: the platforms check it, unless they found it sound before. */
  | { type: 'plan.orderSeen' }
  /** The platforms are asked again. */
  | { type: 'plan.checkRequested' }
  | { type: 'plan.acceptanceChanged'; accepted: boolean }
  /** `key`: a new UUID, used only if this plan has none yet. */
  | { type: 'plan.submitted'; key: string }
  /** The answer was lost: the order is sent again with the same key. */
  | { type: 'plan.submitRetried' }
  | { type: 'plan.submitAbandoned' };

/** `accepted`: in spite of what the platforms could not confirm. */
export interface PlanOrder {
  planId: string;
  confirmed: boolean;
  accepted: boolean;
  key: string;
}

/** The placed order, for the confirmation page. */
export interface PlacedOrder {
  batchId: number;
  ads: number;
  accounts: number;
}

export type PlanFact =
  | { type: 'plan.made'; isClean: boolean }
  /** The request was refused with faults at these fields. */
  | { type: 'plan.refused'; faults: FieldFaults<PublishValues> }
  /** The platforms object to these fields. */
  | { type: 'plan.blamed'; faults: FieldFaults<PublishValues> }
  /** The data changed since the plan was made, so a new plan follows. */
  | { type: 'plan.outdated' }
  | { type: 'plan.ordered'; ordered: PlacedOrder };

const NO_PLAN = { confirmed: false, acceptsWarnings: false, checkFailure: undefined, planId: '', key: '', answer: undefined };

/** The plan of all objects to create, and its single order. */
export const publishPlanMachine = setup({
  types: {} as { context: PlanContext; events: PlanEvent; tags: 'busy' | 'writing' | 'failed' },
  actors: {
    preview: missingActor<PlanOutcome, { values: PublishValues }>('preview'),
    check: missingActor<CheckOutcome, { planId: string }>('check'),
    submit: missingActor<OrderOutcome, PlanOrder>('submit'),
  },
  delays: { previewPause: PREVIEW_PAUSE_MS },
  guards: {
    isPlanned: (_, { kind }: { kind: string }) => kind === 'saved',
    isStarted: (_, { kind }: { kind: string }) => kind === 'started',
    isOutdated: (_, { kind }: { kind: string }) => kind === 'changed',
    isKnown: ({ context }) => context.answer !== undefined,
    isChecked: (_, { kind }: { kind: string }) => kind === 'checked',
    needsCheck: ({ context: { answer } }) =>
      answer !== undefined && answer.errors.length === 0 && (answer.check === undefined || answer.check.problems.length > 0),
    canCheck: ({ context: { answer } }) => answer !== undefined && answer.errors.length === 0,
    isOrderable: ({ context: { answer, confirmed, acceptsWarnings } }) =>
      answer !== undefined &&
      answer.errors.length === 0 &&
      (confirmed || !answer.confirm_budget) &&
      isAcceptable(answer.check, acceptsWarnings),
  },
  actions: {
    keepValues: assign((_, { values }: { values: PublishValues }) => ({ values })),
    begin: assign({ ...NO_PLAN, failure: undefined, others: [], changed: false }),
    forget: assign({ ...NO_PLAN, values: blankPublish, failure: undefined, others: [], changed: false }),
    clearFailure: assign({ failure: undefined, others: [] }),
    markChanged: assign({ changed: true }),
    keepPlan: assign((_, outcome: PlanOutcome) => {
      const plan = outcome.kind === 'saved' ? outcome.saved : undefined;
      return { ...NO_PLAN, answer: plan, planId: plan?.plan_id ?? '', failure: undefined, others: [] };
    }),
    keepRefusal: assign(({ context }, outcome: PlanOutcome) => ({
      ...NO_PLAN,
      others: outcome.kind === 'refused' ? (outcome.others ?? []) : [],
      refusals: context.refusals + 1,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    confirm: assign((_, { confirmed }: { confirmed: boolean }) => ({ confirmed, failure: undefined })),
    forgetCheck: assign(({ context: { answer } }) => {
      const { check: _check, ...plan } = answer ?? {};
      return { answer: answer && (plan as Plan), acceptsWarnings: false, checkFailure: undefined };
    }),
    keepCheck: assign(({ context: { answer } }, outcome: CheckOutcome) => ({
      answer: answer && outcome.kind === 'checked' ? { ...answer, check: outcome.check } : answer,
    })),
    keepCheckFailure: assign((_, { error }: { error: unknown }) => ({ checkFailure: toFailure(error) })),
    accept: assign((_, { accepted }: { accepted: boolean }) => ({ acceptsWarnings: accepted, failure: undefined })),
    tellBlamed: tell<PlanContext, CheckOutcome>(({ values }, outcome) => ({
      type: 'plan.blamed',
      faults: outcome.kind === 'checked' ? toFieldFaults(outcome.check, values) : {},
    })),
    countRefusal: assign(({ context }) => ({ refusals: context.refusals + 1 })),
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
    tellOutdated: tell<PlanContext>(() => ({ type: 'plan.outdated' })),
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
  description: 'The plan of all objects to create: requested, made again after changes, ordered once.',
  context: { ...NO_PLAN, values: blankPublish, failure: undefined, others: [], refusals: 0, changed: false },
  initial: 'none',
  states: {
    none: {
      description: 'No plan is requested.',
      on: { 'plan.requested': { target: 'expanding', actions: ['begin', { type: 'keepValues', params: ({ event }) => event }] } },
    },
    planning: {
      description: 'A plan is requested or known.',
      initial: 'shown',
      on: {
        'plan.requested': { target: 'expanding', actions: ['begin', { type: 'keepValues', params: ({ event }) => event }] },
        'plan.changed': { target: '.pausing', reenter: true, actions: { type: 'keepValues', params: ({ event }) => event } },
        'plan.refreshRequested': { target: 'expanding', actions: 'clearFailure' },
        'plan.seen': '.returning',
        'plan.discarded': { target: 'none', actions: 'forget' },
      },
      states: {
        pausing: {
          description: 'The user may still be typing; the shown plan is outdated.',
          tags: 'busy',
          after: { previewPause: '#publishPlan.expanding' },
          // A page restored from a memo does not keep waiting.
          on: { 'plan.seen': '#publishPlan.expanding' },
        },
        shown: {
          description: 'The plan is shown with its errors.',
          on: {
            'plan.confirmationChanged': { actions: { type: 'confirm', params: ({ event }) => event } },
            'plan.acceptanceChanged': { actions: { type: 'accept', params: ({ event }) => event } },
            'plan.orderSeen': { guard: 'needsCheck', target: '#publishPlan.checking' },
            'plan.checkRequested': { guard: 'canCheck', target: '#publishPlan.checking' },
            'plan.submitted': [
              {
                guard: 'isOrderable',
                target: '#publishPlan.submitting',
                actions: ['clearFailure', { type: 'keepKey', params: ({ event }) => event }],
              },
              { actions: 'countRefusal' },
            ],
          },
        },
        returning: {
          description: 'The plan is on the screen again and is requested again if it was not kept.',
          always: [{ guard: 'isKnown', target: 'shown' }, { target: '#publishPlan.expanding' }],
        },
        refused: { description: 'The request was refused; the steps show the faults.', tags: 'failed' },
        failed: { description: 'The plan could not be loaded.', tags: 'failed' },
      },
    },
    expanding: {
      description: 'The server is making the plan; nothing is created yet.',
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
        'plan.requested': {
          target: 'expanding',
          reenter: true,
          actions: ['begin', { type: 'keepValues', params: ({ event }) => event }],
        },
        'plan.changed': { target: 'planning.pausing', actions: { type: 'keepValues', params: ({ event }) => event } },
        'plan.discarded': { target: 'none', actions: 'forget' },
      },
    },
    checking: {
      description: 'The platforms are asked whether they would take the objects; nothing is created.',
      tags: 'busy',
      entry: 'forgetCheck',
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context: { planId } }) => ({ planId }),
        onDone: [
          {
            guard: { type: 'isChecked', params: ({ event }) => event.output },
            target: 'planning.shown',
            actions: [
              { type: 'keepCheck', params: ({ event }) => event.output },
              { type: 'tellBlamed', params: ({ event }) => event.output },
            ],
          },
          { target: 'expanding', actions: ['tellOutdated', 'begin', 'markChanged'] },
        ],
        onError: { target: 'planning.shown', actions: { type: 'keepCheckFailure', params: ({ event }) => event } },
      },
      on: {
        'plan.requested': { target: 'expanding', actions: ['begin', { type: 'keepValues', params: ({ event }) => event }] },
        'plan.changed': { target: 'planning.pausing', actions: { type: 'keepValues', params: ({ event }) => event } },
        'plan.refreshRequested': { target: 'expanding', actions: 'clearFailure' },
        'plan.discarded': { target: 'none', actions: 'forget' },
      },
    },
    submitting: {
      description: 'The order is being sent, with a key that starts nothing twice.',
      tags: 'writing',
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context: { planId, confirmed, acceptsWarnings: accepted, key } }) => ({ planId, confirmed, accepted, key }),
        onDone: [
          {
            guard: { type: 'isStarted', params: ({ event }) => event.output },
            target: 'none',
            actions: [{ type: 'tellOrdered', params: ({ event }) => event.output }, 'forget'],
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'expanding',
            actions: ['tellOutdated', 'begin', 'markChanged'],
          },
          { target: 'planning.shown', actions: { type: 'keepOrderRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unconfirmed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    unconfirmed: {
      description: 'It is unknown whether the batch was started. Sending again with the same key starts nothing twice.',
      on: {
        'plan.submitRetried': { target: 'submitting', actions: 'clearFailure' },
        'plan.submitAbandoned': { target: 'planning.shown', actions: 'clearFailure' },
      },
    },
  },
});

export type PublishPlan = ActorRefFrom<typeof publishPlanMachine>;

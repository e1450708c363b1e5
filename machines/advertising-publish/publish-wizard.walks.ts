import { commandWalk, failure, formWalk, optionsWalk, pageWalk, redoWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { blankScheme, toBody } from '../parts/schemes/scheme-values.ts';
import { accountGroupForm, accountGroupOptions, accountGroupRemoval, accountGroups } from './account-groups.machine.ts';
import type { CheckedPlan, PlanCheck, PlanProblem } from './plan-check.ts';
import { type PublishOrder, publishRedo } from './publish-parts.machine.ts';
import { publishPlanMachine } from './publish-plan.machine.ts';
import { blankPublish, type KnownTemplate, type Plan, type PublishValues } from './publish-values.ts';
import { publishWizardMachine } from './publish-wizard.machine.ts';
import type { KnownScheme } from './scheme-rules.ts';
import type { WizardContext } from './wizard-rules.ts';

/** A scheme that says something sound. */
export const sampleScheme: KnownScheme & KnownTemplate = {
  id: 3,
  version: 5,
  name: 'US',
  biz: 'dj',
  channel: 'meta',
  visibility: 'private',
  remark: null,
  current_version: 3,
  shown_version: 3,
  publish_count: 2,
  status: 'enabled',
  can: ['publish', 'edit'],
  body: toBody({
    ...blankScheme,
    budget_usd: 50,
    countries: ['US'],
    primary_texts: ['She came back.'],
    site_id: 2,
    homepage_ids: [8],
  }),
};

/** A publish of it that nothing is missing from. */
export const samplePublish: PublishValues = {
  ...blankPublish,
  scheme_id: 3,
  ad_account_ids: [12],
  content_id: 2,
  material_ids: [9],
  homepage_ids: [8],
};

export const samplePlan: Plan = {
  plan_id: '7b1f4a52-3f5c-4d0e-9c0a-1f2e3d4c5b6a',
  expires_at: '2026-11-22T12:30:00Z',
  scheme: { id: 3, label: 'US', version: 3 },
  tree: [],
  counts: { accounts: 1, campaigns: 1, groups: 1, ads: 1, uploads: 1 },
  budgets: [{ currency: 'USD', amount: 5000, usd: 5000 }],
  total_usd_day: 5000,
  yesterday_usd: 0,
  confirm_budget: false,
  errors: [],
  warnings: [],
};

export const sampleCheck: PlanCheck = {
  asked: 3,
  problems: [],
  unchecked: [],
  ends_at: '2026-11-22T12:04:00Z',
  schedule: [{ account: { id: 12, label: 'Tokyo 1' }, writes: 5, tier: 'full', ends_at: '2026-11-22T12:04:00Z' }],
};

export const sampleProblem: PlanProblem = {
  severity: 'error',
  reason: 'PLATFORM_REJECTED',
  text: 'The budget is too low',
  data: {},
  node: 'a12.c1',
  level: 'campaign',
  account: { id: 12, label: 'Tokyo 1' },
  field: 'money.budget_usd',
  alike: 1,
};

const faulty: Plan = { ...samplePlan, errors: [{ node: null, reason: 'SITE_OFF', text: 'Site is off', data: {} }] };
const ordered = { type: 'plan.ordered', ordered: { batchId: 7, ads: 1, accounts: 1 } };
const known = { type: 'xstate.done.actor.loadScheme', output: sampleScheme };
const chosen = { type: 'wizard.fieldChanged', changes: samplePublish };
const next = { type: 'wizard.nextRequested' };
const made = { type: 'plan.made', isClean: true };

const draftAt = (step: string, values: PublishValues = samplePublish) => ({
  type: 'draft.restored',
  draft: { content: { values: { ...values, step }, origin: {}, withheld: false }, version: null, savedAt: '2026-11-22T08:00:00Z' },
});

const publishOrder: PublishOrder = { scheme_id: 3, ad_account_ids: [12] };

const wizardWalk: MachineWalk = {
  ...pageWalk(publishWizardMachine, [
    { type: 'page.located', search: '?tab=publish&scheme_id=4&post_ids=1,2' },
    { type: 'page.located', search: '?tab=publish&again=17' },
    { type: 'publishRedo.orderLoaded', order: publishOrder },
    chosen,
    { type: 'wizard.fieldChanged', changes: { material_ids: [] } },
    { type: 'wizard.fieldChanged', changes: { content_id: 5 } },
    { type: 'wizard.fieldChanged', changes: { pixel_id: 6 } },
    { type: 'wizard.fieldChanged', changes: { scheme_id: 4 } },
    { type: 'wizard.fieldChanged', changes: { scheme_id: undefined } },
    { type: 'wizard.fieldChanged', changes: { budget_usd: Number.NaN } },
    { type: 'wizard.fieldLeft', field: 'budget_usd' },
    ...['accounts', 'content', 'identity', 'preview', 'order'].map((step) => ({ type: 'wizard.stepChosen', step })),
    next,
    { type: 'wizard.schemeRetried' },
    { type: 'wizard.discarded' },
    { type: 'wizard.nextPublishRequested' },
    { type: 'wizard.preselectionApplied' },
    known,
    { type: 'xstate.done.actor.loadScheme', output: { ...sampleScheme, id: 99 } },
    { type: 'xstate.error.actor.loadScheme', error: failure },
    made,
    { type: 'plan.made', isClean: false },
    { type: 'plan.refused', faults: { material_ids: { rule: 'required' } } },
    { type: 'plan.blamed', faults: { budget_usd: { message: 'too low' } } },
    { type: 'plan.outdated' },
    ordered,
    draftAt('content'),
    draftAt('identity'),
    draftAt('preview'),
    draftAt('order'),
    draftAt('preview', blankPublish),
    { type: 'pixelSharing.started', batchId: 5, batchIds: [5] },
    { type: 'pixelSharing.finished', batchId: 5, watched: true, okIds: [12], failedIds: [] },
    { type: 'progress.resumed', batchId: 7 },
    { type: 'failureRemedy.saved', saved: { batch_id: 7 } },
  ]),
  input: { search: '?tab=publish' },
  beginnings: [
    [chosen, known],
    [chosen, known, next, next, next, made],
    [chosen, known, next, next, next, made, next],
  ],
  distinguish: ({ values, answer, isPlanned, step }: WizardContext) => [
    values.scheme_id,
    values.material_ids.length,
    answer?.scheme?.id,
    isPlanned,
    step,
  ],
};

const started = { kind: 'started', batchIds: [7] };

const planWalk: MachineWalk = {
  machine: publishPlanMachine,
  events: [
    { type: 'plan.requested', values: samplePublish },
    { type: 'plan.changed', values: { ...samplePublish, budget_usd: 60 } },
    { type: 'plan.refreshRequested' },
    { type: 'plan.seen' },
    { type: 'plan.discarded' },
    { type: 'plan.confirmationChanged', confirmed: true },
    { type: 'plan.orderSeen' },
    { type: 'plan.checkRequested' },
    { type: 'plan.acceptanceChanged', accepted: true },
    { type: 'xstate.done.actor.check', output: { kind: 'checked', check: sampleCheck } },
    { type: 'xstate.done.actor.check', output: { kind: 'checked', check: { ...sampleCheck, problems: [sampleProblem] } } },
    { type: 'xstate.done.actor.check', output: { kind: 'outdated' } },
    { type: 'xstate.error.actor.check', error: failure },
    { type: 'plan.submitted', key: 'key-1' },
    { type: 'plan.submitRetried' },
    { type: 'plan.submitAbandoned' },
    { type: 'xstate.after.previewPause.publishPlan.planning.pausing' },
    { type: 'xstate.done.actor.preview', output: { kind: 'saved', saved: samplePlan } },
    { type: 'xstate.done.actor.preview', output: { kind: 'saved', saved: faulty } },
    { type: 'xstate.done.actor.preview', output: { kind: 'refused', faults: { material_ids: { rule: 'required' } } } },
    { type: 'xstate.error.actor.preview', error: failure },
    { type: 'xstate.done.actor.submit', output: started },
    { type: 'xstate.done.actor.submit', output: { kind: 'changed', total: 0 } },
    { type: 'xstate.done.actor.submit', output: { kind: 'refused', faults: {}, failure } },
    { type: 'xstate.done.actor.submit', output: { kind: 'keyTaken', failure } },
    { type: 'xstate.error.actor.submit', error: failure },
  ],
  beginnings: [
    [
      { type: 'plan.requested', values: samplePublish },
      { type: 'xstate.done.actor.preview', output: { kind: 'saved', saved: samplePlan } },
      { type: 'plan.orderSeen' },
      { type: 'xstate.done.actor.check', output: { kind: 'checked', check: sampleCheck } },
      { type: 'plan.submitted', key: 'key-1' },
    ],
  ],
  distinguish: ({ answer }: { answer: CheckedPlan | undefined }) => [answer?.errors.length, answer?.check?.problems.length],
};

const group = { name: 'Japan', ids: [12] };

export const walks: MachineWalk[] = [
  wizardWalk,
  planWalk,
  redoWalk(publishRedo, { batchId: 17 }, publishOrder),
  {
    machine: accountGroups,
    events: [
      { type: 'accountGroupForm.saved', saved: group },
      { type: 'accountGroupRemoval.done', subject: { name: 'Japan' } },
    ],
  },
  optionsWalk(accountGroupOptions, group),
  formWalk(accountGroupForm, {
    draft: { values: { name: 'Japan' }, subject: { ids: [12] } },
    changes: { name: 'Korea' },
    wrong: { name: '' },
    saved: group,
  }),
  commandWalk(accountGroupRemoval, { name: 'Japan' }),
];

import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import {
  checkPublish,
  exportPublishJobs,
  listPublishJobs,
  type PlanNode,
  previewPublish,
  retryPublish,
  submitPublish,
} from '#contracts/endpoints/publish.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { requireDateOrder } from '../../people/index.ts';
import { Refusal, refuse, refuseField } from '../../refusal.ts';
import { exportFile } from '../../spreadsheet/index.ts';
import { describeJobFile } from './jobs.exports.ts';
import { countJobs, loadJobPage } from './jobs.query.ts';
import { createTreeItems, type LaunchParams } from './launch-items.ts';
import { NO_ACCESS, type PageAccess, preparePageAccess } from './page-access.ts';
import { computePlan, type Plan, toAccountTrees } from './plan.ts';
import type { PlanRequest } from './plan-inputs.ts';
import { createPublishPlan } from './plan-publish.ts';
import type { PlannedNode } from './plan-tree.ts';
import { type Reader, toErrorFinding, toWarningFinding } from './plan-words.ts';
import * as plans from './plans.repository.ts';
import { preparePreflight } from './preflight.ts';
import { prepareRetryAccess, retryChanged } from './retry-changed.ts';

const ORIGIN = '/advertising/publish';
const SCHEME = 'scheme';

const formatUsd = (cents: number): string => `${(cents / 100).toFixed(2)} USD`;
const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

function toPlanNode(
  planned: PlannedNode,
  isLeftOut: boolean,
  { inputs, errors, warnings }: Plan,
  context: CallContext,
  reader: Reader,
): PlanNode {
  const { node, parent, level, name, account, countries, creative, homepageId, landing, pixel } = planned;
  const { files, now } = context;
  const page = inputs.pages.get(homepageId ?? 0);
  return {
    node,
    parent,
    level,
    name,
    account: { id: account.id, label: account.name },
    currency: account.currency,
    timezone_name: account.timezone_name,
    countries: [...countries],
    creative:
      creative === null
        ? null
        : {
            material: creative.material,
            post: creative.post,
            cover_url: files.addressIfStored(creative.cover_key, now),
            text: creative.text,
            headline: creative.shownHeadline,
          },
    homepage: page === undefined ? null : { id: page.id, label: page.name },
    landing: landing === null ? null : { id: landing.id, label: landing.label },
    pixel: pixel === null ? null : { id: pixel.id, label: pixel.label },
    start_at: toIso(planned.startAt),
    end_at: toIso(planned.endAt),
    budget_mode: planned.budgetMode,
    budget: planned.budget,
    budget_usd: planned.budgetUsd,
    initial_status: planned.status,
    left_out: isLeftOut,
    errors: errors.flatMap((error) => (error.node === node ? [toErrorFinding(error.refusal, reader)] : [])),
    warnings: warnings.flatMap((warning) => (warning.node === node ? [toWarningFinding(warning, reader)] : [])),
  };
}

async function preview(
  context: CallContext,
  { idempotency_key: _key, ...request }: RequestOf<typeof previewPublish>,
  access: PageAccess,
): Promise<ReplyOf<typeof previewPublish>> {
  const { caller, language, limits } = context;
  const { plan, ...stored } = await createPublishPlan(context, request, limits, access);
  const { inputs, nodes, allNodes, errors, warnings, uploads, spending } = plan;
  const reader = { language, timezone: caller.timezone };
  const count = (level: PlannedNode['level']) => nodes.filter((node) => node.level === level).length;
  const { scheme } = inputs;
  const created = new Set(nodes);
  return {
    plan_id: stored.id,
    expires_at: stored.expires_at.toISOString(),
    scheme: { id: scheme.id, label: scheme.name, version: scheme.version },
    tree: allNodes.map((node) => toPlanNode(node, !created.has(node), plan, context, reader)),
    counts: {
      accounts: inputs.accounts.length,
      campaigns: count('campaign'),
      groups: count('ad_group'),
      ads: count('ad'),
      uploads: uploads.length,
    },
    budgets: [...spending.budgets],
    total_usd_day: spending.total,
    yesterday_usd: spending.yesterday,
    confirm_budget: spending.needsConfirmation,
    errors: errors.map(({ node, refusal }) => ({ ...toErrorFinding(refusal, reader), node })),
    warnings: warnings.map((warning) => ({ ...toWarningFinding(warning, reader), node: warning.node })),
  };
}

/** The result would differ from the preview. */
const refuseOutdated = (total: number) =>
  new Refusal('SELECTION_CHANGED', {
    data: { total },
    text: {
      zh: '预览已过期，或其后条件有变化，请重新预览',
      en: 'The preview is out of date. Please preview again',
    },
  });

/** Computes the plan again; a part that can no longer be used counts as a change, too. */
async function recomputePlan(context: CallContext, request: PlanRequest, access: PageAccess): Promise<Plan> {
  try {
    return await computePlan(context, request, context.limits, access);
  } catch (error) {
    if (error instanceof Refusal) throw refuseOutdated(0);
    throw error;
  }
}

async function check(
  { db, caller, now }: CallContext,
  { plan_id }: RequestOf<typeof checkPublish>,
  found: ReplyOf<typeof checkPublish> | null,
): Promise<ReplyOf<typeof checkPublish>> {
  const stored = await plans.lockPlan(db, plan_id, caller.userId);
  if (stored === undefined) throw refuse('NOT_FOUND');
  if (found === null || stored.batch_id !== null || stored.expires_at <= now) throw refuseOutdated(0);
  const count = (severity: (typeof found.problems)[number]['severity']) =>
    found.problems.filter((problem) => problem.severity === severity).length;
  await plans.saveCheck(db, stored.id, { errors: count('error'), warnings: count('warning') });
  return found;
}

/** Holds a publish to which a platform objected when it was checked. */
function requireAccepted({ check_errors, check_warnings }: plans.StoredPlan, isAccepted: boolean): void {
  if (check_errors !== null && check_errors > 0) throw refuseField('plan_id', 'platformBlocked', { count: check_errors });
  if (check_warnings !== null && check_warnings > 0 && !isAccepted)
    throw refuseField('accept_warnings', 'acceptWarnings', { count: check_warnings });
}

async function submit(context: CallContext, request: RequestOf<typeof submitPublish>, access: PageAccess) {
  const { db, caller, now, batches } = context;
  const stored = await plans.lockPlan(db, request.plan_id, caller.userId);
  if (stored === undefined) throw refuse('NOT_FOUND');
  if (stored.batch_id !== null) {
    context.unchanged();
    return await batches.loadStart(db, stored.batch_id);
  }
  if (stored.expires_at <= now) throw refuseOutdated(0);
  const plan = await recomputePlan(context, stored.request, access);
  const ads = plan.nodes.filter(({ level }) => level === 'ad').length;
  if (plan.fingerprint !== stored.fingerprint) throw refuseOutdated(ads);
  if (plan.errors.length > 0) throw refuseField('plan_id', 'planBlocked', { count: plan.errors.length });
  const { inputs, spending } = plan;
  if (spending.needsConfirmation && request.confirm_budget !== true) {
    throw refuseField('confirm_budget', 'confirmBudget', { usd: formatUsd(spending.total) });
  }
  requireAccepted(stored, request.accept_warnings === true);
  const { scheme, body, accounts } = inputs;
  const params: LaunchParams = {
    owner_user_id: caller.userId,
    event: 'publish',
    on_empty: body.structure.on_empty,
    accounts: accounts.length,
    ads,
    budget_day_usd: spending.total,
  };
  const started = await batches.start(context, {
    type: 'publish',
    action: submitPublish.path,
    origin: ORIGIN,
    summary: {
      zh: `${scheme.name} v${scheme.version}:${accounts.length} 个账户,${ads} 条广告`,
      en: `${scheme.name} v${scheme.version}: ${accounts.length} accounts, ${ads} ads`,
    },
    scheme: { id: scheme.id, version: scheme.version },
    params,
    items: createTreeItems(toAccountTrees(plan, now)),
    idempotencyKey: request.idempotency_key,
  });
  await plans.markSubmitted(db, stored, scheme.id, started.batch_id, now);
  context.audit({
    targetType: SCHEME,
    targetId: scheme.id,
    targetLabel: scheme.name,
    summary: { codes: [`publish v${scheme.version}`] },
    after: { batch_id: started.batch_id, accounts: accounts.map(({ id }) => id), ads, budget_day_usd: spending.total },
  });
  return started;
}

export const publishRouteCalls = [
  defineCall({ endpoint: previewPublish, audit: 'personal', prepare: preparePageAccess, handle: preview }),
  defineCall({ endpoint: checkPublish, audit: 'personal', prepare: preparePreflight, handle: check }),
  defineCall({
    endpoint: submitPublish,
    audit: 'write',
    subject: SCHEME,
    async prepare(context, { plan_id }) {
      const request = await plans.findPlanRequest(context.db, plan_id, context.caller.userId);
      return request === undefined ? NO_ACCESS : await preparePageAccess(context, request);
    },
    handle: submit,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: retryPublish,
    audit: 'write',
    subject: 'batch',
    prepare: prepareRetryAccess,
    handle: retryChanged,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: listPublishJobs,
    audit: 'read',
    async handle({ db, caller, menu }, { page = 1, page_size = 20, ...query }) {
      requireDateOrder(query);
      const [total, list] = await Promise.all([
        countJobs(db, caller, query),
        loadJobPage(db, { caller, menu }, { ...query, limit: page_size, offset: (page - 1) * page_size }),
      ]);
      return { list, total, page, page_size };
    },
  }),
  defineCall({
    endpoint: exportPublishJobs,
    audit: 'read',
    async handle(context, request) {
      requireDateOrder(request);
      return await exportFile(context, request, describeJobFile(context, request));
    },
  }),
];

import { sql } from 'kysely';
import * as accounts from '#contracts/endpoints/ad-accounts.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { toListFreshness } from '../insights/index.ts';
import { versionConflict } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import { closeCampaigns, withSibling } from './account-campaigns.ts';
import { adAccountKind } from './ad-account.kind.ts';
import {
  type AdAccountFilter,
  countAccounts,
  findAccountRow,
  loadAccountFreshness,
  loadAccountPage,
  loadSimpleAccounts,
  loadStatusLog,
  selectAccountIds,
} from './ad-accounts.query.ts';
import { loadVisibleAssets, requireLockedAsset } from './asset-access.ts';
import { orderBind, orderStatus, orderSync, orderUnbind } from './asset-orders.ts';
import { discoverKind } from './discover.ts';
import { discoverForImport } from './discovered-assets.ts';

const ACCOUNT = 'ad_account';
const ORIGIN = '/auth/account';

const selectIds = (
  context: CallContext,
  request: { ids?: number[]; filter?: AdAccountFilter; expected_total?: number },
): Promise<number[]> =>
  resolveSelection(context, request, {
    count: (filter: AdAccountFilter) => countAccounts(context.db, context, filter),
    pick: (filter, max) => selectAccountIds(context.db, context, filter, max),
  });

const toOrderOptions = (action: ApiPath, { reason, idempotency_key }: { reason?: string; idempotency_key?: string }) => ({
  action,
  origin: ORIGIN,
  reason,
  idempotency_key,
});

async function edit(context: CallContext, request: RequestOf<typeof accounts.editAdAccount>) {
  const { db, caller, now } = context;
  await context.batches.requireFree(db, ACCOUNT, request.id);
  const { name } = await requireLockedAsset(db, caller, ACCOUNT, request.id);
  const before = await findAccountRow(db, context, request.id);
  if (before === undefined) throw refuse('NOT_FOUND');
  if (before.version !== request.version) throw await versionConflict(context, ACCOUNT, before);
  const after = {
    biz: request.biz ?? before.biz,
    remark: request.remark === undefined ? before.remark : request.remark?.trim() || null,
    enabled: request.enabled ?? before.enabled,
  };
  const keys = (Object.keys(after) as (keyof typeof after)[]).filter((key) => before[key] !== after[key]);
  if (keys.length === 0) {
    context.unchanged();
    return before;
  }
  await db
    .updateTable('ad_account')
    .set({ ...after, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', request.id)
    .execute();
  const pick = (from: typeof after) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  context.audit({
    targetType: ACCOUNT,
    targetId: request.id,
    targetLabel: name,
    summary: { codes: keys },
    before: pick(before),
    after: pick(after),
  });
  if (request.close_campaigns && before.enabled && !after.enabled) await closeCampaigns(context, [request.id]);
  const saved = await findAccountRow(db, context, request.id);
  if (saved === undefined) throw refuse('NOT_FOUND');
  return saved;
}

const toSelections = ({ platform_ids }: { platform_ids: string[] }) => [{ kind: adAccountKind, platform_ids }];

export const adAccountCalls = [
  defineCall({
    endpoint: accounts.listAdAccounts,
    audit: 'read',
    async handle(context, request) {
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list, fresh] = await Promise.all([
        countAccounts(context.db, context, request),
        loadAccountPage(context.db, context, { ...request, limit, offset: (page - 1) * limit }),
        loadAccountFreshness(context.db, context, request),
      ]);
      return { list, total, page, page_size: limit, ...toListFreshness(fresh, context.language) };
    },
  }),
  defineCall({
    endpoint: accounts.simpleAdAccounts,
    audit: 'read',
    async handle(context, request) {
      const limit = request.page_size ?? 20;
      return await loadSimpleAccounts(context.db, context, request, { limit, offset: ((request.page ?? 1) - 1) * limit });
    },
  }),
  defineCall({
    endpoint: accounts.discoverAdAccounts,
    audit: 'read',
    handle: async (context, { personal_account_id }) => ({ list: await discoverKind(context, adAccountKind, personal_account_id) }),
  }),
  defineCall({
    endpoint: accounts.bindAdAccounts,
    audit: 'write',
    subject: ACCOUNT,
    prepare: (context, request) => discoverForImport(context, request.personal_account_id, toSelections(request)),
    handle: (context, request, found) =>
      orderBind(context, toOrderOptions(accounts.bindAdAccounts.path, request), request, toSelections(request), found),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: accounts.syncAdAccounts,
    audit: 'write',
    subject: ACCOUNT,
    handle: async (context, request) =>
      orderSync(context, toOrderOptions(accounts.syncAdAccounts.path, request), adAccountKind, await selectIds(context, request)),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({ endpoint: accounts.editAdAccount, audit: 'write', subject: ACCOUNT, handle: edit }),
  defineCall({
    endpoint: accounts.setAdAccountsEnabled,
    audit: 'write',
    subject: ACCOUNT,
    async handle(context, request) {
      const { enabled, close_campaigns, reason } = request;
      const ids = await selectIds(context, request);
      const closing = close_campaigns && !enabled ? await closeCampaigns(context, ids, reason) : undefined;
      const options = toOrderOptions(accounts.setAdAccountsEnabled.path, request);
      return withSibling(await orderStatus(context, options, adAccountKind, ids, enabled), closing);
    },
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: accounts.adAccountStatusLog,
    audit: 'read',
    async handle({ db, caller }, { id }) {
      const [account] = await loadVisibleAssets(db, caller, ACCOUNT, [id]);
      if (account === undefined) throw refuse('NOT_FOUND');
      return { list: await loadStatusLog(db, id) };
    },
  }),
  defineCall({
    endpoint: accounts.unbindAdAccounts,
    audit: 'write',
    subject: ACCOUNT,
    handle: async (context, request) =>
      orderUnbind(context, toOrderOptions(accounts.unbindAdAccounts.path, request), adAccountKind, await selectIds(context, request)),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
];

import * as assigning from '#contracts/endpoints/asset-assigning.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { type CallContext, defineCall } from '../call.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { loadCampaignsToTransfer, transferToPrimary, withSibling } from './account-campaigns.ts';
import { loadVisibleAssets } from './asset-access.ts';
import { createItems } from './asset-orders.ts';
import { requireAssignable } from './assign.batch.ts';
import { loadHistory, loadSortedNames } from './assign.repository.ts';
import type { AssignMode, AssignParams } from './assign.rules.ts';

const PAGES: Record<assigning.AssetType, string> = {
  personal_account: '/auth/personage',
  ad_account: '/auth/account',
  homepage: '/auth/homepage',
  pixel: '/auth/pixel',
  site: '/auth/site',
};

const MODE_WORDS: Record<AssignMode, { zh: string; en: string }> = {
  replace: { zh: '分配改为', en: 'Assigned to' },
  add: { zh: '追加分配', en: 'Also assigned to' },
  remove: { zh: '移除分配', en: 'Unassigned from' },
};

/** Used when only the primary user of ad accounts changes. */
const HANDOVER_WORDS = { zh: '移交主负责人', en: 'Primary owner transferred to' };

function toParams({
  asset_type,
  mode,
  user_ids,
  department_ids,
  primary_user_id,
  transfer_campaigns,
}: RequestOf<typeof assigning.assignAssets>): AssignParams {
  if (primary_user_id !== undefined && (asset_type !== 'ad_account' || mode === 'remove')) throw refuseField('primary_user_id', 'unknown');
  if (user_ids.length + department_ids.length === 0 && primary_user_id === undefined) {
    throw new Refusal('VALIDATION', { faults: [{ field: 'user_ids', rule: 'required' }] });
  }
  if (transfer_campaigns && primary_user_id === undefined) throw refuseField('primary_user_id', 'required');
  if (asset_type === 'ad_account' && mode === 'replace' && primary_user_id === undefined) throw refuseField('primary_user_id', 'required');
  return { mode, user_ids, department_ids, primary_user_id: primary_user_id ?? null };
}

async function assign(context: CallContext, request: RequestOf<typeof assigning.assignAssets>) {
  const { db } = context;
  const params = toParams(request);
  await requireAssignable(context, params);
  const people = [...new Set([...params.user_ids, ...(params.primary_user_id === null ? [] : [params.primary_user_id])])];
  const names = [
    ...(await loadSortedNames(db, 'sys_user', people)),
    ...(await loadSortedNames(db, 'sys_department', params.department_ids)),
  ];
  const isHandedOver = params.mode === 'add' && params.user_ids.length + params.department_ids.length === 0;
  const words = isHandedOver ? HANDOVER_WORDS : MODE_WORDS[params.mode];
  // Which campaigns follow depends on who is responsible before the assignment.
  const campaigns = request.transfer_campaigns ? await loadCampaignsToTransfer(context, request.ids) : [];
  const started = await context.batches.start(context, {
    type: 'assign',
    action: assigning.assignAssets.path,
    origin: PAGES[request.asset_type],
    summary: { zh: `${words.zh}:${names.join('、')}`, en: `${words.en}: ${names.join(', ')}` },
    params,
    reason: request.reason,
    idempotencyKey: request.idempotency_key,
    items: await createItems(context, request.asset_type, request.ids),
  });
  if (params.primary_user_id === null) return started;
  return withSibling(started, await transferToPrimary(context, campaigns, params.primary_user_id, request.reason));
}

export const assignCalls = [
  defineCall({
    endpoint: assigning.assignAssets,
    audit: 'write',
    subject: 'asset',
    handle: assign,
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: assigning.assignHistory,
    audit: 'read',
    async handle({ db, caller }, { asset_type, asset_id }) {
      const [asset] = await loadVisibleAssets(db, caller, asset_type, [asset_id]);
      if (asset === undefined) throw refuse('NOT_FOUND');
      return { list: await loadHistory(db, asset_type, asset_id) };
    },
  }),
];

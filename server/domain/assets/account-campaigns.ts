import { sql } from 'kysely';
import { setEntityStatuses, transferCampaigns } from '#contracts/endpoints/ad-entities.ts';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import { runningStatuses } from '#contracts/vocabulary/launches.ts';
import type { Order } from '../batches/index.ts';
import type { CallContext } from '../call.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { refuse } from '../refusal.ts';

interface Campaign {
  id: number;
  name: string;
}

/** Running campaigns of the accounts that the caller sees. `ofPrimary` leaves out those of people other than the primary user. */
async function loadRunningCampaigns(
  { db, caller }: CallContext,
  accountIds: readonly number[],
  { ofPrimary = false } = {},
): Promise<readonly Campaign[]> {
  const { rows } = await sql<Campaign>`
    select c.id, c.name from campaign c
    where c.ad_account_id = any(${[...accountIds]}::bigint[]) and c.deleted_at is null
      and c.effective_status = any(${[...runningStatuses]}::text[]) and ${userInScope(scopeOf(caller), sql.ref('c.owner_user_id'))}
      and (${!ofPrimary} or c.owner_user_id is null or exists (
        select from asset_assign a where a.asset_type = 'ad_account' and a.asset_id = c.ad_account_id and a.to_at is null
          and a.is_primary and a.user_id = c.owner_user_id))
    order by c.id`.execute(db);
  return rows;
}

type Ordering = Pick<Order, 'reason'> & { type: 'status' | 'transfer'; params: object; verbs: { zh: string; en: string } };

const PATHS = { status: setEntityStatuses.path, transfer: transferCampaigns.path } as const;

/** Starts a batch for the campaigns; undefined without any. */
async function startFor(
  context: CallContext,
  campaigns: readonly Campaign[],
  { type, params, verbs, reason }: Ordering,
): Promise<BatchStart | undefined> {
  const { length } = campaigns;
  if (length === 0) return undefined;
  return await context.batches.start(context, {
    type,
    action: PATHS[type],
    level: 'campaign',
    origin: '/advertising/start',
    params,
    reason,
    summary: { zh: `${verbs.zh} ${length} 个广告系列`, en: `${verbs.en} ${length} campaign${length === 1 ? '' : 's'}` },
    items: campaigns.map(({ id, name }) => ({ targetType: 'campaign', targetId: id, label: name })),
  });
}

/** The answer about a batch and another one that the same call started. */
export const withSibling = (started: BatchStart, other: BatchStart | undefined): BatchStart =>
  other === undefined ? started : { ...started, siblings: [...(started.siblings ?? []), other.batch_id, ...(other.siblings ?? [])] };

/** Turns off the running campaigns of the accounts. Refuses callers who may not turn campaigns off. */
export async function closeCampaigns(
  context: CallContext,
  accountIds: readonly number[],
  reason?: string,
): Promise<BatchStart | undefined> {
  if (!context.caller.actions.includes('status')) throw refuse('NO_ACTION');
  const campaigns = await loadRunningCampaigns(context, accountIds);
  return await startFor(context, campaigns, { type: 'status', params: { to: 'PAUSED' }, verbs: { zh: '关闭', en: 'Turn off' }, reason });
}

/** The running campaigns that follow the main responsibility for the accounts. Refuses callers who may not transfer campaigns. */
export function loadCampaignsToTransfer(context: CallContext, accountIds: readonly number[]): Promise<readonly Campaign[]> {
  const { isLeader, isAdmin } = context.caller;
  if (!isLeader && isAdmin !== 1) throw refuse('NO_ACTION');
  return loadRunningCampaigns(context, accountIds, { ofPrimary: true });
}

/** Transfers campaigns to the new primary user of their accounts. */
export const transferToPrimary = (
  context: CallContext,
  campaigns: readonly Campaign[],
  userId: number,
  reason?: string,
): Promise<BatchStart | undefined> =>
  startFor(context, campaigns, { type: 'transfer', params: { user_id: userId }, verbs: { zh: '移交', en: 'Transfer' }, reason });

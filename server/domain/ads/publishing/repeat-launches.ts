import { sql } from 'kysely';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { OrderedBatch, RepeatContext } from '../../batches/index.ts';
import { isLevel, isoIfAhead, omitUndefined, prepareOrder } from '../entities/index.ts';
import type { LaunchParams } from './launch-items.ts';
import { loadPlanAccounts, loadPlanScheme } from './plan-parts.ts';

/** The copy request as the user made it; the items store only the resulting objects. */
export type CopyRequest = Omit<BatchAgain['values'], 'start_at'> & { ids: number[]; start_at?: string | undefined };

type OrderedLaunch = OrderedBatch<LaunchParams & { asked?: CopyRequest }>;

/** The accounts that the caller sees, in the given order; undefined when there are none. */
async function filterVisibleAccounts(context: RepeatContext, ids: readonly number[]): Promise<number[] | undefined> {
  const visible = ids.length === 0 ? new Map() : await loadPlanAccounts(context, ids);
  const left = ids.filter((id) => visible.has(id));
  return left.length > 0 ? left : undefined;
}

/** Prepares the same copies of the originals that still exist. */
export async function prepareCopyRepeat(context: RepeatContext, { level, params: { asked } }: OrderedLaunch): Promise<BatchAgain | null> {
  if (asked === undefined || level === null || !isLevel(level)) return null;
  const { ids, target_account_ids: targets, start_at, ...options } = asked;
  const target_account_ids = targets && (await filterVisibleAccounts(context, targets));
  // Without its target accounts, the request would copy into the accounts of the originals.
  if (targets !== undefined && target_account_ids === undefined) return null;
  const values = omitUndefined({ ...options, target_account_ids, start_at: isoIfAhead(start_at, context.now) });
  return await prepareOrder(context, { level, ids, includeDeleted: options.from_deleted === true }, { action: 'copy', values });
}

/** Prepares publishing the same scheme into the same accounts, as far as the caller sees them. */
export async function preparePublishRepeat(context: RepeatContext, { id, schemeId }: OrderedLaunch): Promise<BatchAgain | null> {
  const scheme = schemeId === null ? undefined : await loadPlanScheme(context, schemeId, undefined);
  if (scheme === undefined) return null;
  const { rows } = await sql<{ id: number }>`
    select (params ->> 'ad_account_id')::bigint as id from batch_item
    where batch_id = ${id} and params ->> 'ad_account_id' is not null group by 1 order by min(seq)`.execute(context.db);
  const accounts = rows.map((row) => row.id);
  return {
    action: 'publish',
    level: null,
    ids: [],
    currency: null,
    timezone_name: null,
    values: omitUndefined({ scheme_id: scheme.id, ad_account_ids: await filterVisibleAccounts(context, accounts) }),
  };
}

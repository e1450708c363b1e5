import { sql } from 'kysely';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { OrderedBatch, RepeatContext } from '../../batches/index.ts';
import { isLevel, isoIfAhead, omitUndefined, prepareOrder } from '../entities/index.ts';
import type { LaunchParams } from './launch-items.ts';
import { planAccounts, planScheme } from './plan-parts.ts';

/** How copies were wished for; their items say only what was made of it. */
export type CopyAsked = Omit<BatchAgain['values'], 'start_at'> & { ids: number[]; start_at?: string | undefined };

type Ordered = OrderedBatch<LaunchParams & { asked?: CopyAsked }>;

/** Those accounts that the caller sees, in their order; undefined for none. */
async function seenAccounts(context: RepeatContext, ids: readonly number[]): Promise<number[] | undefined> {
  const seen = ids.length === 0 ? new Map() : await planAccounts(context, ids);
  const left = ids.filter((id) => seen.has(id));
  return left.length > 0 ? left : undefined;
}

/** The same copies, of what is still there. */
export async function copyAgain(context: RepeatContext, { level, params: { asked } }: Ordered): Promise<BatchAgain | null> {
  if (asked === undefined || level === null || !isLevel(level)) return null;
  const { ids, target_account_ids: targets, start_at, ...wish } = asked;
  const target_account_ids = targets && (await seenAccounts(context, targets));
  // Without any of its targets it would be a copy into the accounts of the originals.
  if (targets !== undefined && target_account_ids === undefined) return null;
  const values = omitUndefined({ ...wish, target_account_ids, start_at: isoIfAhead(start_at, context.now) });
  return await prepareOrder(context, { level, ids, includeDeleted: wish.from_deleted === true }, { action: 'copy', values });
}

/** The same scheme into the same accounts, as far as the caller sees both. */
export async function publishAgain(context: RepeatContext, { id, schemeId }: Ordered): Promise<BatchAgain | null> {
  const scheme = schemeId === null ? undefined : await planScheme(context, schemeId, undefined);
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
    values: omitUndefined({ scheme_id: scheme.id, ad_account_ids: await seenAccounts(context, accounts) }),
  };
}

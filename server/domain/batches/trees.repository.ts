import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import { addShifts, NO_SHIFT, type Shift, shiftOf } from './batch.rules.ts';

type Db = Kysely<Database>;

/** The user in whose name an item is queued again. */
interface Requester {
  userId: number;
  address: string;
}

const resetColumns = (now: Date, by: Requester | undefined) => sql`
  status = 'pending', attempt = i.attempt + 1, repeats = 0, code = null, reason = null, platform_code = null, platform_subcode = null,
  message = null, data = null, retryable = false, undone = false, before = null, after = null, started_at = null, finished_at = null,
  user_id = coalesce(${by?.userId ?? null}::bigint, i.user_id), address = coalesce(${by?.address ?? null}::text, i.address),
  updated_at = ${now}`;

/** Queues the items below these that were skipped because their parent had failed. */
export async function requeueBelow(db: Db, ids: readonly number[], now: Date, by?: Requester): Promise<{ ids: number[]; shift: Shift }> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from batch_item where (parent_item_id = any(${ids}::bigint[]) or needs_item_id = any(${ids}::bigint[]))
        and status = 'skipped' and reason = 'PARENT_FAILED'
      union
      select i.id from batch_item i join below on below.id in (i.parent_item_id, i.needs_item_id)
        where i.status = 'skipped' and i.reason = 'PARENT_FAILED'
    )
    update batch_item i set ${resetColumns(now, by)} from below where i.id = below.id returning i.id`.execute(db);
  return { ids: rows.map((row) => row.id), shift: shiftOf('skipped', 'pending', rows.length) };
}

/**
 * Queues the closing items of these items' branches again, and the branch's succeeded items that were undone afterwards, under a new
 * client tag. Canceled closing items are queued only when a person retries the branch.
 */
export async function requeueBranch(db: Db, ids: readonly number[], now: Date, by?: Requester): Promise<Shift> {
  const { rows } = await sql<{ status: ItemStatus }>`
    with again as (
      select i.id, i.status, i.undone from batch_item i
      where (i.batch_id, i.branch) in (select t.batch_id, t.branch from batch_item t where t.id = any(${ids}::bigint[]))
        and ((i.closes and (i.status in ('succeeded', 'failed', 'skipped') or (i.status = 'canceled' and ${by !== undefined})))
          or (i.undone and i.status = 'succeeded'))
      for no key update
    )
    update batch_item i set ${resetColumns(now, by)}, client_tag = case when again.undone then gen_random_uuid() else i.client_tag end,
      target_id = case when again.undone then null else i.target_id end
    from again where i.id = again.id returning again.status`.execute(db);
  return rows.map((row) => shiftOf(row.status, 'pending')).reduce(addShifts, NO_SHIFT);
}

/** Continues the branch of an item whose unknown outcome became known: its skipped descendants and its closing item. */
export async function requeueAfterOutcome(db: Db, id: number, now: Date): Promise<Shift> {
  const { rows } = await sql<{ status: ItemStatus }>`select status from batch_item where id = ${id}`.execute(db);
  const below = rows[0]?.status === 'succeeded' ? await requeueBelow(db, [id], now) : { ids: [], shift: NO_SHIFT };
  return addShifts(below.shift, await requeueBranch(db, [id], now));
}

/** Marks everything that succeeded in the branch of this closing item as undone, including the closing item itself. */
export async function markBranchUndone(db: Db, id: number): Promise<void> {
  await sql`
    update batch_item i set undone = true from batch_item c
    where c.id = ${id} and i.batch_id = c.batch_id and i.branch = c.branch and i.status = 'succeeded'`.execute(db);
}

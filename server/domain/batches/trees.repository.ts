import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import { noShift, plus, type Shift, shiftOf } from './batch.rules.ts';

type Db = Kysely<Database>;

/** Whose name an item is taken up again in; whoever it was in before where it is absent. */
interface By {
  userId: number;
  address: string;
}

const anew = (now: Date, by: By | undefined) => sql`
  status = 'pending', attempt = i.attempt + 1, repeats = 0, code = null, reason = null, platform_code = null, platform_subcode = null,
  message = null, data = null, retryable = false, undone = false, before = null, after = null, started_at = null, finished_at = null,
  user_id = coalesce(${by?.userId ?? null}::bigint, i.user_id), address = coalesce(${by?.address ?? null}::text, i.address),
  updated_at = ${now}`;

/** Puts what was skipped because one of these had not succeeded in line again, and what is below that. */
export async function takeUpBelow(db: Db, ids: readonly number[], now: Date, by?: By): Promise<{ ids: number[]; shift: Shift }> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from batch_item where (parent_item_id = any(${ids}::bigint[]) or needs_item_id = any(${ids}::bigint[]))
        and status = 'skipped' and reason = 'PARENT_FAILED'
      union
      select i.id from batch_item i join below on below.id in (i.parent_item_id, i.needs_item_id)
        where i.status = 'skipped' and i.reason = 'PARENT_FAILED'
    )
    update batch_item i set ${anew(now, by)} from below where i.id = below.id returning i.id`.execute(db);
  return { ids: rows.map((row) => row.id), shift: shiftOf('skipped', 'pending', rows.length) };
}

/**
 * Where these are taken up again: puts what closes their branches in line once more, and what had succeeded there and was taken back
 * afterwards, under another tag. What was canceled there closes its branch only where a person takes the rest up again.
 */
export async function takeUpAround(db: Db, ids: readonly number[], now: Date, by?: By): Promise<Shift> {
  const { rows } = await sql<{ status: ItemStatus }>`
    with again as (
      select i.id, i.status, i.undone from batch_item i
      where (i.batch_id, i.branch) in (select t.batch_id, t.branch from batch_item t where t.id = any(${ids}::bigint[]))
        and ((i.closes and (i.status in ('succeeded', 'failed', 'skipped') or (i.status = 'canceled' and ${by !== undefined})))
          or (i.undone and i.status = 'succeeded'))
      for no key update
    )
    update batch_item i set ${anew(now, by)}, client_tag = case when again.undone then gen_random_uuid() else i.client_tag end,
      target_id = case when again.undone then null else i.target_id end
    from again where i.id = again.id returning again.status`.execute(db);
  return rows.map((row) => shiftOf(row.status, 'pending')).reduce(plus, noShift);
}

/** An item whose outcome was unknown is known now: what was skipped for its sake goes on, and what closes its branch looks again. */
export async function takeUpAfter(db: Db, id: number, now: Date): Promise<Shift> {
  const { rows } = await sql<{ status: ItemStatus }>`select status from batch_item where id = ${id}`.execute(db);
  const below = rows[0]?.status === 'succeeded' ? await takeUpBelow(db, [id], now) : { ids: [], shift: noShift };
  return plus(below.shift, await takeUpAround(db, [id], now));
}

/** Whatever succeeded in the branch that this item closes is gone again, and so is what the item itself was about. */
export async function undoBranch(db: Db, id: number): Promise<void> {
  await sql`
    update batch_item i set undone = true from batch_item c
    where c.id = ${id} and i.batch_id = c.batch_id and i.branch = c.branch and i.status = 'succeeded'`.execute(db);
}

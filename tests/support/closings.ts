import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** An ad that a batch was to close: what the batch, our tables, the channel and the logs hold of it. */
export interface Closing {
  item: string;
  reason: string | null;
  attempt: number;
  /** Account of its owner. */
  owner: string | null;
  here: string;
  there: string;
  /** Changes that the channel made. */
  changes: string[];
  /** Closings in its log here. */
  closings: number;
  entries: number;
}

/** The ads of the only batch; needs the tables of `createFateTables`. */
export async function loadClosings(db: Kysely<Database>): Promise<Closing[]> {
  const { rows } = await sql<Closing>`
    select i.status as item, i.reason, i.attempt, u.account as owner, a.status as here, s.status as there,
      (select coalesce(array_agg(r.was || ' ' || r.became order by r.id), '{}') from channel_record r where r.ad_id = s.id) as changes,
      (select count(*)::int from ad_event e where e.level = 'ad' and e.ad_id = a.id and e.event = 'close') as closings,
      (select count(*)::int from op_log l where l.target_type = 'ad' and l.target_id = a.id and l.ok) as entries
    from batch_item i join ad a on a.id = i.target_id join sbx_ad s on s.id = a.platform_ad_id left join sys_user u on u.id = a.owner_user_id
    order by i.seq`.execute(db);
  return rows;
}

export async function countEndedItems(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select count(*)::int as ended from batch_item where status in ('succeeded', 'failed', 'unknown')`.execute(db);
  return rows[0]?.ended ?? 0;
}

export const isClosedOnce = (ad: Closing): boolean =>
  ad.here === 'PAUSED' && ad.there === 'PAUSED' && ad.changes.join() === 'ACTIVE PAUSED' && ad.closings === 1 && ad.entries === 1;

export const isUntouched = (ad: Closing): boolean =>
  ad.here === 'ACTIVE' && ad.there === 'ACTIVE' && ad.changes.length === 0 && ad.closings === 0 && ad.entries === 0;

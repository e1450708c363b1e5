import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** SQL: the result of a hit `h` now. That of an action follows from its batch item `i`, and suggestions expire by themselves. */
export const currentResult = (now: Date): RawBuilder<string> => sql<string>`(case
  when h.result = 'suggested' and h.expires_at <= ${now}::timestamptz then 'expired'
  when h.result <> 'acting' then h.result
  when i.status = 'succeeded' then 'done'
  when i.status in ('failed', 'canceled') or i.id is null then 'failed'
  when i.status = 'skipped' then 'skipped'
  else 'acting' end)`;

/** SQL: when the action of a hit was undone. */
export const UNDONE_AT = sql`coalesce(h.undone_at, (
  select max(u.finished_at) from batch_item u where u.undoes_item_id = h.batch_item_id and u.status = 'succeeded'))`;

/** Writes the results of actions whose batch items ended, the undoing of earlier ones, and suggestions that expired. */
export async function settleHits(db: Kysely<Database>, now: Date): Promise<number> {
  const ended = await sql`
    update host_rule_hit h set result = ${currentResult(now)}, updated_at = ${now},
      before = case when i.status = 'succeeded' then coalesce(i.before, h.before) else h.before end,
      after = case when i.status = 'succeeded' then coalesce(i.after, h.after) else h.after end
    from host_rule_hit o left join batch_item i on i.id = o.batch_item_id
    where o.id = h.id and h.result = 'acting' and ${currentResult(now)} <> 'acting'`.execute(db);
  const expired = await sql`
    update host_rule_hit set result = 'expired', updated_at = ${now} where result = 'suggested' and expires_at <= ${now}`.execute(db);
  await sql`
    update host_rule_run r set failed = f.failed, status = case when r.status = 'ok' and f.failed > 0 then 'partial' else r.status end
    from (select h.run_id, count(*) as failed from host_rule_hit h where h.result = 'failed' and h.updated_at = ${now} group by 1) f
    where f.run_id = r.id`.execute(db);
  await sql`
    update host_rule_hit h set undone_at = u.finished_at, updated_at = ${now}
    from batch_item u where u.undoes_item_id = h.batch_item_id and u.status = 'succeeded' and h.undone_at is null and h.result = 'done'`.execute(
    db,
  );
  return Number(ended.numAffectedRows ?? 0n) + Number(expired.numAffectedRows ?? 0n);
}

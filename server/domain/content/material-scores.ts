import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { JobContext } from '../jobs/index.ts';
import { type Limits, readLimits } from '../limits.ts';
import { writeOpLog } from '../people/index.ts';
import { MATERIAL } from './materials.changes.ts';

type Db = Kysely<Database>;
type Context = Pick<JobContext, 'db' | 'now' | 'signal' | 'log'>;

const DAY_MS = 86_400_000;
const CENTS = 100;

/** Rates every material by the facts of its whole life. Its version stays, because no field that users edit changes. */
export async function rateMaterials(db: Db, limits: Limits, now: Date): Promise<{ scored: number; changed: number }> {
  const { rows } = await sql<{ scored: number; changed: number }>`
    with days as (
      select f.material_id, f.stat_date, sum(f.spend_usd) as spend, sum(f.revenue_usd) as revenue, sum(f.rev_d0) as rev_d0
      from insight_daily f where f.material_id is not null group by 1, 2
    ), lives as (
      select material_id, sum(spend) as spend, sum(revenue) as revenue, sum(rev_d0) as rev_d0,
        count(*) filter (where spend > 0) as life_days,
        (array_agg(stat_date order by spend desc, stat_date) filter (where spend > 0))[1] as peak_day
      from days group by 1
    ), rated as (
      select m.id, coalesce(x.life_days, 0) as life_days, x.peak_day,
        coalesce(m.first_used_at, (select min(a.created_at) from ad a where a.material_id = m.id)) as first_used_at,
        case
          when not coalesce(case m.biz when 'dj' then x.rev_d0 >= x.spend * d.target_roi_d0_bp / 10000.0
            else x.revenue >= x.spend * ${limits.ecTargetRoi}::float8 end, false) then 'none'
          when x.spend >= ${limits.hitMinSpendUsd * CENTS} then 'hit'
          when x.spend >= ${limits.potentialMinSpendUsd * CENTS} then 'potential'
          else 'none' end as hit_level
      from material m left join lives x on x.material_id = m.id left join drama d on d.id = m.drama_id
      where m.deleted_at is null
    ), written as (
      update material m set hit_level = r.hit_level, life_days = r.life_days, peak_day = r.peak_day, first_used_at = r.first_used_at,
        updated_at = ${now}
      from rated r
      where r.id = m.id and (m.hit_level, m.life_days, m.peak_day, m.first_used_at)
        is distinct from (r.hit_level, r.life_days, r.peak_day, r.first_used_at)
      returning 1
    )
    select (select count(*) from rated) as scored, (select count(*) from written) as changed`.execute(db);
  return rows[0] ?? { scored: 0, changed: 0 };
}

/** SQL: the number of ads of material `m` that the channel rejected lately, without those whose appeal was granted. */
const countRejections = ({ rejectionDays }: Limits, now: Date) => sql<number>`(
  select count(distinct e.ad_id) from ad a join ad_event e on e.ad_id = a.id
  where a.material_id = m.id and a.appeal is distinct from 'granted' and e.event = 'review' and e.after ->> 'review' = 'rejected'
    and e.at > greatest(${new Date(now.getTime() - rejectionDays * DAY_MS)}::timestamptz, m.unblocked_at) and e.at <= ${now})`;

/** Blocks materials whose ads are rejected again and again. An administrator may lift the block. */
async function blockRejectedMaterials({ db, now, signal, log }: Context, limits: Limits): Promise<number> {
  const due = sql<boolean>`m.status = 'ready' and m.deleted_at is null and ${countRejections(limits, now)} >= ${limits.blockingRejections}`;
  const found = await sql<{ id: number }>`select m.id from material m where ${due} order by m.id`.execute(db);
  let blocked = 0;
  for (const { id } of found.rows) {
    signal.throwIfAborted();
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ code: string; title: string }>`
        update material m set status = 'blocked', version = version + 1, updated_at = ${now} where m.id = ${id} and ${due}
        returning m.code, m.title`.execute(transaction);
      const [material] = rows;
      if (material === undefined) return;
      await writeOpLog(transaction, [
        {
          targetType: MATERIAL,
          targetId: id,
          targetLabel: material.code,
          summary: { codes: [`at least ${limits.blockingRejections} rejected ads within ${limits.rejectionDays} days`] },
          before: { status: 'ready' },
          after: { status: 'blocked' },
          at: now,
          userId: null,
          account: 'system',
          action: 'cron:score.nightly',
          ip: '',
          ok: true,
          code: 0,
          ms: 0,
        },
      ]);
      log(`${material.code} ${material.title}: blocked`);
      blocked += 1;
    });
  }
  return blocked;
}

/** Rates every material and blocks those that the channel keeps rejecting. */
export async function scoreMaterials(context: Context): Promise<{ scored: number; changed: number }> {
  const limits = await readLimits(context.db);
  const { scored, changed } = await rateMaterials(context.db, limits, context.now);
  return { scored, changed: changed + (await blockRejectedMaterials(context, limits)) };
}

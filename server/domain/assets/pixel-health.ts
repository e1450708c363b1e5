import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HEALTH_DAYS, judgePixel, type PixelFigures, reportGapOf, shareOf } from '#contracts/rules/pixel-health.ts';
import type { PixelHealth } from '#contracts/vocabulary/pixels.ts';
import type { Database } from '#server/database/schema.ts';
import { allOf } from './asset-columns.ts';
import { silentSince } from './pixels.rules.ts';

/** What is counted of a pixel over the last days. */
interface PixelCounts extends PixelFigures {
  events24h: number;
  duplicates24h: number;
  hasSpend: boolean;
}

const daysAgo = (now: Date) => sql`${now}::timestamptz - make_interval(days => ${sql.lit(HEALTH_DAYS)})`;
const IS_PURCHASE = sql<boolean>`e.event_name = 'Purchase'`;
const IS_DUPLICATE = sql<boolean>`e.dedupe = 'duplicate'`;

/** An event row may stand for many equal events. */
const countEvents = (conditions: readonly RawBuilder<boolean>[]) => sql`coalesce(sum(e.count) filter (where ${allOf(conditions)}), 0)`;

/** SQL: events of a pixel `t` of the last day; duplicates only where asked for. */
export const eventsOfDaySql = (now: Date, which: 'all' | 'duplicates' = 'all') => sql<number>`(
  select ${countEvents(which === 'all' ? [sql<boolean>`true`] : [IS_DUPLICATE])} from pixel_event e
  where e.pixel_id = t.id and e.event_time > ${silentSince(now)})`;

/** SQL: kept purchases of a pixel `t`. */
const keptPurchasesSql = (now: Date) => sql`(
  select coalesce(sum(e.count), 0) from pixel_event e
  where e.pixel_id = t.id and ${IS_PURCHASE} and not ${IS_DUPLICATE} and e.event_time > ${daysAgo(now)})`;

/** SQL: orders of a pixel `t`, whoever owns the ads. */
const ordersSql = (now: Date) => sql`(
  select count(*) from biz_order r where r.pixel_id = t.id and r.paid_at > ${daysAgo(now)}
    and r.status in ('paid', 'partial_refunded', 'refunding', 'refunded'))`;

/** SQL: the share of duplicates of the last day, and the postback gap, to sort by. */
export const dupRateSql = (now: Date) => sql`(${eventsOfDaySql(now, 'duplicates')}::float8 / nullif(${eventsOfDaySql(now)}, 0))`;
export const reportGapSql = (now: Date) => sql`((${keptPurchasesSql(now)} - ${ordersSql(now)})::float8 / nullif(${ordersSql(now)}, 0))`;

/** SQL: ads have spent with a pixel `t` yesterday or today, in the time of their accounts. Asked only of pixels without recent events. */
const hasSpendSql = (now: Date) => sql`(
  (t.last_fired_at is null or t.last_fired_at < ${silentSince(now)}) and exists (
    select from insight_daily d join ad_account x on x.id = d.ad_account_id
    where d.pixel_id = t.id and d.spend > 0 and d.stat_date between ${now}::date - 2 and ${now}::date + 1
      and d.stat_date >= (${now}::timestamptz at time zone x.timezone_name)::date - 1))`;

/** SQL: the counts of a pixel `t` as one value. */
export const pixelCountsSql = (now: Date) => sql<PixelCounts>`(
  select jsonb_build_object(
    'events24h', ${countEvents([sql<boolean>`e.event_time > ${silentSince(now)}`])},
    'duplicates24h', ${countEvents([IS_DUPLICATE, sql<boolean>`e.event_time > ${silentSince(now)}`])},
    'received', coalesce(sum(e.count), 0), 'matched', coalesce(sum(e.count * e.match_score), 0),
    'purchases', ${countEvents([IS_PURCHASE])}, 'purchaseDuplicates', ${countEvents([IS_PURCHASE, IS_DUPLICATE])},
    'hasBrowserPurchases', coalesce(bool_or(${IS_PURCHASE} and e.source = 'browser'), false),
    'hasServerPurchases', coalesce(bool_or(${IS_PURCHASE} and e.source = 'server'), false),
    'orders', ${ordersSql(now)}, 'hasSpend', ${hasSpendSql(now)})
  from pixel_event e where e.pixel_id = t.id and e.event_time > ${daysAgo(now)})`;

/** The figures of a pixel row that follow from its counts. */
export const toPixelFigures = (counts: PixelCounts, lastFiredAt: Date | null, now: Date) => ({
  health: judgePixel({ lastFiredAt, now, hasSpend: counts.hasSpend, figures: counts }),
  events_24h: counts.events24h,
  dup_rate: shareOf(counts.duplicates24h, counts.events24h),
  report_gap: reportGapOf(counts),
});

/** The health of the pixels `t` that meet a condition. */
export async function loadPixelHealths(db: Kysely<Database>, where: RawBuilder<boolean>, now: Date): Promise<Map<number, PixelHealth>> {
  const found = await sql<{ id: number; last_fired_at: Date | null; counts: PixelCounts }>`
    select t.id, t.last_fired_at, ${pixelCountsSql(now)} as counts from pixel t where ${where}`.execute(db);
  return new Map(found.rows.map(({ id, last_fired_at, counts }) => [id, toPixelFigures(counts, last_fired_at, now).health]));
}

import { sql } from 'kysely';
import { plusDays } from './days.ts';
import { type FactSource, type Period, sumColumns } from './facts.ts';
import { isCountedIn } from './ingest/index.ts';

/**
 * Facts of whole pixels. Nobody owns them: they are seen with the pixel. Their account is the one that owns the pixel, and their days and
 * hours are local to it.
 */
const OF_PIXELS = { isOfPixels: true, isDated: true } as const;
const SITE = { site: sql`f.site_id` };

const EVENT_SUMS = ['received', 'browser_received', 'duplicates', 'errors', 'matched_sum', 'kept_purchases', 'attributed'] as const;

const pixelEventDays: FactSource = {
  ...OF_PIXELS,
  from: sql`(
    select e.pixel_id, e.event_name, e.source as event_source, nullif(e.site_id, 0) as site_id, e.stat_date, p.owner_ad_account_id as ad_account_id,
      e.received, e.duplicates, e.errors, e.matched_sum, e.attributed, e.value_usd as event_value_usd,
      case when e.source = 'browser' then e.received end as browser_received,
      case when e.event_name = 'Purchase' then e.received - e.duplicates end as kept_purchases
    from pixel_event_daily e join pixel p on p.id = e.pixel_id
  ) f`,
  values: SITE,
  measures: sumColumns([...EVENT_SUMS, 'event_value_usd']),
};

/** A day wider on both sides, to cover all time zones. */
const widened = ({ from, to }: Period) => ({ from: plusDays(from, -1), to: plusDays(to, 1) });

/** Events by hour, as long as they are stored individually. */
const pixelEventHours: FactSource = {
  ...OF_PIXELS,
  from(period) {
    const { from, to } = widened(period);
    return sql`(
      select e.pixel_id, e.event_name, e.source as event_source, nullif(e.site_id, 0) as site_id, p.owner_ad_account_id as ad_account_id,
        z.at::date as stat_date, extract(hour from z.at)::int as stat_hour, e.count as received,
        case when e.source = 'browser' then e.count end as browser_received, case when e.dedupe = 'duplicate' then e.count end as duplicates,
        case when e.status = 'error' then e.count end as errors, e.count * e.match_score * 10 as matched_sum,
        case when e.dedupe = 'kept' and e.event_name = 'Purchase' then e.count end as kept_purchases,
        case when e.dedupe = 'kept' and e.ad_id is not null then e.count end as attributed
      from pixel_event e join pixel p on p.id = e.pixel_id join ad_account a on a.id = p.owner_ad_account_id
      cross join lateral (select e.event_time at time zone a.timezone_name as at) z
      where e.event_time >= ${from}::date and e.event_time < ${to}::date + 1
    ) f`;
  },
  values: SITE,
  measures: sumColumns(EVENT_SUMS),
};

/** Paid orders of a pixel, whoever owns the ads. They belong to its purchases, but to neither browser nor server. */
const pixelOrders: FactSource = {
  ...OF_PIXELS,
  isOfPeriod: true,
  // The bounds are computed once per pixel instead of the date of each order.
  from: ({ from, to }) => sql`(
    select o.pixel_id, 'Purchase'::text as event_name, null::text as event_source, o.site_id, p.owner_ad_account_id as ad_account_id,
      z.at::date as stat_date, extract(hour from z.at)::int as stat_hour
    from pixel p join ad_account a on a.id = p.owner_ad_account_id
    cross join lateral (select ${from}::date::timestamp at time zone a.timezone_name as since,
      (${to}::date + 1)::timestamp at time zone a.timezone_name as until) days
    join biz_order o on o.pixel_id = p.id and o.paid_at >= days.since and o.paid_at < days.until and ${isCountedIn('o')}
    cross join lateral (select o.paid_at at time zone a.timezone_name as at) z
  ) f`,
  values: SITE,
  missingColumns: ['event_source'],
  measures: { pixel_orders: sql`count(*)` },
};

/** The sources of pixel figures; events come first. */
export const pixelSources = (of: 'hours' | 'days'): readonly [FactSource, FactSource] => [
  of === 'hours' ? pixelEventHours : pixelEventDays,
  pixelOrders,
];

/** Pixels listed even without facts in the days. */
export const LISTED_PIXELS: FactSource = {
  isOfPixels: true,
  isDated: false,
  from: sql`(
    select p.id as pixel_id, null::text as event_name, null::text as event_source, null::bigint as site_id, p.owner_ad_account_id as ad_account_id
    from pixel p
  ) f`,
  values: SITE,
  measures: {},
};

import { type RawBuilder, sql } from 'kysely';
import { businessTimezone } from '#server/domain/business-time.ts';
import { BENCH_DAYS, BENCH_HOUR_DAYS } from './sizes.ts';
import { type BenchSetting, type BenchStep, chance } from './steps.ts';

/** Cumulative share of a day at the end of each hour: little at night, most in the evening. */
const cumulativeShares = [
  0.03, 0.05, 0.063, 0.073, 0.082, 0.092, 0.106, 0.128, 0.158, 0.194, 0.234, 0.277, 0.325, 0.372, 0.416, 0.46, 0.507, 0.559, 0.619, 0.691,
  0.773, 0.857, 0.93, 1,
];

/** SQL: the part of a daily measure in one hour; the hours add up to the day. */
const toHourShare = (measure: string) =>
  sql`(floor(${sql.ref(measure)} * s.until) - floor(${sql.ref(measure)} * s.since))::bigint as ${sql.ref(measure)}`;

const hourMeasures = [
  'spend',
  'spend_usd',
  'impressions',
  'clicks',
  'link_clicks',
  'lp_views',
  'plays_3s',
  'thruplays',
  'plat_purchases',
  'plat_value_usd',
  'new_users',
] as const;

const columnList = (columns: readonly string[], of = (name: string): RawBuilder<unknown> => sql.ref(name)) => sql.join(columns.map(of));
const cohortDays = [0, 1, 3, 7, 14, 30, 60, 90] as const;
const cohortColumns = (prefix: string) => cohortDays.map((day) => `${prefix}${day}`);

/** Daily facts of ads with their orders, and all sums derived from them as if they had been pulled. */
export function benchFacts({ asOf }: BenchSetting): BenchStep {
  const first = sql`(${asOf}::timestamptz at time zone 'UTC')::date - ${sql.lit(BENCH_DAYS)}`;
  // Inserted by day and account, as facts are pulled, and orders as they are paid, because the physical order decides how fast days are found.
  const pullOrder = sql`order by w.stat_date, w.ad_account_id, w.ad_id`;
  const isCounted = sql`status in ('paid', 'partial_refunded', 'refunded')`;
  return {
    name: 'facts',
    statements: [
      // One row per day and ad, with the figures of the channel and the number of orders.
      sql`create temp table ad_days as
        select t.ad_id, d.day, t.ad_id * 1000 + d.day as n, ${first} + d.day as stat_date, greatest(t.begins, 0) as begins
        from tree t cross join lateral generate_series(greatest(t.begins, 0), least(t.ends, ${sql.lit(BENCH_DAYS)}) - 1) d(day)`,
      sql`create temp table told as
        select x.*, (x.impressions * (0.006 + 0.012 * ${chance('x.n', 43)}))::bigint as link_clicks
        from (
          select w.*, a.ad_account_id, round(w.spend_usd * r.units)::bigint as spend, (w.spend_usd * (0.6 + 0.8 * ${chance('w.n', 42)}))::bigint as impressions
          from (select n, ad_id, day, stat_date, begins, (200 + 12000 * power(${chance('n', 41)}, 3))::bigint as spend_usd from ad_days) w
          join ad a on a.id = w.ad_id
          join ad_account c on c.id = a.ad_account_id
          cross join lateral (select case c.currency when 'JPY' then 1.5 when 'GBP' then 0.79 else 1 end as units) r
        ) x`,
      sql`create temp table sold as
        select x.*, x.stat_date - x.day_n as cohort_date,
          'b' || x.ad_id || '.' || (x.day - x.day_n) || '.' || (${chance('x.k', 54)} < 0.03)::int as user_key,
          (array[999, 1999, 1999, 2999, 4999])[1 + floor(${chance('x.k', 55)} * 5)::int] as amount, floor(${chance('x.k', 56)} * 24)::int as stat_hour
        from (
          select t.ad_id, t.day, t.stat_date, t.n * 16 + j as k, case
            when c.v < 0.55 then 0 when c.v < 0.7 then least(1, t.day - t.begins) when c.v < 0.82 then least(3, t.day - t.begins)
            else least(4 + floor((c.v - 0.82) / 0.18 * 40)::int, t.day - t.begins) end as day_n
          from told t
          cross join lateral generate_series(1, floor(5.35 * ${chance('t.n', 51)} + ${chance('t.n', 52)} * 0.05)::int) j
          cross join lateral (select ${chance('t.n * 16 + j', 53)} as v) c
        ) x`,
      sql`analyze tree, ad_days, told, sold`,
      sql`insert into biz_order (order_no, biz, site_id, user_key, ad_id, ad_group_id, campaign_id, ad_account_id, owner_user_id, scheme_id, drama_id,
          product_id, material_id, creator_user_id, landing_page_id, pixel_id, order_type, amount, currency, amount_usd, fee_usd, pay_channel, status,
          ordered_at, paid_at, refunded_at, refund_usd, country, os, stat_date, stat_hour, biz_date, cohort_date, day_n, is_h24, is_first,
          attribution, capi_status, capi_event_id, created_at, updated_at, prev_stat_date, prev2_stat_date, prev_biz_date, prev2_biz_date)
        select 'B' || s.k, a.biz, l.site_id, s.user_key, a.id, a.ad_group_id, a.campaign_id, a.ad_account_id, a.owner_user_id, a.scheme_id, a.drama_id,
          a.product_id, a.material_id, m.creator_user_id, a.landing_page_id, a.pixel_id, case when s.day_n = 0 then 'first' else 'repeat' end,
          s.amount, 'USD', s.amount, 30 + s.amount / 30, 'stripe', case when s.isback then 'refunded' else 'paid' end, p.at, p.at,
          case when s.isback then p.at + interval '2 hours' end, case when s.isback then s.amount else 0 end, g.primary_country,
          (array['ios', 'android', 'web'])[1 + s.k % 3], s.stat_date, s.stat_hour, (p.at at time zone ${businessTimezone})::date, s.cohort_date, s.day_n,
          s.day_n = 0 or s.day_n = 1 and p.at <= min(p.at) over (partition by s.user_key) + interval '24 hours',
          row_number() over (partition by s.user_key order by p.at, s.k) = 1, 'click', 'sent', 'pu.B' || s.k, p.at, p.at,
          lag(s.stat_date) over of_local, lag(s.stat_date, 2) over of_local,
          lag((p.at at time zone ${businessTimezone})::date) over of_time, lag((p.at at time zone ${businessTimezone})::date, 2) over of_time
        from (select sold.*, ${chance('k', 57)} < 0.012 and stat_hour < 21 as isback from sold) s
        join ad a on a.id = s.ad_id
        join ad_group g on g.id = a.ad_group_id
        join material m on m.id = a.material_id
        join landing_page l on l.id = a.landing_page_id
        join ad_account c on c.id = a.ad_account_id
        cross join lateral (select (s.stat_date::timestamp + make_interval(hours => s.stat_hour, mins => (s.k % 60)::int)) at time zone c.timezone_name as at) p
        window of_local as (partition by s.user_key order by s.stat_date, p.at, s.k), of_time as (partition by s.user_key order by p.at, s.k)
        order by p.at, s.k`,
      sql`insert into payer (user_key, site_id, ad_id, acquired_at, cohort_date, is_reacq, first_paid_at, orders, total_usd, last_active_at)
        select user_key, site_id, min(ad_id), min(paid_at), min(cohort_date), false, min(paid_at), count(*), sum(amount_usd), max(paid_at)
        from biz_order group by 1, 2`,
      sql`create temp table earned as
        select ad_id, stat_date, count(*) as orders, count(*) filter (where is_first) as first_payers, sum(amount_usd) as revenue_usd,
          sum(fee_usd) as fee_usd, sum(refund_usd) as refund_usd from biz_order where ${isCounted} group by 1, 2`,
      sql`create temp table cohorts as
        select ad_id, cohort_date as stat_date, count(distinct user_key) filter (where day_n = 0) as payers_d0,
          coalesce(sum(amount_usd) filter (where is_h24), 0) as rev_h24,
          ${sql.join(cohortDays.map((day) => sql`coalesce(sum(amount_usd) filter (where day_n <= ${sql.lit(day)}), 0) as ${sql.ref(`rev_d${day}`)}`))}
        from biz_order where ${isCounted} group by 1, 2`,
      sql`analyze earned, cohorts`,
      sql`create temp table whole as
        select t.*, (t.link_clicks * 1.25)::bigint as clicks, (t.link_clicks * 0.8)::bigint as lp_views, (t.link_clicks * 0.5)::bigint as new_users,
          (t.impressions * 0.24)::bigint as plays_3s, (t.impressions * 0.08)::bigint as thruplays, coalesce(e.first_payers, 0) as plat_purchases,
          coalesce(e.revenue_usd, 0)::bigint as plat_value_usd, coalesce(e.orders, 0) as orders, coalesce(e.first_payers, 0) as first_payers,
          coalesce(e.revenue_usd, 0)::bigint as revenue_usd, coalesce(e.fee_usd, 0)::bigint as fee_usd, coalesce(e.refund_usd, 0)::bigint as refund_usd
        from told t left join earned e on e.ad_id = t.ad_id and e.stat_date = t.stat_date`,
      sql`insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, owner_user_id, biz, drama_id, product_id, material_id,
          creator_user_id, scheme_id, scheme_version, landing_page_id, pixel_id, country, channel, spend, spend_usd, impressions, video_impressions, reach, clicks, link_clicks, lp_views,
          video_plays, plays_3s, thruplays, p25, p50, p75, p95, p100, watch_ms, reactions, comments, shares, plat_view_content, plat_add_to_cart,
          plat_checkouts, plat_purchases, plat_value_usd, new_users, reacq_users, reg_users, orders, first_payers, revenue_usd, refund_usd, fee_usd,
          payers_d0, rev_h24, ${columnList(cohortColumns('rev_d'))}, pulled_at)
        select w.ad_id, w.stat_date, a.ad_group_id, a.campaign_id, a.ad_account_id, a.owner_user_id, a.biz, a.drama_id, a.product_id, a.material_id,
          m.creator_user_id, a.scheme_id, a.scheme_version, a.landing_page_id, a.pixel_id, g.primary_country, 'meta', w.spend, w.spend_usd, w.impressions, w.impressions,
          (w.impressions / 1.2)::bigint, w.clicks, w.link_clicks, w.lp_views, w.plays_3s * 2, w.plays_3s, w.thruplays, w.plays_3s * 9 / 10,
          w.plays_3s / 2, w.plays_3s / 3, w.plays_3s / 5, w.plays_3s / 6, w.plays_3s * 9000, w.impressions / 500, w.impressions / 4000,
          w.impressions / 6000, w.lp_views * 9 / 10, w.first_payers * 2, w.first_payers * 2, w.plat_purchases, w.plat_value_usd, w.new_users,
          w.new_users / 8, w.new_users * 2 / 5, w.orders, w.first_payers, w.revenue_usd, w.refund_usd, w.fee_usd, coalesce(c.payers_d0, 0),
          coalesce(c.rev_h24, 0), ${columnList(cohortColumns('rev_d'), (name) => sql`coalesce(${sql.ref(`c.${name}`)}, 0)`)}, ${asOf}
        from whole w
        join ad a on a.id = w.ad_id
        join ad_group g on g.id = a.ad_group_id
        join material m on m.id = a.material_id
        left join cohorts c on c.ad_id = w.ad_id and c.stat_date = w.stat_date
        ${pullOrder}`,
      sql`insert into insight_hourly (ad_id, stat_date, stat_hour, ad_account_id, owner_user_id, ${columnList(hourMeasures)}, orders, revenue_usd)
        select w.ad_id, w.stat_date, s.hour, w.ad_account_id, a.owner_user_id, ${columnList(hourMeasures, (name) => sql`w.${sql.ref(name)}`)},
          coalesce(o.orders, 0), coalesce(o.revenue_usd, 0)
        from (
          select x.ad_id, x.stat_date, x.ad_account_id, s.hour, ${columnList(hourMeasures, toHourShare)}
          from whole x cross join unnest(${[...cumulativeShares.keys()]}::int[], ${cumulativeShares}::float8[], ${[0, ...cumulativeShares.slice(0, -1)]}::float8[]) as s(hour, until, since)
          where x.day >= ${sql.lit(BENCH_DAYS - BENCH_HOUR_DAYS)}
        ) w
        cross join lateral (select w.hour) s
        join ad a on a.id = w.ad_id
        left join (
          select ad_id, stat_date, stat_hour, count(*) as orders, sum(amount_usd) as revenue_usd from biz_order
          where stat_date >= ${first} + ${sql.lit(BENCH_DAYS - BENCH_HOUR_DAYS)} and ${isCounted} group by 1, 2, 3
        ) o on o.ad_id = w.ad_id and o.stat_date = w.stat_date and o.stat_hour = s.hour
        ${pullOrder}`,
      sql`insert into landing_daily (landing_page_id, ad_id, stat_date, ad_account_id, owner_user_id, pv, uv, bounces, cta_clicks, pay_page_views, load_ms_sum, load_samples)
        select a.landing_page_id, w.ad_id, w.stat_date, a.ad_account_id, a.owner_user_id, w.lp_views * 4 / 3, w.lp_views, w.lp_views / 2, w.lp_views / 2,
          w.first_payers * 2, w.lp_views * 1800, w.lp_views * 4 / 3 from whole w join ad a on a.id = w.ad_id where w.lp_views > 0`,
      sql`insert into landing_daily (landing_page_id, ad_id, stat_date, pv, uv, bounces, cta_clicks, load_ms_sum, load_samples)
        select l.id, 0, ${first} + day, 20 + l.id % 30, 15, 6, 5, 30000, 20 from landing_page l, generate_series(0, ${sql.lit(BENCH_DAYS - 1)}) day`,
      ...pixelStatements({ first, asOf }),
      sql`insert into fact_sync (ad_account_id, pulled_at, failed_since, error, updated_at)
        select id, ${asOf}::timestamptz - interval '7 minutes', case when id % 97 = 0 then ${asOf}::timestamptz - interval '2 days' end,
          case when id % 97 = 0 then 'The access token has expired.' end, ${asOf} from ad_account`,
      sql`drop table tree, ad_days, told, sold, earned, cohorts, whole`,
    ],
  };

  function pixelStatements({ first: from, asOf: end }: { first: RawBuilder<unknown>; asOf: Date }): RawBuilder<unknown>[] {
    const recent = sql`(${end}::timestamptz at time zone 'UTC')::date - 9`;
    return [
      sql`insert into pixel_event (pixel_id, event_name, event_id, source, event_time, received_at, dedupe, match_score, ad_id, order_id, site_id, value, currency, status)
        select o.pixel_id, e.name, e.prefix || o.order_no, e.source, o.paid_at, o.paid_at + e.late * interval '1 second',
          case when e.late > 30 then 'duplicate' else 'kept' end, e.score, o.ad_id, o.id, o.site_id, o.amount, 'USD', 'ok'
        from biz_order o
        cross join (values ('Purchase', 'pu.', 'browser', 1, 5.6), ('Purchase', 'pu.', 'server', 40, 8.1),
          ('InitiateCheckout', 'ic.', 'browser', 1, 5.4), ('InitiateCheckout', 'ic.', 'server', 40, 7.9)) as e(name, prefix, source, late, score)
        where o.stat_date >= ${recent}`,
      sql`insert into pixel_event_daily (pixel_id, event_name, source, site_id, stat_date, received, duplicates, matched_sum, attributed, value_usd)
        select o.pixel_id, e.name, e.source, o.site_id, o.stat_date, count(*), count(*) * (e.source = 'server')::int, count(*) * e.score,
          count(*) * (e.source = 'browser')::int, case when e.source = 'browser' then sum(o.amount_usd) else 0 end
        from biz_order o cross join (values ('Purchase', 'browser', 56), ('Purchase', 'server', 81)) as e(name, source, score)
        group by o.pixel_id, e.name, e.source, o.site_id, o.stat_date, e.score`,
      sql`insert into pixel_event_daily (pixel_id, event_name, source, site_id, stat_date, received, matched_sum)
        select f.pixel_id, e.name, 'browser', coalesce(l.site_id, 0), f.stat_date, sum(f.lp_views) * e.part, sum(f.lp_views) * e.part * 50
        from insight_daily f left join landing_page l on l.id = f.landing_page_id cross join (values ('PageView', 1.0), ('ViewContent', 0.9)) as e(name, part)
        where f.stat_date >= ${from} group by f.pixel_id, e.name, l.site_id, f.stat_date, e.part having sum(f.lp_views) > 0`,
    ];
  }
}

import { type RawBuilder, sql } from 'kysely';
import { type DayRangeStart, dayRangeStarts, PRICE_LAST, PRICE_STEP, type TimeBasis } from '#contracts/vocabulary/orders.ts';
import { businessTimezone } from '../business-time.ts';
import type { FactSource } from './facts.ts';
import { isCountedIn } from './ingest/index.ts';

/** Columns of orders that no other facts have. Dimensions and filters that use them have no figures of other facts. */
const ORDER_COLUMNS = [
  'payer_country',
  'os',
  'order_type',
  'pay_channel',
  'order_status',
  'attribution',
  'amount_usd',
  'user_key',
  'is_reacq',
  'day_n',
] as const;

export const isOrderColumn = (column: string | undefined): boolean => (ORDER_COLUMNS as readonly (string | undefined)[]).includes(column);

/**
 * Everything that orders are grouped and filtered by, besides their dates and their owner. The country is the one that the ad set targets.
 * Both come from joins, because a subquery for each of many orders would take most of the time.
 */
const COLUMNS = sql`o.id, o.site_id, o.ad_id, o.ad_group_id, o.campaign_id, o.ad_account_id, o.biz, o.drama_id, o.product_id, o.material_id,
  o.creator_user_id, o.scheme_id, o.landing_page_id, oa.channel, og.primary_country::text as country,
  o.country::text as payer_country, o.os, o.order_type, o.pay_channel, o.status as order_status, o.attribution, o.amount_usd, o.user_key,
  o.is_reacq, o.day_n, o.paid_at`;

const JOINS = sql`left join ad_account oa on oa.id = o.ad_account_id left join ad_group og on og.id = o.ad_group_id`;

const PAYMENT_DATES: Readonly<Record<TimeBasis, RawBuilder<unknown>>> = {
  // The same types as of refunds, because otherwise PostgreSQL computes every column of both before it counts.
  payment: sql`o.stat_date, o.stat_hour::int as stat_hour`,
  business: sql`o.biz_date as stat_date, extract(hour from coalesce(o.paid_at, o.ordered_at) at time zone ${businessTimezone})::int as stat_hour`,
};

const REFUND_ZONES: Readonly<Record<TimeBasis, RawBuilder<unknown>>> = {
  payment: sql`coalesce(oa.timezone_name, s.timezone_name)`,
  business: businessTimezone,
};

const IS_COUNTED = isCountedIn('o');

/** Orders in the form of facts, on the date of their payment; unless told otherwise only paid ones. */
const paymentsSql = (basis: TimeBasis, which: RawBuilder<boolean> = IS_COUNTED) => sql`
  select ${COLUMNS}, o.owner_user_id, ${PAYMENT_DATES[basis]}, 1 as orders, o.is_first::int as first_payers, o.amount_usd as revenue_usd,
    o.fee_usd, 0::bigint as refund_usd, (o.order_type in ('subscribe', 'renew'))::int as sub_orders,
    case when o.ad_id is null then o.amount_usd else 0 end as organic_usd
  from biz_order o ${JOINS} where ${which}`;

/** Refunds on their own date. They belong to the owner of the ad on that date, like in the facts of the ad. */
const refundsSql = (basis: TimeBasis, { from, to }: { from: string; to: string }) => sql`
  select ${COLUMNS}, case when d.ad_id is null then o.owner_user_id else d.owner_user_id end as owner_user_id,
    z.at::date as stat_date, extract(hour from z.at)::int as stat_hour, 0 as orders, 0 as first_payers, 0::bigint as revenue_usd,
    0::bigint as fee_usd, o.refund_usd, 0 as sub_orders, 0::bigint as organic_usd
  from biz_order o join site s on s.id = o.site_id ${JOINS}
  cross join lateral (select o.refunded_at at time zone ${REFUND_ZONES[basis]} as at) z
  left join insight_daily d on d.ad_id = o.ad_id and d.stat_date = z.at::date
  where o.refunded_at >= (${from}::date::timestamp - interval '1 day') at time zone 'UTC'
    and o.refunded_at < (${to}::date::timestamp + interval '2 days') at time zone 'UTC'`;

export const ORDER_MEASURES = ['orders', 'first_payers', 'revenue_usd', 'fee_usd', 'refund_usd', 'sub_orders', 'organic_usd'] as const;

const sum = (column: string) => sql`sum(f.${sql.ref(column)}::float8)`;

/** An order belongs to its own site, whatever landing page its ad leads to. */
const ORDER_VALUES: FactSource['values'] = { site: sql`f.site_id` };

/** The id of the row of organic orders, where they are apart from what nobody owns. */
export const ORGANIC = -1;
export const ORGANIC_CHANNEL = 'organic';

const orOrganic = (value: RawBuilder<unknown>) => sql`case when f.ad_id is null then ${sql.lit(ORGANIC)} else ${value} end`;

/** Values of dimensions where organic orders are a row of their own, apart from orders of ads that nobody owns. */
const ORGANIC_APART: FactSource['values'] = {
  ...ORDER_VALUES,
  user: orOrganic(sql`f.owner_user_id`),
  department: orOrganic(sql`(select xu.department_id from sys_user xu where xu.id = f.owner_user_id)`),
  drama: orOrganic(sql`f.drama_id`),
  product: orOrganic(sql`f.product_id`),
  channel: sql`case when f.ad_id is null then ${sql.lit(ORGANIC_CHANNEL)} else f.channel end`,
};

interface OrderSources {
  /** Payments and refunds of orders, each on its own date. */
  readonly days: FactSource;
  /** Users who paid, each counted once; `repeat_payers` paid more than once. */
  readonly payers: FactSource;
}

const PAYER_DATES: Readonly<Record<TimeBasis, RawBuilder<unknown>>> = {
  payment: sql`o.stat_date, o.prev_stat_date as prev_date, o.prev2_stat_date as prev2_date`,
  business: sql`o.biz_date as stat_date, o.prev_biz_date as prev_date, o.prev2_biz_date as prev2_date`,
};

/** Payers by their first order since a date; those who pay again by their second. Columns of an index only, because there are many orders. */
const countPayersByFirst = (basis: TimeBasis) => ({
  from: sql`(select ${PAYER_DATES[basis]}, null::bigint as ad_account_id from biz_order o where ${IS_COUNTED}) f`,
  measures: (since: RawBuilder<unknown>) => ({
    payers: sql`count(*) filter (where f.prev_date is null or f.prev_date < ${since})`,
    repeat_payers: sql`count(*) filter (where f.prev_date >= ${since} and (f.prev2_date is null or f.prev2_date < ${since}))`,
  }),
});

const createSources = (basis: TimeBasis, isOrganicApart: boolean): OrderSources => {
  const common = { isDated: true, isOfOrders: true, isOfHours: true, values: isOrganicApart ? ORGANIC_APART : ORDER_VALUES } as const;
  return {
    days: {
      ...common,
      from: (period) => sql`(${paymentsSql(basis)} union all ${refundsSql(basis, period)}) f`,
      measures: Object.fromEntries(ORDER_MEASURES.map((measure) => [measure, sum(measure)])),
    },
    payers: {
      ...common,
      from: sql`(${paymentsSql(basis)}) f`,
      measures: { payers: sql`count(*)`, repeat_payers: sql`count(*) filter (where f.times > 1)` },
      distinct: { id: sql`f.user_key`, where: sql<boolean>`true`, isInSeveralAccounts: true, byFirst: countPayersByFirst(basis) },
    },
  };
};

const together = { payment: createSources('payment', false), business: createSources('business', false) };
const organicApart = { payment: createSources('payment', true), business: createSources('business', true) };

/** The sources of orders: always the same objects, so that a report selects the distinct objects of each only once. */
export const orderSources = (basis: TimeBasis, isOrganicApart: boolean): OrderSources => (isOrganicApart ? organicApart : together)[basis];

/** Single orders: those paid in a period, or all that ever were, paid or not. */
export const singleOrders = (basis: TimeBasis, which: 'paid' | 'all'): FactSource => ({
  from: sql`(${paymentsSql(basis, which === 'paid' ? IS_COUNTED : sql<boolean>`true`)}) f`,
  measures: {},
  isDated: which === 'paid',
  isOfOrders: true,
  isOfHours: true,
});

/** SQL: where the price bucket of an order begins, in whole US dollars. */
export const priceBucketSql = sql`(least(f.amount_usd / ${sql.lit(PRICE_STEP * 100)}, ${sql.lit(PRICE_LAST / PRICE_STEP)}) * ${sql.lit(PRICE_STEP)})`;

/** SQL: the first day of the range of days since the acquisition. */
export const dayRangeSql = sql`(case ${sql.join(
  dayRangeStarts.toReversed().map((start: DayRangeStart) => sql`when f.day_n >= ${sql.lit(start)} then ${sql.lit(start)}`),
  sql` `,
)} end)`;

import { type Kysely, sql } from 'kysely';
import type { OrderEvent } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';
import { businessTimezone } from '../business-time.ts';
import { type AdDay, centsPerUnitSql, ensureAdDays, isCountedIn, lockFacts, rewriteOrderSums } from '../insights/index.ts';
import { keepCustomers } from './customers.ts';
import { attribute, keepLatest, statusRank } from './orders.rules.ts';
import { findPlaces } from './places.ts';

/** An order with the ids of its site, ad and landing page. */
interface PlacedOrder extends Omit<OrderEvent, 'cursor' | 'customer' | 'touch' | 'site' | 'url' | 'event_id'> {
  biz: 'dj' | 'ec';
  site_id: number;
  ad_id: number | null;
  landing_page_id: number | null;
  attribution: 'click' | 'view' | 'none';
  capi_event_id: string | null;
  rank: number;
}

/** An order with the local dates of its ad account, or of its site when it is not attributed. */
interface DatedOrder extends PlacedOrder {
  ad_account_id: number | null;
  stat_date: string;
  stat_hour: number;
  cohort_date: string;
  refund_date: string | null;
  day_n: number;
  is_h24: boolean;
}

async function placeOrders(db: Kysely<Database>, events: readonly OrderEvent[]): Promise<PlacedOrder[]> {
  const places = await findPlaces(db, { ads: events.map(({ touch }) => touch?.ad_id ?? null) });
  const currencies = await db.selectFrom('currency').select('code').execute();
  const currencyCodes = new Set(currencies.map(({ code }) => code));
  return keepLatest(events).flatMap(
    ({ cursor: _cursor, customer: _customer, touch, site: domain, url, event_id, ...order }): PlacedOrder[] => {
      const attribution = attribute(touch, order.acquired_at);
      const touchedAd = places.ad(touch?.ad_id ?? null);
      const ad = attribution === 'none' ? undefined : touchedAd;
      const site = places.site(domain, touchedAd);
      if (site === undefined || !currencyCodes.has(order.currency)) return [];
      return [
        {
          ...order,
          biz: site.biz,
          site_id: site.id,
          ad_id: ad?.id ?? null,
          landing_page_id: places.landing(url, site, ad) || null,
          attribution: ad === undefined ? 'none' : attribution,
          capi_event_id: event_id,
          rank: statusRank[order.status],
        },
      ];
    },
  );
}

const COLUMNS = sql`as r(order_no text, external_no text, biz text, site_id bigint, user_key text, ad_id bigint, landing_page_id bigint,
  order_type text, amount bigint, currency text, fee bigint, refund bigint, pay_channel text, status text, ordered_at timestamptz,
  paid_at timestamptz, refunded_at timestamptz, country text, os text, acquired_at timestamptz, is_reacq boolean, attribution text,
  capi_event_id text, rank int, ad_account_id bigint, stat_date date, stat_hour int, cohort_date date, day_n int, is_h24 boolean)`;

async function addDates(db: Kysely<Database>, orders: readonly PlacedOrder[]): Promise<DatedOrder[]> {
  type Dates = Omit<DatedOrder, keyof PlacedOrder> & { order_no: string };
  const { rows } = await sql<Dates>`
    select r.order_no, x.id as ad_account_id, w.at::date as stat_date, extract(hour from w.at)::int as stat_hour,
      w.came as cohort_date, (r.refunded_at at time zone w.zone)::date as refund_date,
      greatest(w.at::date - w.came, 0) as day_n, coalesce(r.paid_at <= r.acquired_at + interval '24 hours', false) as is_h24
    from json_to_recordset(${JSON.stringify(orders)}::json) ${COLUMNS}
    join site s on s.id = r.site_id
    left join ad a on a.id = r.ad_id
    left join ad_account x on x.id = a.ad_account_id
    cross join lateral (
      select z.zone, z.moment at time zone z.zone as at, (r.acquired_at at time zone z.zone)::date as came
      from (select coalesce(x.timezone_name, s.timezone_name) as zone, coalesce(r.paid_at, r.ordered_at) as moment) z) w`.execute(db);
  const dates = new Map(rows.map(({ order_no, ...date }) => [order_no, date]));
  return orders.flatMap((order) => {
    const date = dates.get(order.order_no);
    return date === undefined ? [] : [{ ...order, ...date }];
  });
}

const SNAPSHOT = [
  'biz',
  'site_id',
  'user_key',
  'ad_id',
  'ad_group_id',
  'campaign_id',
  'ad_account_id',
  'owner_user_id',
  'scheme_id',
  'drama_id',
  'product_id',
  'material_id',
  'creator_user_id',
  'landing_page_id',
  'pixel_id',
  'order_type',
  'amount',
  'currency',
  'amount_usd',
  'fee_usd',
  'pay_channel',
  'ordered_at',
  'paid_at',
  'country',
  'os',
  'stat_date',
  'stat_hour',
  'biz_date',
  'cohort_date',
  'day_n',
  'is_h24',
  'is_reacq',
  'attribution',
  'capi_event_id',
] as const;

const columnList = (list: readonly string[], alias = '') => sql.join(list.map((name) => sql.ref(alias === '' ? name : `${alias}.${name}`)));

/** SQL: true for the first paid order of a user in a cohort, among the rows of that table. */
const isFirstOrder = (table: string) => {
  const of = (name: string) => sql.ref(`${table}.${name}`);
  return sql`${isCountedIn(table)} and row_number() over (
    partition by ${of('user_key')}, ${of('site_id')}, ${of('cohort_date')}, ${isCountedIn(table)} order by ${of('paid_at')}, ${of('order_no')}) = 1`;
};

/**
 * Writes orders with the dimensions of their ad-day, so that totals of orders and of days agree. The dimensions are frozen once an order
 * is paid.
 */
async function upsertOrders(db: Kysely<Database>, orders: readonly DatedOrder[], now: Date): Promise<void> {
  const assignments = sql.join(
    SNAPSHOT.map(
      (name) => sql`${sql.ref(name)} = case when o.paid_at is null then ${sql.ref(`excluded.${name}`)} else ${sql.ref(`o.${name}`)} end`,
    ),
  );
  await sql`
    with r as materialized (select * from json_to_recordset(${JSON.stringify(orders)}::json) ${COLUMNS}),
    k as materialized (
      select d.currency, d.stat_date, ${centsPerUnitSql(sql`d.currency`, sql`d.stat_date`)} as cents
      from (select distinct r.currency, r.stat_date from r) d)
    insert into biz_order as o (order_no, external_no, ${columnList(SNAPSHOT)}, status, is_first, refunded_at, refund_usd, created_at, updated_at)
    select r.order_no, r.external_no, coalesce(d.biz, r.biz), r.site_id, r.user_key, r.ad_id, d.ad_group_id, d.campaign_id, d.ad_account_id,
      d.owner_user_id, d.scheme_id, d.drama_id, d.product_id, d.material_id, d.creator_user_id, coalesce(d.landing_page_id, r.landing_page_id),
      case when r.ad_id is null then s.default_pixel_id else d.pixel_id end, r.order_type, r.amount, r.currency,
      round(r.amount * k.cents), round(r.fee * k.cents), r.pay_channel, r.ordered_at, r.paid_at, r.country, r.os, r.stat_date, r.stat_hour,
      (coalesce(r.paid_at, r.ordered_at) at time zone ${businessTimezone})::date, r.cohort_date, r.day_n, r.is_h24, r.is_reacq, r.attribution, r.capi_event_id,
      r.status, ${isFirstOrder('r')}, r.refunded_at, least(round(r.refund * k.cents), round(r.amount * k.cents)), ${now}::timestamptz, ${now}::timestamptz
    from r
    join site s on s.id = r.site_id
    join k on k.currency = r.currency and k.stat_date = r.stat_date
    left join insight_daily d on d.ad_id = r.ad_id and d.stat_date = r.stat_date
    order by r.ordered_at, r.order_no
    on conflict (order_no) do update set ${assignments}, status = excluded.status, refunded_at = excluded.refunded_at,
      refund_usd = least(excluded.refund_usd, o.amount_usd), updated_at = excluded.updated_at
    where (o.status, o.refunded_at, o.refund_usd) is distinct from (excluded.status, excluded.refunded_at, excluded.refund_usd)
      and ${rankOf('excluded')} >= ${rankOf('o')}`.execute(db);
}

const rankOf = (table: string) =>
  sql`case ${sql.ref(`${table}.status`)} ${sql.join(
    Object.entries(statusRank).map(([status, rank]) => sql`when ${sql.lit(status)} then ${sql.lit(rank)}`),
    sql` `,
  )} end`;

/** Corrects which order of a user is the first of its cohort, and returns the ad-days of the changed orders. */
async function markFirst(db: Kysely<Database>, orders: readonly DatedOrder[]): Promise<AdDay[]> {
  const users = orders.map(({ user_key, site_id }) => ({ user_key, site_id }));
  const { rows } = await sql<{ ad_id: number | null; stat_date: string }>`
    with touched as (
      select distinct r.user_key, r.site_id from json_to_recordset(${JSON.stringify(users)}::json) as r(user_key text, site_id bigint)),
    ranked as (
      select o.id, ${isFirstOrder('o')} as is_first from biz_order o join touched t on t.user_key = o.user_key and t.site_id = o.site_id)
    update biz_order o set is_first = r.is_first from ranked r where r.id = o.id and o.is_first <> r.is_first
    returning o.ad_id, o.stat_date`.execute(db);
  return rows.flatMap(({ ad_id, stat_date }) => (ad_id === null ? [] : [{ ad_id, stat_date }]));
}

/** Updates the payers: their latest cohort and their totals. */
async function writePayers(db: Kysely<Database>, orders: readonly DatedOrder[]): Promise<void> {
  const users = orders.map(({ order_no, user_key, site_id, ad_id, acquired_at, cohort_date, is_reacq }) => ({
    order_no,
    user_key,
    site_id,
    ad_id,
    acquired_at,
    cohort_date,
    is_reacq,
  }));
  await sql`
    with touched as materialized (
      select distinct on (r.user_key, r.site_id) r.*
      from json_to_recordset(${JSON.stringify(users)}::json) as r(order_no text, user_key text, site_id bigint, ad_id bigint,
        acquired_at timestamptz, cohort_date date, is_reacq boolean)
      order by r.user_key, r.site_id, r.acquired_at desc, r.order_no),
    paid as materialized (
      select t.user_key, t.site_id, min(o.paid_at) as first_paid_at, count(*) as orders, sum(o.amount_usd) as total_usd,
        max(o.paid_at) as last_active_at
      from touched t join biz_order o on o.user_key = t.user_key and o.site_id = t.site_id where ${isCountedIn('o')} group by 1, 2)
    insert into payer (user_key, site_id, ad_id, acquired_at, cohort_date, is_reacq, first_paid_at, orders, total_usd, last_active_at)
    select t.user_key, t.site_id, t.ad_id, t.acquired_at, t.cohort_date, t.is_reacq, p.first_paid_at, p.orders, p.total_usd, p.last_active_at
    from touched t join paid p on p.user_key = t.user_key and p.site_id = t.site_id
    order by t.user_key, t.site_id
    on conflict (user_key, site_id) do update set
      ad_id = case when excluded.acquired_at > payer.acquired_at then excluded.ad_id else payer.ad_id end,
      cohort_date = case when excluded.acquired_at > payer.acquired_at then excluded.cohort_date else payer.cohort_date end,
      is_reacq = case when excluded.acquired_at > payer.acquired_at then excluded.is_reacq else payer.is_reacq end,
      acquired_at = greatest(excluded.acquired_at, payer.acquired_at),
      first_paid_at = excluded.first_paid_at, orders = excluded.orders, total_usd = excluded.total_usd,
      last_active_at = excluded.last_active_at`.execute(db);
}

const toAdDays = (orders: readonly DatedOrder[]): AdDay[] =>
  orders.flatMap(({ ad_id, stat_date, cohort_date, refund_date }) =>
    ad_id === null
      ? []
      : [stat_date, cohort_date, ...(refund_date === null ? [] : [refund_date])].map((date) => ({ ad_id, stat_date: date })),
  );

/** The ad-days that the stored orders currently count on. */
async function loadAdDays(db: Kysely<Database>, orders: readonly DatedOrder[]): Promise<AdDay[]> {
  const { rows } = await sql<AdDay>`
    select distinct o.ad_id, d.stat_date
    from biz_order o join ad_account x on x.id = o.ad_account_id
    cross join lateral (values (o.stat_date), (o.cohort_date), ((o.refunded_at at time zone x.timezone_name)::date)) d(stat_date)
    where o.order_no = any(${orders.map(({ order_no }) => order_no)}::text[]) and o.ad_id is not null and d.stat_date is not null`.execute(
    db,
  );
  return rows;
}

interface WriteOptions {
  now: Date;
  /** First date with hourly sums; earlier hours are not stored. */
  hoursSince?: string;
}

/** Writes orders of one account, or of none, with everything derived from them; needs a transaction. */
async function writeOrders(db: Kysely<Database>, orders: readonly DatedOrder[], { now, ...hours }: WriteOptions): Promise<void> {
  await lockFacts(db, orders[0]?.ad_account_id ?? null);
  // The days an order counted on before are recomputed too, because a refund may move to another day or be taken back.
  const previousDays = await loadAdDays(db, orders);
  const newDays = toAdDays(orders);
  await ensureAdDays(db, newDays, now);
  await upsertOrders(db, orders, now);
  const movedDays = await markFirst(db, orders);
  await writePayers(db, orders);
  const currentDays = await loadAdDays(db, orders);
  await ensureAdDays(db, currentDays, now);
  await rewriteOrderSums(db, [...previousDays, ...newDays, ...currentDays, ...movedDays], hours);
}

function groupOrders(orders: readonly DatedOrder[], keyOf: (order: DatedOrder) => string): DatedOrder[][] {
  const groups = new Map<string, DatedOrder[]>();
  for (const order of orders) {
    const group = groups.get(keyOf(order));
    if (group === undefined) groups.set(keyOf(order), [order]);
    else group.push(order);
  }
  return [...groups.values()];
}

export interface PlacedCount {
  written: number;
  /** Number of orders of unknown sites or in unknown currencies. */
  unplaced: number;
}

/** Stores orders, with one transaction per account and day. Storing them again changes nothing. */
export async function ingestOrders(db: Kysely<Database>, events: readonly OrderEvent[], now: Date): Promise<PlacedCount> {
  const placedOrders = await placeOrders(db, events);
  for (const group of groupOrders(await addDates(db, placedOrders), ({ ad_account_id, stat_date }) => `${ad_account_id} ${stat_date}`)) {
    await db.transaction().execute((transaction) => writeOrders(transaction, group, { now }));
  }
  await keepCustomers(db, events, now);
  return { written: placedOrders.length, unplaced: new Set(events.map(({ order_no }) => order_no)).size - placedOrders.length };
}

/** Stores orders within the caller's transaction, for seeded data. */
export async function ingestOrdersInTransaction(
  db: Kysely<Database>,
  events: readonly OrderEvent[],
  options: WriteOptions,
): Promise<PlacedCount> {
  const placedOrders = await placeOrders(db, events);
  for (const group of groupOrders(await addDates(db, placedOrders), ({ ad_account_id }) => `${ad_account_id}`))
    await writeOrders(db, group, options);
  return { written: placedOrders.length, unplaced: new Set(events.map(({ order_no }) => order_no)).size - placedOrders.length };
}

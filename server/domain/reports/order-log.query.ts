import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OrderDetail, OrderSums } from '#contracts/endpoints/admin-orders.ts';
import type { OrderLogBasis, orderLogFilters } from '#contracts/vocabulary/order-log.ts';
import type { OrderMoment } from '#contracts/vocabulary/orders.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { isCountedIn } from '../insights/index.ts';
import { startOfDay } from '../instants.ts';
import type { Position } from '../searching.ts';
import { namedRef, ORDER_COLUMNS, ORDER_NAMES, type OrderRecord, toOrderRow } from './order-list.query.ts';

type Db = Kysely<Database>;
export type OrderLogFilter = SetFilters<typeof orderLogFilters>;

/** The orders that a request selects. */
export interface OrderSelection {
  readonly filter: OrderLogFilter;
  readonly timezone: string;
  /** The order whose number the keyword is; its dates do not matter. */
  readonly exactId: number | undefined;
}

/** Finds the order that the keyword names, which is then shown whatever its dates. */
export async function resolveSelection(db: Db, filter: OrderLogFilter, timezone: string): Promise<OrderSelection> {
  const keyword = filter.keyword?.trim();
  const found = keyword
    ? await sql<{ id: number }>`select id from biz_order where order_no = ${keyword}`.execute(db)
    : { rows: [] as { id: number }[] };
  return { filter, timezone, exactId: found.rows[0]?.id };
}

/** SQL: the moment of an order `o` that its dates go by; null for orders without it. */
const MOMENTS: Readonly<Record<OrderLogBasis, RawBuilder<Date>>> = {
  ordered: sql<Date>`o.ordered_at`,
  paid: sql<Date>`o.paid_at`,
  refunded: sql<Date>`o.refunded_at`,
  business: sql<Date>`coalesce(o.paid_at, o.ordered_at)`,
};

const momentOf = ({ filter }: OrderSelection) => MOMENTS[filter.time_basis ?? 'ordered'];

type Condition = RawBuilder<boolean>;
const isOneOf = (column: string, ids: readonly number[]): Condition => sql`${sql.ref(`o.${column}`)} = any(${[...ids]}::bigint[])`;
const isOneOfTexts = (column: string, values: readonly string[]): Condition => sql`${sql.ref(`o.${column}`)} = any(${[...values]}::text[])`;

function isInDays({ filter, timezone, exactId }: OrderSelection): Condition[] {
  const { date_from, date_to, time_basis: basis = 'ordered', id } = filter;
  if (exactId !== undefined || id !== undefined) return [];
  if (basis === 'business') {
    return [
      ...(date_from === undefined ? [] : [sql<boolean>`o.biz_date >= ${date_from}::date`]),
      ...(date_to === undefined ? [] : [sql<boolean>`o.biz_date <= ${date_to}::date`]),
    ];
  }
  const moment = MOMENTS[basis];
  return [
    sql<boolean>`${moment} is not null`,
    ...(date_from === undefined ? [] : [sql<boolean>`${moment} >= ${startOfDay(date_from, timezone)}`]),
    ...(date_to === undefined ? [] : [sql<boolean>`${moment} < ${startOfDay(date_to, timezone, 1)}`]),
  ];
}

/** SQL condition: the orders `o` that match. */
function matches(selection: OrderSelection): Condition {
  const { filter, exactId } = selection;
  const keyword = filter.keyword?.trim();
  const named =
    exactId === undefined ? sql<boolean>`(o.external_no = ${keyword} or o.user_key = ${keyword})` : sql<boolean>`o.id = ${exactId}`;
  const conditions: Condition[] = [
    ...isInDays(selection),
    ...(keyword ? [named] : []),
    ...(filter.id === undefined ? [] : [sql<boolean>`o.id = ${filter.id}`]),
    ...(filter.biz === undefined ? [] : [sql<boolean>`o.biz = ${filter.biz}`]),
    ...(filter.status === undefined ? [] : [isOneOfTexts('status', filter.status)]),
    ...(filter.order_type === undefined ? [] : [isOneOfTexts('order_type', filter.order_type)]),
    ...(filter.pay_channel === undefined ? [] : [isOneOfTexts('pay_channel', filter.pay_channel)]),
    ...(filter.attribution === undefined ? [] : [isOneOfTexts('attribution', filter.attribution)]),
    ...(filter.capi_status === undefined ? [] : [isOneOfTexts('capi_status', filter.capi_status)]),
    ...(filter.os === undefined ? [] : [isOneOfTexts('os', filter.os)]),
    ...(filter.payer_country === undefined ? [] : [isOneOfTexts('country', filter.payer_country)]),
    ...(filter.site_id === undefined ? [] : [isOneOf('site_id', filter.site_id)]),
    ...(filter.drama_id === undefined ? [] : [isOneOf('drama_id', filter.drama_id)]),
    ...(filter.product_id === undefined ? [] : [isOneOf('product_id', filter.product_id)]),
    ...(filter.user_id === undefined ? [] : [isOneOf('owner_user_id', filter.user_id)]),
    ...(filter.ad_account_id === undefined ? [] : [isOneOf('ad_account_id', filter.ad_account_id)]),
    ...(filter.amount_from === undefined ? [] : [sql<boolean>`o.amount_usd >= ${filter.amount_from * 100}::bigint`]),
    ...(filter.amount_to === undefined ? [] : [sql<boolean>`o.amount_usd <= ${filter.amount_to * 100}::bigint`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Counts the matching orders, up to `max`. */
export async function countOrders(db: Db, selection: OrderSelection, max: number): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from (select from biz_order o where ${matches(selection)} limit ${max}) counted`.execute(db);
  return found.rows[0]?.total ?? 0;
}

export async function sumOrders(db: Db, selection: OrderSelection): Promise<OrderSums> {
  const found = await sql<OrderSums>`
    select s.*, s.revenue_usd - s.refund_usd - s.fee_usd as net_usd from (
      select count(*) as orders, count(distinct o.user_key) as payers, coalesce(sum(o.amount_usd), 0)::bigint as revenue_usd,
        coalesce(sum(o.fee_usd), 0)::bigint as fee_usd, coalesce(sum(o.refund_usd), 0)::bigint as refund_usd
      from biz_order o where ${matches(selection)} and ${isCountedIn('o')}) s`.execute(db);
  return found.rows[0] ?? { orders: 0, payers: 0, revenue_usd: 0, fee_usd: 0, refund_usd: 0, net_usd: 0 };
}

export type PlacedOrder = OrderRecord & Position;

/** The matching orders, newest first by the moment that dates go by; with a limit, a page after the position. */
export function selectAllOrders(
  selection: OrderSelection,
  { position, limit }: { position?: Position | undefined; limit?: number } = {},
): RawBuilder<PlacedOrder> {
  const moment = momentOf(selection);
  const after = position === undefined ? sql`` : sql`and (${moment}, o.id) < (${position.at}::timestamptz, ${position.id}::bigint)`;
  const page = limit === undefined ? sql`` : sql`limit ${limit}`;
  return sql<PlacedOrder>`
    select ${ORDER_COLUMNS}, chosen.at
    from (
      select o.id, coalesce(${moment}, o.ordered_at) as at from biz_order o where ${matches(selection)} ${after}
      order by ${moment} desc, o.id desc ${page}) chosen
    join biz_order o on o.id = chosen.id ${ORDER_NAMES} order by chosen.at desc, chosen.id desc`;
}

type Moment = Omit<OrderDetail['timeline'][number], 'at'> & { at: Date };

/** SQL: the events of the purchase that pixels received. */
const loadPostbacks = async (db: Db, id: number): Promise<Moment[]> => {
  const found = await sql<Pick<Moment, 'at' | 'source' | 'outcome'>>`
    select e.received_at as at, e.source, case when e.status = 'error' then 'error' else e.dedupe end as outcome
    from pixel_event e where e.order_id = ${id} order by e.received_at, e.id limit 20`.execute(db);
  return found.rows.map((row) => ({ kind: 'postback', ...row }));
};

/** Orders of the same payer that are shown. */
const MAX_HISTORY = 50;

async function loadHistory(db: Db, { user_key, site }: OrderRecord): Promise<OrderDetail['history']> {
  type Found = Omit<OrderDetail['history'][number], 'ordered_at'> & { ordered_at: Date };
  const found = await sql<Found>`
    select o.id, o.order_no, o.ordered_at, o.order_type, o.status, o.amount, o.currency, o.day_n
    from biz_order o where o.user_key = ${user_key} and o.site_id = ${site.id}
    order by o.ordered_at desc, o.id desc limit ${MAX_HISTORY}`.execute(db);
  return found.rows.map(({ ordered_at, ...row }) => ({ ...row, ordered_at: ordered_at.toISOString() }));
}

interface Payer {
  acquired_at: Date;
  is_reacq: boolean;
  first_paid_at: Date;
  orders: number;
  total_usd: number;
  cohort_date: string;
}

async function findPayer(db: Db, { user_key, site }: OrderRecord): Promise<Payer | undefined> {
  const found = await sql<Payer>`
    select acquired_at, is_reacq, first_paid_at, orders, total_usd, cohort_date from payer
    where user_key = ${user_key} and site_id = ${site.id}`.execute(db);
  return found.rows[0];
}

type Chain = OrderDetail['chain'] & { domain: string; capi_event_id: string | null };

async function loadChain(db: Db, id: number): Promise<Chain> {
  const found = await sql<Chain>`
    select x.channel, ${namedRef(sql`o.ad_group_id`, sql`g.name`)} as group, ${namedRef(sql`o.scheme_id`, sql`h.name`)} as scheme,
      ${namedRef(sql`o.pixel_id`, sql`p.name`)} as pixel, ${namedRef(sql`o.creator_user_id`, sql`u.name`)} as creator, a.platform_ad_id,
      s.domain, o.capi_event_id
    from biz_order o join site s on s.id = o.site_id left join ad a on a.id = o.ad_id left join ad_account x on x.id = o.ad_account_id
    left join ad_group g on g.id = o.ad_group_id left join scheme h on h.id = o.scheme_id left join pixel p on p.id = o.pixel_id
    left join sys_user u on u.id = o.creator_user_id where o.id = ${id}`.execute(db);
  return (
    found.rows[0] ?? {
      channel: null,
      group: null,
      scheme: null,
      pixel: null,
      creator: null,
      platform_ad_id: null,
      domain: '',
      capi_event_id: null,
    }
  );
}

/** How many characters of a masked text are shown at either end. */
const SHOWN_ENDS = 3;
const MASK = '••••';

/** The ends of a text that is long enough for them to tell little. */
export const maskText = (text: string): string =>
  text.length > 3 * SHOWN_ENDS ? `${text.slice(0, SHOWN_ENDS)}${MASK}${text.slice(-SHOWN_ENDS)}` : MASK;

/** What the site reported about the order, as it was stored. */
function toRaw(order: OrderRecord, { domain, platform_ad_id, capi_event_id }: Chain): OrderDetail['raw'] {
  const plain: Record<string, string | number | null> = {
    order_no: order.order_no,
    site: domain,
    order_type: order.order_type,
    status: order.status,
    amount: order.amount,
    currency: order.currency,
    pay_channel: order.pay_channel,
    country: order.country,
    os: order.os,
    ordered_at: order.ordered_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
    refunded_at: order.refunded_at?.toISOString() ?? null,
    'touch.kind': order.attribution === 'none' ? null : order.attribution,
    'touch.ad_id': platform_ad_id,
  };
  const personal: Record<string, string | null> = { external_no: order.external_no, user_key: order.user_key, event_id: capi_event_id };
  return [
    ...Object.entries(plain).flatMap(([key, value]) => (value === null ? [] : [{ key, value: String(value), masked: false }])),
    ...Object.entries(personal).flatMap(([key, value]) => (value === null ? [] : [{ key, value: maskText(value), masked: true }])),
  ];
}

const moment = (kind: OrderMoment, at: Date | null): Moment[] => (at === null ? [] : [{ kind, at, source: null, outcome: null }]);

/** An order with its timeline, attribution and payer; undefined for an unknown id. */
export async function findOrderDetail(db: Db, id: number): Promise<OrderDetail | undefined> {
  const found = await sql<OrderRecord>`select ${ORDER_COLUMNS} from biz_order o ${ORDER_NAMES} where o.id = ${id}`.execute(db);
  const [order] = found.rows;
  if (order === undefined) return undefined;
  const [postbacks, chain, payer, history] = await Promise.all([
    loadPostbacks(db, id),
    loadChain(db, id),
    findPayer(db, order),
    loadHistory(db, order),
  ]);
  const { domain: _, capi_event_id: __, ...answered } = chain;
  const isOfThisCohort = payer !== undefined && payer.cohort_date === order.cohort_date;
  const timeline = [
    ...moment('acquired', isOfThisCohort ? payer.acquired_at : null),
    ...moment('created', order.ordered_at),
    ...moment('paid', order.paid_at),
    ...postbacks,
    ...moment('refunded', order.refunded_at),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return {
    order: toOrderRow(order),
    timeline: timeline.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    chain: answered,
    payer: payer === undefined ? null : toPayer(payer),
    history,
    raw: toRaw(order, chain),
  };
}

const toPayer = ({ acquired_at, first_paid_at, cohort_date: _, ...payer }: Payer): NonNullable<OrderDetail['payer']> => ({
  ...payer,
  acquired_at: acquired_at.toISOString(),
  first_paid_at: first_paid_at.toISOString(),
});

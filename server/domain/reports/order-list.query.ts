import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OrderRow } from '#contracts/endpoints/orders.ts';
import type { Database } from '#server/database/schema.ts';
import { type OrderQuestion, selectSingleOrders } from '../insights/index.ts';

type Sort = readonly { field: string; order: 'asc' | 'desc' }[];

export type OrderRecord = Omit<OrderRow, 'ordered_at' | 'paid_at' | 'refunded_at'> & {
  ordered_at: Date;
  paid_at: Date | null;
  refunded_at: Date | null;
  exponent: number;
};

const SORTABLE = { paid_at: sql`f.paid_at`, amount_usd: sql`f.amount_usd`, day_n: sql`f.day_n` } as const;

/** The requested order, newest first where rows are equal. */
function buildOrder(sort: Sort): RawBuilder<unknown> {
  const asked = sort.map(({ field, order }) => sql`${SORTABLE[field as keyof typeof SORTABLE]} ${sql.raw(order)} nulls last`);
  return sql.join([...asked, sql`f.paid_at desc nulls last`, sql`f.id desc`]);
}

/** SQL: the id and name of an object, also of one that was deleted since; null without an id. */
export const namedRef = (id: RawBuilder<unknown>, label: RawBuilder<unknown>) =>
  sql`case when ${id} is not null then jsonb_build_object('id', ${id}, 'label', coalesce(${label}, '#' || ${id})) end`;

/** SQL: the columns of an order `o` for an `OrderRecord`. They need `ORDER_NAMES`. */
export const ORDER_COLUMNS = sql`o.id, o.order_no, o.external_no, o.biz, jsonb_build_object('id', s.id, 'label', s.name) as site, o.user_key, o.status, o.order_type,
    o.amount, o.currency, cu.exponent, o.amount_usd, o.fee_usd, o.refund_usd, o.pay_channel, o.country, o.os,
    ${namedRef(sql`o.ad_id`, sql`a.name`)} as ad, ${namedRef(sql`o.campaign_id`, sql`c.name`)} as campaign,
    ${namedRef(sql`o.ad_account_id`, sql`x.name`)} as account, ${namedRef(sql`o.owner_user_id`, sql`u.name`)} as owner,
    coalesce(${namedRef(sql`o.drama_id`, sql`d.title`)}, ${namedRef(sql`o.product_id`, sql`p.name`)}) as content,
    ${namedRef(sql`o.material_id`, sql`m.title`)} as material, ${namedRef(sql`o.landing_page_id`, sql`l.title`)} as landing,
    o.attribution, o.cohort_date, o.day_n, o.ordered_at, o.paid_at, o.refunded_at, o.stat_date, o.stat_hour, o.biz_date, o.capi_status`;

/** SQL: joins the names of what an order `o` belongs to. */
export const ORDER_NAMES = sql`join site s on s.id = o.site_id join currency cu on cu.code = o.currency
  left join ad a on a.id = o.ad_id left join campaign c on c.id = o.campaign_id left join ad_account x on x.id = o.ad_account_id
  left join sys_user u on u.id = o.owner_user_id left join drama d on d.id = o.drama_id left join product p on p.id = o.product_id
  left join material m on m.id = o.material_id left join landing_page l on l.id = o.landing_page_id`;

/** Orders with the names of what they belong to. */
export const selectOrders = (question: OrderQuestion, sort: Sort, page?: RawBuilder<unknown>): RawBuilder<OrderRecord> => sql<OrderRecord>`
  select ${ORDER_COLUMNS} from (${selectSingleOrders(question, buildOrder(sort), page)}) chosen
  join biz_order o on o.id = chosen.id ${ORDER_NAMES} order by chosen.place`;

export async function listOrderRecords(
  db: Kysely<Database>,
  question: OrderQuestion,
  sort: Sort,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderRecord[]> {
  const found = await selectOrders(question, sort, sql`limit ${limit} offset ${offset}`).execute(db);
  return found.rows;
}

export const toOrderRow = ({ exponent: _, ordered_at, paid_at, refunded_at, ...row }: OrderRecord): OrderRow => ({
  ...row,
  ordered_at: ordered_at.toISOString(),
  paid_at: paid_at?.toISOString() ?? null,
  refunded_at: refunded_at?.toISOString() ?? null,
});

import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type ConversionUser, UNKNOWN_USER } from '#server/channel/ad-platform.ts';
import type { OrderCustomer, OrderEvent } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

/** Channels take events of the last seven days, so that nothing needs to be kept any longer. */
const KEEP_MS = 7 * 86_400_000;

/** Keeps what sites know about the customers of paid orders that are to be reported to a pixel. */
export async function keepCustomers(db: Db, events: readonly OrderEvent[], now: Date): Promise<void> {
  const rows = events.flatMap(({ order_no, url, customer, event_id, paid_at }) =>
    customer === null || event_id === null || paid_at === null || paid_at.getTime() < now.getTime() - KEEP_MS
      ? []
      : [{ order_no, url, customer }],
  );
  if (rows.length === 0) return;
  await sql`
    insert into order_customer (order_no, url, customer, created_at)
    select distinct on (r.order_no) r.order_no, r.url, r.customer, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(order_no text, url text, customer jsonb)
    join biz_order o on o.order_no = r.order_no and o.capi_status = 'none'
    on conflict (order_no) do nothing`.execute(db);
}

/** Deletes the customers of these orders. */
export async function forgetCustomers(db: Db, orderNumbers: readonly string[]): Promise<void> {
  if (orderNumbers.length === 0) return;
  await db
    .deleteFrom('order_customer')
    .where('order_no', 'in', [...orderNumbers])
    .execute();
}

/** Deletes every customer that was kept for as long as the channels take events. */
export async function forgetOldCustomers(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('order_customer')
    .where('created_at', '<', new Date(now.getTime() - KEEP_MS))
    .execute();
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The customer as the channel gets to know them: keys of the site and countries are hashed, too. */
export const toConversionUser = (customer: OrderCustomer | null, userKey: string, country: string): ConversionUser => ({
  ...UNKNOWN_USER,
  ...customer,
  external_id: hashOf(userKey),
  country_sha256: hashOf(country.toLowerCase()),
});

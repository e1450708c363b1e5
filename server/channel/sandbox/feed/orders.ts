import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Cursor, OrderCustomer, OrderDay, OrderDaysQuery, OrderEvent } from '../../site-feed.ts';
import type { Run } from '../operation.ts';
import type { SiteOrderTable } from '../tables.ts';
import { PAGE_SIZE, parseInstant, readCursor, writeCursor } from './feed-cursor.ts';

const HALF_MINUTE = 30_000;
/** All simulated sites sell in this currency. */
const CURRENCY = 'USD';

type OrderAtEvent = SiteOrderTable & { known_at: Date; part: 'paid' | 'refunded' };

const AGENTS: Readonly<Record<SiteOrderTable['os'], string>> = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  android: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/137.0 Mobile Safari/537.36',
  web: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/137.0 Safari/537.36',
};
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The customer of a simulated order, with an address that is reserved for examples. */
function customerOf({ user_key, os, acquired_at, touch, touch_at }: SiteOrderTable): OrderCustomer {
  const key = hashOf(user_key);
  return {
    user_agent: AGENTS[os],
    ip: `203.0.113.${Number.parseInt(key.slice(0, 2), 16)}`,
    fbc: touch === 'click' && touch_at !== null ? `fb.1.${touch_at.getTime()}.${key.slice(0, 24)}` : null,
    fbp: `fb.1.${acquired_at.getTime()}.${Number.parseInt(key.slice(0, 8), 16)}`,
    email_sha256: hashOf(`${user_key.toLowerCase()}@example.com`),
    phone_sha256: null,
  };
}

/** An order in its state at one event of its life. */
export function toOrderEvent({ known_at, part, ...order }: OrderAtEvent): OrderEvent {
  const isRefunded = part === 'refunded';
  const isPaid = order.status === 'paid';
  return {
    cursor: writeCursor(known_at.toISOString(), order.id, part),
    order_no: order.id,
    external_no: `${order.pay_channel.slice(0, 2)}_${order.id.slice(0, 12)}`,
    site: order.site,
    url: order.url,
    user_key: order.user_key,
    order_type: order.order_type,
    status: isRefunded ? (order.refund < order.amount ? 'partial_refunded' : 'refunded') : order.status,
    amount: order.amount,
    fee: order.fee,
    refund: isRefunded ? order.refund : 0,
    currency: CURRENCY,
    pay_channel: order.pay_channel,
    country: order.country,
    os: order.os,
    ordered_at: new Date(Math.max(order.acquired_at.getTime(), order.at.getTime() - HALF_MINUTE)),
    paid_at: isPaid ? order.at : null,
    refunded_at: isRefunded ? order.refund_at : null,
    acquired_at: order.acquired_at,
    is_reacq: order.is_reacq,
    touch: order.touch === null || order.touch_at === null ? null : { ad_id: order.ad_id, kind: order.touch, at: order.touch_at },
    event_id: order.event_id,
    customer: order.event_id === null ? null : customerOf(order),
  };
}

/** Payments and refunds up to an instant, in order of time. */
export async function* readOrders(run: Run, since: Cursor, until: Date): AsyncGenerator<OrderEvent> {
  for (let cursor = since; ; ) {
    const [at = '', id = '', part = ''] = readCursor(cursor, 3);
    const after = parseInstant(at);
    const rows = await run(async ({ db }) => {
      const found = await sql<OrderAtEvent>`
        select * from (
          select o.*, o.at as known_at, 'paid' as part from sbx_order o where o.at between ${after} and ${until}
          union all
          select o.*, o.refund_at as known_at, 'refunded' as part from sbx_order o where o.refund_at between ${after} and ${until}
        ) t
        where (known_at, id collate "C", part collate "C") > (${after}::timestamptz, ${id} collate "C", ${part} collate "C")
        order by known_at, id collate "C", part collate "C" limit ${PAGE_SIZE}`.execute(db);
      return found.rows;
    });
    for (const row of rows) {
      const event = toOrderEvent(row);
      yield event;
      cursor = event.cursor;
    }
    if (rows.length < PAGE_SIZE) return;
  }
}

/** Totals of each day with a payment or a refund. */
export async function sumOrderDays(run: Run, { from, to, timezone, until }: OrderDaysQuery): Promise<readonly OrderDay[]> {
  const start = sql`(${from}::date::timestamp at time zone ${timezone})`;
  const end = sql`((${to}::date + 1)::timestamp at time zone ${timezone})`;
  const isInDays = (at: RawBuilder<unknown>) => sql`${at} >= ${start} and ${at} < ${end} and ${at} <= ${until}`;
  return await run(async ({ db }) => {
    const found = await sql<Omit<OrderDay, 'currency'>>`
      select (t.at at time zone ${timezone})::date::text as date, count(*) filter (where t.is_payment) as orders,
        coalesce(sum(t.amount) filter (where t.is_payment), 0)::bigint as amount, count(*) filter (where not t.is_payment) as refunds
      from (
        select o.at, o.amount, true as is_payment from sbx_order o where o.status = 'paid' and ${isInDays(sql`o.at`)}
        union all
        select o.refund_at, 0, false from sbx_order o where ${isInDays(sql`o.refund_at`)}
      ) t group by 1 order by 1`.execute(db);
    return found.rows.map((row) => ({ ...row, currency: CURRENCY }));
  });
}

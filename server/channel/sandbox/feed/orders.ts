import { sql } from 'kysely';
import type { Cursor, OrderEvent } from '../../site-feed.ts';
import type { Run } from '../operation.ts';
import type { SiteOrderTable } from '../tables.ts';
import { instantIn, PAGE, readCursor, writeCursor } from './feed-cursor.ts';

const HALF_MINUTE = 30_000;

type ToldOrder = SiteOrderTable & { told: Date; part: 'paid' | 'refunded' };

/** An order as it stood at an instant of its life. */
export function eventOf({ told, part, ...order }: ToldOrder): OrderEvent {
  const isRefunded = part === 'refunded';
  const isPaid = order.status === 'paid';
  return {
    cursor: writeCursor(told.toISOString(), order.id, part),
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
    currency: 'USD',
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
  };
}

/** What was sold and given back up to an instant, in the order it happened. */
export async function* ordersUntil(run: Run, since: Cursor, until: Date): AsyncGenerator<OrderEvent> {
  for (let cursor = since; ; ) {
    const [at = '', id = '', part = ''] = readCursor(cursor, 3);
    const after = instantIn(at);
    const rows = await run(async ({ db }) => {
      const found = await sql<ToldOrder>`
        select * from (
          select o.*, o.at as told, 'paid' as part from sbx_order o where o.at between ${after} and ${until}
          union all
          select o.*, o.refund_at as told, 'refunded' as part from sbx_order o where o.refund_at between ${after} and ${until}
        ) t
        where (told, id collate "C", part collate "C") > (${after}::timestamptz, ${id} collate "C", ${part} collate "C")
        order by told, id collate "C", part collate "C" limit ${PAGE}`.execute(db);
      return found.rows;
    });
    for (const row of rows) {
      const event = eventOf(row);
      yield event;
      cursor = event.cursor;
    }
    if (rows.length < PAGE) return;
  }
}

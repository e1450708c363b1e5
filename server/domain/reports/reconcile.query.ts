import { type Kysely, sql } from 'kysely';
import type { Reconciliation } from '#contracts/endpoints/order-daily.ts';
import type { OrderDay, SiteFeed } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';
import { businessTimezone, loadBusinessTimezone } from '../business-time.ts';
import { isCountedIn, sitesKnownUntil } from '../insights/index.ts';

type Db = Kysely<Database>;
interface Period {
  from: string;
  to: string;
  until: Date;
}

/** The moment up to which the orders of the sites have been read. */
export async function findKnownUntil(db: Db, now: Date): Promise<Date> {
  const found = await sql<{ until: Date }>`select ${sitesKnownUntil(now)} as until`.execute(db);
  return found.rows[0]?.until ?? now;
}

/** The stored orders of each business day and currency. */
async function sumStoredDays(db: Db, { from, to, until }: Period): Promise<OrderDay[]> {
  const refundedOn = sql`(o.refunded_at at time zone ${businessTimezone})::date`;
  const found = await sql<OrderDay>`
    select t.date::text as date, t.currency, count(*) filter (where t.is_payment) as orders,
      coalesce(sum(t.amount) filter (where t.is_payment), 0)::bigint as amount, count(*) filter (where not t.is_payment) as refunds
    from (
      select o.biz_date as date, o.currency, o.amount, true as is_payment from biz_order o
      where ${isCountedIn('o')} and o.biz_date between ${from}::date and ${to}::date and o.paid_at <= ${until}
      union all
      select ${refundedOn}, o.currency, 0, false from biz_order o
      where o.refunded_at >= (${from}::date::timestamp at time zone ${businessTimezone})
        and o.refunded_at < ((${to}::date + 1)::timestamp at time zone ${businessTimezone}) and o.refunded_at <= ${until}
    ) t group by 1, 2`.execute(db);
  return found.rows;
}

type Count = Reconciliation['days'][number]['feed'];
const NONE: Count = { orders: 0, amount: 0, refunds: 0 };
const toCount = ({ orders, amount, refunds }: OrderDay): Count => ({ orders, amount, refunds });
const keyOf = ({ date, currency }: OrderDay) => `${date} ${currency}`;

/** Puts the days of both sides next to each other, newest first; a day that one side does not know counts nothing there. */
export function compareDays(feed: readonly OrderDay[], stored: readonly OrderDay[]): Reconciliation['days'] {
  const toMap = (days: readonly OrderDay[]) => new Map(days.map((day) => [keyOf(day), toCount(day)]));
  const [told, kept] = [toMap(feed), toMap(stored)];
  const keys = [...new Set([...told.keys(), ...kept.keys()])].sort((a, b) => b.localeCompare(a));
  return keys.map((key) => {
    const [biz_date = '', currency = ''] = key.split(' ');
    const [ofFeed, ofStore] = [told.get(key) ?? NONE, kept.get(key) ?? NONE];
    return {
      biz_date,
      currency,
      feed: ofFeed,
      stored: ofStore,
      difference: {
        orders: ofStore.orders - ofFeed.orders,
        amount: ofStore.amount - ofFeed.amount,
        refunds: ofStore.refunds - ofFeed.refunds,
      },
    };
  });
}

/** Compares the stored orders with the sites' own daily totals, both up to the last read. */
export async function reconcileDays(db: Db, feed: Pick<SiteFeed, 'orderDays'>, period: Period): Promise<Reconciliation['days']> {
  const timezone = await loadBusinessTimezone(db);
  const [told, stored] = await Promise.all([feed.orderDays({ ...period, timezone }), sumStoredDays(db, period)]);
  return compareDays(told, stored);
}

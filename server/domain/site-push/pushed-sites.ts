import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SitePush, SitePushKind, SitePushResult } from '#contracts/endpoints/site-push.ts';
import type { RateSource } from '#server/channel/rate-source.ts';
import type { Cursor, OrderDay, OrderDaysQuery, OrderEvent, PixelEvent, SiteFeed, VisitHour } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';
import type { Job } from '../jobs/index.ts';
import type { SitePushTarget } from '../outside.ts';
import { cleanPushes } from './clean-pushes.job.ts';

type Db = Kysely<Database>;

/** The feed of sites that push their rows, and the place where they are kept. */
export interface PushedSites extends Pick<SitePushTarget, 'take'> {
  feed: SiteFeed;
  rates: RateSource;
  jobs: readonly Job[];
}

const ROWS_PER_READ = 500;

type EventOf<Kind extends SitePushKind> = Extract<SitePush, { kind: Kind }>['events'][number];

/** Rows with one key are states of the same thing. */
const keyOf: { [Kind in SitePushKind]: (event: EventOf<Kind>) => string } = {
  orders: ({ order_no }) => order_no,
  visits: ({ site, url, ad_id, hour }) => JSON.stringify([site.toLowerCase(), url, ad_id, Date.parse(hour)]),
  rates: ({ currency, date }) => `${currency} ${date}`,
  pixel_events: ({ pixel_id, event_name, event_id, source, event_time }) =>
    JSON.stringify([pixel_id, event_name, event_id, source, Date.parse(event_time)]),
};

interface KeyedRow {
  key: string;
  changed_at: string;
  body: object;
}

/** The newest row of each key. */
function toRows({ kind, events }: SitePush): KeyedRow[] {
  const rows = new Map<string, KeyedRow>();
  for (const { changed_at, ...body } of events) {
    const key = keyOf[kind](body as never);
    const known = rows.get(key);
    if (known === undefined || Date.parse(known.changed_at) <= Date.parse(changed_at)) rows.set(key, { key, changed_at, body });
  }
  return [...rows.values()];
}

async function take(db: Db, push: SitePush, now: Date): Promise<SitePushResult> {
  const changed = await db.transaction().execute(async (transaction) => {
    // Numbers must become visible in their order, or a reader would pass over a row that is written more slowly.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`site_push ${push.kind}`}, 0))`.execute(transaction);
    const { numAffectedRows } = await sql`
      insert into site_push as p (kind, key, body, changed_at, received_at)
      select ${push.kind}, r.key, r.body, r.changed_at, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(toRows(push))}::jsonb) as r(key text, body jsonb, changed_at timestamptz)
      on conflict (kind, key) do update set body = excluded.body, changed_at = excluded.changed_at, received_at = excluded.received_at,
        seq = nextval('site_push_seq')
      where p.changed_at <= excluded.changed_at and p.body is distinct from excluded.body`.execute(transaction);
    return Number(numAffectedRows ?? 0n);
  });
  return { received: push.events.length, changed };
}

/** Reads on in portions, so that no transaction stays open while rows are processed. */
async function* read<Row extends { cursor: string }>(
  db: Db,
  kind: SitePushKind,
  since: Cursor,
  instants: readonly string[],
): AsyncGenerator<Row> {
  // A position of the simulated sites means nothing here.
  let after = since !== null && /^\d{1,18}$/.test(since) ? since : '0';
  for (;;) {
    const { rows } = await sql<{ seq: string; body: Record<string, unknown> }>`
      select p.seq::text as seq, p.body from site_push p where p.kind = ${kind} and p.seq > ${after}::bigint
      order by p.seq limit ${ROWS_PER_READ}`.execute(db);
    for (const { seq, body } of rows) {
      const dates = instants.map((field) => [field, body[field] === null ? null : new Date(String(body[field]))]);
      yield { ...body, ...Object.fromEntries(dates), cursor: seq } as unknown as Row;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_READ) return;
    after = last.seq;
  }
}

const withTouch = ({ touch, ...order }: OrderEvent): OrderEvent => ({
  ...order,
  touch: touch === null ? null : { ...touch, at: new Date(touch.at) },
});

async function sumOrderDays(db: Db, { from, to, timezone, until }: OrderDaysQuery): Promise<OrderDay[]> {
  const instant = (field: string) => sql`(p.body ->> ${field})::timestamptz`;
  const isInDays = (at: RawBuilder<unknown>) => sql`
    ${at} >= (${from}::date::timestamp at time zone ${timezone}) and ${at} < ((${to}::date + 1)::timestamp at time zone ${timezone}) and ${at} <= ${until}`;
  // What came after the last read is not stored elsewhere yet.
  const orders = sql`site_push p where p.kind = 'orders' and p.received_at <= ${until}`;
  const { rows } = await sql<OrderDay>`
    select (t.at at time zone ${timezone})::date::text as date, t.currency, count(*) filter (where t.is_payment) as orders,
      coalesce(sum(t.amount) filter (where t.is_payment), 0)::bigint as amount, count(*) filter (where not t.is_payment) as refunds
    from (
      select ${instant('paid_at')} as at, p.body ->> 'currency' as currency, (p.body ->> 'amount')::bigint as amount, true as is_payment
      from ${orders} and ${isInDays(instant('paid_at'))}
      union all
      select ${instant('refunded_at')}, p.body ->> 'currency', 0, false from ${orders} and ${isInDays(instant('refunded_at'))}
    ) t group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** The last rate of each currency up to a date. */
async function findRates(db: Db, date: string) {
  const { rows } = await sql<{ currency: string; usd_per_unit: number }>`
    select distinct on (p.body ->> 'currency') p.body ->> 'currency' as currency, (p.body ->> 'usd_per_unit')::float8 as usd_per_unit
    from site_push p where p.kind = 'rates' and p.body ->> 'date' <= ${date}
    order by p.body ->> 'currency', p.body ->> 'date' desc`.execute(db);
  return [{ currency: 'USD', usd_per_unit: 1 }, ...rows.filter(({ currency }) => currency !== 'USD')];
}

export const createPushedSites = (db: Db): PushedSites => ({
  take: (push, now) => take(db, push, now),
  feed: {
    orderDays: (query) => sumOrderDays(db, query),
    async *orders(since) {
      const instants = ['ordered_at', 'paid_at', 'refunded_at', 'acquired_at'];
      for await (const order of read<OrderEvent>(db, 'orders', since, instants)) yield withTouch(order);
    },
    visits: (since) => read<VisitHour>(db, 'visits', since, ['hour']),
    pixelEvents: (since) => read<PixelEvent>(db, 'pixel_events', since, ['event_time', 'received_at']),
  },
  rates: { ratesOf: (date) => findRates(db, date) },
  jobs: [cleanPushes],
});

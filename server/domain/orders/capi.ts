import { type Kysely, sql } from 'kysely';
import { AdPlatformError, type Connector } from '#server/channel/ad-platform.ts';
import type { OrderCustomer } from '#server/channel/site-feed.ts';
import type { Database } from '#server/database/schema.ts';
import type { Job } from '../jobs/index.ts';
import { forgetCustomers, forgetOldCustomers, toConversionUser } from './customers.ts';
import { ingestPixelEvents, type NewPixelEvent } from './pixel-events.ts';

type JobContext = Parameters<Job['run']>[0];

/** Encryption context of the token for server events of a pixel. */
const CAPI_TOKEN_CONTEXT = 'pixel.capi_token';
/** The channel accepts events of the last seven days, at most this many per call. */
const MAX_AGE_MS = 7 * 86_400_000;
const EVENTS_PER_CALL = 500;
/** Match score of server events, higher than that of browsers because the order identifies the user. */
const MATCH_SCORE = 8.1;

interface DuePixel {
  id: number;
  connector: Connector;
  platform_pixel_id: string;
  capi_token_enc: string;
  test_event_code: string | null;
}

interface DueOrder {
  id: number;
  order_no: string;
  capi_event_id: string;
  paid_at: Date;
  amount: number;
  currency: string;
  platform_ad_id: string | null;
  user_key: string;
  country: string;
  /** Page of the purchase, or the address of its site. */
  url: string;
  /** Null when its site does not tell. */
  customer: OrderCustomer | null;
  /** True when a server has already reported this purchase. */
  isKnown: boolean;
}

async function findDuePixels(db: Kysely<Database>, since: Date): Promise<DuePixel[]> {
  const { rows } = await sql<DuePixel>`
    select p.id, p.connector, p.platform_pixel_id, p.capi_token_enc, p.test_event_code from pixel p
    where p.capi_enabled and p.capi_token_enc is not null and p.deleted_at is null and p.status = 'active' and exists (
      select from biz_order o where o.pixel_id = p.id and o.capi_status = 'none' and o.capi_event_id is not null and o.paid_at > ${since})
    order by p.id`.execute(db);
  return rows;
}

async function findDueOrders(db: Kysely<Database>, pixelId: number, since: Date): Promise<DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    select o.id, o.order_no, o.capi_event_id, o.paid_at, o.amount, o.currency, a.platform_ad_id, o.user_key, o.country,
      coalesce(c.url, 'https://' || s.domain || '/') as url, c.customer, exists (
      select from pixel_event e where e.pixel_id = o.pixel_id and e.event_name = 'Purchase' and e.event_id = o.capi_event_id
        and e.source = 'server' and e.status = 'ok') as "isKnown"
    from biz_order o join site s on s.id = o.site_id left join ad a on a.id = o.ad_id left join order_customer c on c.order_no = o.order_no
    where o.pixel_id = ${pixelId} and o.capi_status = 'none' and o.capi_event_id is not null and o.paid_at > ${since}
    order by o.paid_at, o.id limit ${EVENTS_PER_CALL}`.execute(db);
  return rows;
}

async function setCapiStatus(
  db: Kysely<Database>,
  ids: readonly number[],
  status: 'sent' | 'duplicate' | 'failed',
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update biz_order set capi_status = ${status}, updated_at = ${now} where id = any(${ids}::bigint[]) and capi_status = 'none'`.execute(
    db,
  );
}

const toServerEvent = (pixel: DuePixel, order: DueOrder, now: Date): NewPixelEvent => ({
  pixel_id: pixel.platform_pixel_id,
  event_name: 'Purchase',
  event_id: order.capi_event_id,
  source: 'server',
  event_time: order.paid_at,
  // Never before the payment, even when the clocks of server and site differ.
  received_at: now < order.paid_at ? order.paid_at : now,
  count: 1,
  match_score: MATCH_SCORE,
  ad_id: order.platform_ad_id,
  order_no: order.order_no,
  value: order.amount,
  currency: order.currency,
  url: null,
  status: 'ok',
  error: null,
});

/** Reports the paid orders of one pixel; the event id makes a repetition harmless. */
async function pushOrders(
  { db, now, channels, vault }: JobContext,
  pixel: DuePixel,
  orders: readonly DueOrder[],
): Promise<{ sent: number; failed: number }> {
  const numbersOf = (some: readonly DueOrder[]) => some.map(({ order_no }) => order_no);
  const idsOf = (some: readonly DueOrder[]) => some.map(({ id }) => id);
  const known = orders.filter(({ isKnown }) => isKnown);
  await setCapiStatus(db, idsOf(known), 'duplicate', now);
  await forgetCustomers(db, numbersOf(known));
  const due = orders.filter(({ isKnown }) => !isKnown);
  if (due.length === 0) return { sent: 0, failed: 0 };
  const answer = await channels.of(pixel.connector).sendConversion(
    { token: vault.open(pixel.capi_token_enc, CAPI_TOKEN_CONTEXT) },
    pixel.platform_pixel_id,
    due.map(({ capi_event_id, order_no, paid_at, amount, currency, url, customer, user_key, country }) => ({
      event_id: capi_event_id,
      event_name: 'Purchase',
      event_time: paid_at,
      value: amount,
      currency,
      url,
      order_id: order_no,
      user: toConversionUser(customer, user_key, country),
      test_event_code: null,
    })),
  );
  const refused = new Set(answer.errors.map(({ event_id }) => event_id));
  const [failed, sent] = [
    due.filter(({ capi_event_id }) => refused.has(capi_event_id)),
    due.filter(({ capi_event_id }) => !refused.has(capi_event_id)),
  ];
  await db.transaction().execute(async (transaction) => {
    await setCapiStatus(transaction, idsOf(failed), 'failed', now);
    await setCapiStatus(transaction, idsOf(sent), 'sent', now);
    await forgetCustomers(transaction, numbersOf(due));
    await ingestPixelEvents(
      transaction,
      sent.map((order) => toServerEvent(pixel, order, now)),
      now,
    );
  });
  return { sent: sent.length, failed: failed.length };
}

/** Reports paid orders to pixels whose server events are switched on. */
export const capiPush: Job = {
  key: 'capi.push',
  name: { zh: '事件回传', en: 'Report purchases to pixels' },
  cron: '* * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run(context) {
    const { db, now, signal, log } = context;
    const since = new Date(now.getTime() - MAX_AGE_MS);
    await forgetOldCustomers(db, now);
    let [read, sent] = [0, 0];
    for (const pixel of await findDuePixels(db, since)) {
      signal.throwIfAborted();
      const orders = await findDueOrders(db, pixel.id, since);
      read += orders.length;
      try {
        const done = await pushOrders(context, pixel, orders);
        sent += done.sent;
        if (done.failed > 0) log(`pixel ${pixel.platform_pixel_id}: ${done.failed} events refused`);
      } catch (error) {
        if (!(error instanceof AdPlatformError)) throw error;
        log(`pixel ${pixel.platform_pixel_id}: ${error.message}`);
        // Rejected orders are not sent again; after any other failure the next run retries.
        if (error.kind === 'rejected')
          await setCapiStatus(
            db,
            orders.map(({ id }) => id),
            'failed',
            now,
          );
      }
    }
    return { rowsIn: read, rowsOut: sent };
  },
};

import { sql } from 'kysely';
import type { Job } from '../jobs/index.ts';

/** Personal data is needed until the order was reported to the network. */
const CUSTOMER_DAYS = 7;
/** Visits and pixel events are counted elsewhere once they were read. */
const EVENT_DAYS = 14;
/** Orders are compared by day with what was stored of them; the last rate holds until there is another. */
const ORDER_DAYS = 400;

/** Forgets pushed rows, and before them what they tell about customers. */
export const cleanPushes: Job = {
  key: 'cleanup.site_push',
  name: { zh: '清理站点推送', en: 'Remove old rows of the sites' },
  cron: '40 3 * * *',
  timeoutS: 900,
  core: true,
  allowManual: true,
  async run({ db, now }) {
    const before = (days: number) => sql`${now}::timestamptz - make_interval(days => ${days})`;
    const forgotten = await sql`
      update site_push set body = jsonb_set(body, '{customer}', 'null')
      where kind = 'orders' and received_at < ${before(CUSTOMER_DAYS)} and body -> 'customer' <> 'null'`.execute(db);
    const removed = await sql`
      delete from site_push where received_at < ${before(EVENT_DAYS)} and kind in ('visits', 'pixel_events')
        or received_at < ${before(ORDER_DAYS)}`.execute(db);
    const [customers, rows] = [Number(forgotten.numAffectedRows ?? 0n), Number(removed.numAffectedRows ?? 0n)];
    return { rowsOut: rows, message: `${rows} rows and the data of ${customers} customers removed` };
  },
};

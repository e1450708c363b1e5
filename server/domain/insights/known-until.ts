import { type RawBuilder, sql } from 'kysely';
import type { Measure } from '#contracts/rules/metrics.ts';

/** The job that takes in what our own sites tell. */
export const ORDERS_PULL = 'orders.pull';

/** SQL, `fact_sync s` of an account: what the ad network tells of it is known up to then. */
export const pulledTo = (now: Date): RawBuilder<Date> => sql<Date>`least(${now}::timestamptz, coalesce(s.pulled_at, ${now}::timestamptz))`;

/** SQL: orders and visits are known up to then. Before they were pulled for the first time, up to what was there from the first. */
export const heardTo = (now: Date): RawBuilder<Date> => sql<Date>`least(${now}::timestamptz, coalesce(
  (select max(r.started_at) from cron_run r where r.job_key = ${ORDERS_PULL} and r.status = 'succeeded'),
  (select c.updated_at from feed_cursor c where c.feed = 'orders'), ${now}::timestamptz))`;

/** Measures that orders and visits of our own sites make; the ad network tells the others. */
const heard: readonly Measure[] = [
  'new_users',
  'reacq_users',
  'reg_users',
  'orders',
  'first_payers',
  'revenue_usd',
  'refund_usd',
  'fee_usd',
  'payers_d0',
  'rev_h24',
  'rev_d0',
  'rev_d1',
  'rev_d3',
  'rev_d7',
  'rev_d14',
  'rev_d30',
  'rev_d60',
  'rev_d90',
];

/** Who tells of a measure. */
export const tellerOf = (measure: Measure): 'heard' | 'pulled' => (heard.includes(measure) ? 'heard' : 'pulled');

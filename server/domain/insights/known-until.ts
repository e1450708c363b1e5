import { type RawBuilder, sql } from 'kysely';
import { type Measure, measures } from '#contracts/rules/metrics.ts';

/** The job that pulls orders and visits of our sites. */
export const ORDERS_PULL_JOB = 'orders.pull';

/** SQL on `fact_sync s` of an account: the channel's facts are known up to this instant. */
export const channelKnownUntil = (now: Date): RawBuilder<Date> =>
  sql<Date>`least(${now}::timestamptz, coalesce(s.pulled_at, ${now}::timestamptz))`;

/** SQL: orders and visits are known up to this instant. Before the first pull, up to the position of the seeded feed. */
export const sitesKnownUntil = (now: Date): RawBuilder<Date> => sql<Date>`least(${now}::timestamptz, coalesce(
  (select max(r.started_at) from cron_run r where r.job_key = ${ORDERS_PULL_JOB} and r.status = 'succeeded'),
  (select c.updated_at from feed_cursor c where c.feed = 'orders'), ${now}::timestamptz))`;

/** Measures from orders and visits of our sites; the channel reports the others. */
const SITE_MEASURES: readonly Measure[] = [
  ...measures.pixel,
  ...measures.landing,
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
  'sub_orders',
  'organic_usd',
];

const OWN_MEASURES: readonly Measure[] = measures.material;

/** The source of a measure; what happens here is known at once. */
export const findReporter = (measure: Measure): 'heard' | 'pulled' | 'here' => {
  if (OWN_MEASURES.includes(measure)) return 'here';
  return SITE_MEASURES.includes(measure) ? 'heard' : 'pulled';
};

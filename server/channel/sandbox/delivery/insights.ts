import { sql } from 'kysely';
import { decimalsOf } from '#contracts/rules/currencies.ts';
import type { InsightRow, Tok } from '../../ad-platform.ts';
import { paginate } from '../assets.ts';
import { uniform } from '../chance.ts';
import { invalidParameter } from '../failures.ts';
import type { Operation, Run } from '../operation.ts';
import { enterAccount } from '../permission.ts';
import { rateOf } from '../rates.ts';
import type { HourTable } from '../tables.ts';
import { READ } from '../throttle.ts';
import { localHour } from './local-time.ts';
import { clamp } from './model.ts';

const DAY = 86_400_000;
const PAGE_SIZE = 500;
const MAX_DAYS = 190;

interface Query {
  from: string;
  to: string;
  by: 'day' | 'hour';
}

/** Number of conversions that the channel claims: never quite the real one, and growing for three days. */
export function creditConversions(seed: string, account: string, count: number, ageDays: number): number {
  const factor = 0.88 + 0.17 * uniform(seed, account, 'credited');
  return Math.floor(count * factor * (1 + 0.06 * clamp(ageDays / 3, 0, 1)) + 1e-9);
}

/** Estimated number of people behind the impressions. */
export const estimateReach = (seed: string, key: string, impressions: number, by: Query['by']): number =>
  Math.ceil(impressions / (by === 'hour' ? 1.02 + 0.08 * uniform(seed, key, 'reach') : 1.08 + 0.25 * uniform(seed, key, 'reach')));

/** An amount in US cents in the smallest unit of the account's currency, at the rate of the day. */
export function toAccountCurrency(seed: string, currency: string, date: string, cents: number): number {
  return Math.round((cents * 10 ** decimalsOf(currency)) / (100 * rateOf(seed, currency, date)));
}

type Row = Omit<HourTable, 'stat_hour' | 'last_at'> & {
  stat_hour: number | null;
  /** Running totals of the day, including this hour. */
  payers_until: number;
  value_until: number;
};

function toInsightRow(
  { seed }: Operation,
  by: Query['by'],
  { currency, today }: { currency: string; today: string },
  row: Row,
): InsightRow {
  const age = (Date.parse(today) - Date.parse(row.stat_date)) / DAY;
  const { ad_id, account_id, stat_date, stat_hour, slots: _slots, new_users: _new, reacq_users: _again, ...measures } = row;
  const { view_content, add_to_cart, checkouts, payers, value_usd, payers_until, value_until, ...shown } = measures;
  // An hour is credited with what it adds to its day, so that the hours sum up to the day.
  const creditAdded = (until: number, own: number) =>
    creditConversions(seed, account_id, until, age) - creditConversions(seed, account_id, until - own, age);
  const toMinor = (cents: number) => toAccountCurrency(seed, currency, stat_date, cents);
  return {
    ad_id,
    stat_date,
    stat_hour,
    ...shown,
    reach: estimateReach(seed, `${ad_id} ${stat_date} ${stat_hour}`, row.impressions, by),
    plat_view_content: view_content,
    plat_add_to_cart: add_to_cart,
    plat_checkouts: checkouts,
    plat_purchases: creditAdded(payers_until, payers),
    plat_value:
      toMinor(creditConversions(seed, account_id, value_until, age)) -
      toMinor(creditConversions(seed, account_id, value_until - value_usd, age)),
  };
}

const summedColumns = [
  'spend',
  'impressions',
  'clicks',
  'link_clicks',
  'lp_views',
  'video_plays',
  'plays_3s',
  'thruplays',
  'p25',
  'p50',
  'p75',
  'p95',
  'p100',
  'watch_ms',
  'reactions',
  'comments',
  'shares',
  'new_users',
  'reacq_users',
  'view_content',
  'add_to_cart',
  'checkouts',
  'payers',
  'value_usd',
  'slots',
] as const;

async function loadPage(
  operation: Operation,
  t: Tok,
  account: string,
  { from, to, by }: Query,
  after: string | null,
): Promise<(InsightRow & { mark: string })[]> {
  const entered = await enterAccount(operation, t, account, { cost: READ, scopes: ['ads_read'], delivers: true });
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  if (!(days >= 0 && days < MAX_DAYS)) throw invalidParameter(`A report covers 1 to ${MAX_DAYS} days.`);
  const hour = by === 'hour' ? sql<number | null>`stat_hour` : sql<number | null>`null::int`;
  const mark =
    by === 'hour'
      ? sql<string>`concat_ws(' ', stat_date, ad_id, lpad(stat_hour::text, 2, '0'))`
      : sql<string>`concat_ws(' ', stat_date, ad_id)`;
  const hours = operation.db
    .selectFrom('sbx_hour')
    .selectAll()
    .select([
      sql<number>`sum(payers) over (partition by ad_id, stat_date order by stat_hour)`.as('payers_until'),
      sql<number>`sum(value_usd) over (partition by ad_id, stat_date order by stat_hour)`.as('value_until'),
    ])
    .where('account_id', '=', account)
    .where('stat_date', '>=', from)
    .where('stat_date', '<=', to);
  const rows = await operation.db
    .selectFrom(hours.as('h'))
    .select(['ad_id', 'account_id', 'stat_date', hour.as('stat_hour'), mark.as('mark')])
    .select(summedColumns.map((name) => sql<number>`sum(${sql.ref(name)})::bigint`.as(name)))
    .select([sql<number>`max(payers_until)::bigint`.as('payers_until'), sql<number>`max(value_until)::bigint`.as('value_until')])
    .where(sql<boolean>`${after}::text is null or ${mark} collate "C" > ${after}::text`)
    .groupBy(by === 'hour' ? ['ad_id', 'account_id', 'stat_date', 'stat_hour'] : ['ad_id', 'account_id', 'stat_date'])
    .orderBy(sql`${mark} collate "C"`)
    .limit(PAGE_SIZE)
    .execute();
  const today = localHour(entered.timezone_name, operation.now).date;
  return rows.map(({ mark: at, ...row }) => ({
    ...toInsightRow(operation, by, { currency: entered.currency, today }, row as unknown as Row),
    mark: at,
  }));
}

/** Rows by date, then by ad, only with impressions or spend. Conversions of the last three days still grow. */
export async function* insights(run: Run, t: Tok, account: string, query: Query): AsyncGenerator<InsightRow> {
  const rows = paginate<InsightRow & { mark: string }, string>(
    (after) => run((operation) => loadPage(operation, t, account, query, after)),
    ({ mark }) => mark,
    PAGE_SIZE,
  );
  for await (const { mark: _mark, ...row } of rows) if (row.impressions > 0 || row.spend > 0) yield row;
}

import { type Kysely, sql } from 'kysely';
import type { adminSummary, adminTop, adminTrend } from '#contracts/endpoints/admin-home.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { type MetricKey, metricFrom, metricOf } from '#contracts/rules/metrics.ts';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { channels, channelWords } from '#contracts/vocabulary/channels.ts';
import type { AdminHomeDivision } from '#contracts/vocabulary/home-board.ts';
import { attributionWords } from '#contracts/vocabulary/orders.ts';
import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { loadBusinessClock } from '../business-time.ts';
import type { CallContext } from '../call.ts';
import {
  type Days,
  isCountedIn,
  ORGANIC,
  ORGANIC_CHANNEL,
  queryReport,
  queryTrend,
  type ReportQuestion,
  sitesKnownUntil,
  toFreshnessAnswer,
  toTrendAnswer,
} from '../insights/index.ts';
import { refuseField } from '../refusal.ts';
import * as query from './board.query.ts';
import { daysAgo, lastDays } from './board-days.ts';
import { loadHourlySpend } from './board-trend.ts';

type Db = Kysely<Database>;
type Context = Pick<CallContext, 'db' | 'caller' | 'now' | 'language'>;
type Summary = ReplyOf<typeof adminSummary>;
type Scope = Pick<RequestOf<typeof adminSummary>, 'date' | 'biz' | 'channel'>;

const TREND_DAYS = 30;
const TOP_DAYS = 7;
const DEFAULT_TOP = 10;

/** Metrics of the cards that have a value for each day. */
const DAY_METRICS: readonly MetricKey[] = ['spend', 'revenue', 'net_revenue', 'profit', 'roi', 'roi_d0', 'orders', 'first_payers'];
const oneDay = (date: string): Days => ({ from: date, to: date, length: 1, isToday: false });

/** All orders, organic ones included, and the spend of these days; both by the date of the account, so that their ratio is true. */
const createQuestion = (
  { caller, now }: Context,
  { biz, channel }: Scope,
  { days, metrics }: { days: Days; metrics: readonly MetricKey[] },
): ReportQuestion => ({
  caller,
  now,
  facts: 'orders',
  isOrganicApart: true,
  days,
  filter: { biz, channel, time_basis: 'payment' },
  under: [],
  before: false,
  groupBy: ['date'],
  metrics,
  sort: [],
});

/** Sums of the day before up to the time that today is known to. */
async function loadDayBeforeSoFar({ db, caller, now }: Context, { biz, channel }: Scope, date: string) {
  type Sums = { revenue_usd: number; fee_usd: number; orders: number; first_payers: number };
  const until = sql`${sitesKnownUntil(now)} - interval '1 day'`;
  const isOfScope = sql`(${biz ?? null}::text is null or o.biz = ${biz ?? null}) and ${
    channel === undefined ? sql`true` : sql`o.ad_account_id in (select x.id from ad_account x where x.channel = ${channel})`
  }`;
  const [{ spend_usd }, sales, refunds] = await Promise.all([
    query.loadYesterdaySoFar(db, caller, { biz, channel, date, now }),
    sql<Sums>`
      select coalesce(sum(o.amount_usd), 0)::bigint as revenue_usd, coalesce(sum(o.fee_usd), 0)::bigint as fee_usd, count(*) as orders,
        count(*) filter (where o.is_first) as first_payers
      from biz_order o where o.stat_date = ${date}::date and ${isCountedIn('o')} and o.paid_at <= ${until} and ${isOfScope}`.execute(db),
    // Refunds count on their own date, not on that of the order.
    sql<{ refund_usd: number }>`
      select coalesce(sum(o.refund_usd), 0)::bigint as refund_usd
      from biz_order o join site s on s.id = o.site_id left join ad_account x on x.id = o.ad_account_id
      where o.refunded_at > ${until} - interval '3 days' and o.refunded_at <= ${until}
        and (o.refunded_at at time zone coalesce(x.timezone_name, s.timezone_name))::date = ${date}::date and ${isOfScope}`.execute(db),
  ]);
  const sold = sales.rows[0] ?? { revenue_usd: 0, fee_usd: 0, orders: 0, first_payers: 0 };
  return { spend_usd, ...sold, refund_usd: refunds.rows[0]?.refund_usd ?? 0 };
}
const BY_THE_HOUR: readonly MetricKey[] = ['spend', 'revenue', 'net_revenue', 'profit', 'roi', 'orders', 'first_payers'];

async function countNow(db: Db, { biz, channel }: Scope): Promise<{ ads_running: number; blocked_accounts: number }> {
  const isOfBiz = sql`(${biz ?? null}::text is null or t.biz = ${biz ?? null})`;
  const found = await sql<{ ads_running: number; blocked_accounts: number }>`
    select
      (select count(*) from ad t join ad_account x on x.id = t.ad_account_id where t.deleted_at is null and t.effective_status = 'ACTIVE'
        and ${isOfBiz} and (${channel ?? null}::text is null or x.channel = ${channel ?? null})) as ads_running,
      (select count(*) from ad_account t where t.deleted_at is null and t.account_status <> 1
        and ${isOfBiz} and (${channel ?? null}::text is null or t.channel = ${channel ?? null})) as blocked_accounts`.execute(db);
  return found.rows[0] ?? { ads_running: 0, blocked_accounts: 0 };
}

/** Whether anything of the day is known: spend, or an order. */
async function hasData(db: Db, date: string): Promise<boolean> {
  const found = await sql<{ known: boolean }>`
    select exists (select from insight_daily d where d.stat_date = ${date}::date)
      or exists (select from biz_order o where o.stat_date = ${date}::date) as known`.execute(db);
  return found.rows[0]?.known ?? false;
}

/** The day that is shown, the requested one, or yesterday while nothing of today is known, and the hour of the company's clock. */
async function chooseDay({ db, now }: Context, { date }: Scope) {
  const { date: today, hour } = await loadBusinessClock(db, now);
  const asked = date ?? today;
  const shown = date === undefined && !(await hasData(db, today)) ? daysAgo(today, 1) : asked;
  return { date: shown, is_today: shown === today, is_before_today: shown !== asked, hour };
}

/** The cards of the company. */
export async function loadAdminSummary(context: Context, scope: Scope): Promise<Summary> {
  const day = await chooseDay(context, scope);
  const dayBefore = daysAgo(day.date, 1);
  const loadDay = (date: string) =>
    queryReport(context.db, createQuestion(context, scope, { days: oneDay(date), metrics: DAY_METRICS }), { limit: 0, offset: 0 });
  const [shown, before, soFar, counts] = await Promise.all([
    loadDay(day.date),
    loadDay(dayBefore),
    day.is_today ? loadDayBeforeSoFar(context, scope, dayBefore) : undefined,
    countNow(context.db, scope),
  ]);
  const cards: Summary['cards'] = {};
  for (const key of DAY_METRICS) {
    cards[key] = {
      // The D0 ROI of the day itself is only known when the day is over.
      value: (key === 'roi_d0' ? before : shown).totals.m[key] ?? null,
      before_same_hour: soFar && BY_THE_HOUR.includes(key) ? metricFrom(metricOf(key), soFar) : null,
      before: key === 'roi_d0' ? null : (before.totals.m[key] ?? null),
    };
  }
  for (const [key, value] of Object.entries(counts)) cards[key] = { value, before_same_hour: null, before: null };
  const { provisional_from: _, ...freshness } = toFreshnessAnswer(shown, context.language);
  return { cards, ...day, ...freshness };
}

const NOBODY: Words = { zh: '未分配', en: 'Unassigned' };

/** The name of a series that is a value of this dimension. */
function nameDivision(division: AdminHomeDivision, key: string, label: string | null): Words {
  if (key === String(ORGANIC) || key === ORGANIC_CHANNEL) return attributionWords.none;
  if (division === 'biz') return bizLines.flatMap((one) => (one === key ? [bizWords[one]] : []))[0] ?? NOBODY;
  if (division === 'channel') return channels.flatMap((one) => (one === key ? [channelWords[one]] : []))[0] ?? NOBODY;
  return label === null ? NOBODY : { zh: label, en: label };
}

/** Spend, revenue and profit by day, or the spend of one day by hour. */
export async function loadAdminTrend(context: Context, request: RequestOf<typeof adminTrend>): Promise<ReplyOf<typeof adminTrend>> {
  const { by, metrics, series_by: seriesBy, biz, channel } = request;
  const [first, ...others] = metrics;
  if (first === undefined) throw refuseField('metrics', 'required');
  const { date } = await chooseDay(context, request);
  if (by === 'hour') {
    const other = metrics.findIndex((key) => key !== 'spend');
    if (other >= 0) throw refuseField(`metrics.${other}`, 'hourlyMetric');
    return await loadHourlySpend(context, context.caller, { biz, channel, date });
  }
  const { db, caller, now, language } = context;
  const trend = await queryTrend(db, {
    caller,
    now,
    facts: 'orders',
    isOrganicApart: true,
    days: lastDays(date, TREND_DAYS),
    filter: { biz, channel, time_basis: 'payment' },
    under: [],
    by,
    metrics: [first, ...others],
    seriesBy,
    top: 8,
  });
  return toTrendAnswer(trend, language, seriesBy && ((key, label) => nameDivision(seriesBy, key, label)[language]));
}

/** The objects with the most of a metric, or those that lose the most. */
export async function loadAdminTop(
  context: Context,
  { dim, metric, order, limit = DEFAULT_TOP, ...scope }: RequestOf<typeof adminTop>,
): Promise<ReplyOf<typeof adminTop>> {
  const { date } = await chooseDay(context, scope);
  const by = dim === 'drama' && scope.biz === 'ec' ? 'product' : dim;
  const question = createQuestion(context, scope, { days: lastDays(date, TOP_DAYS), metrics: ['spend', 'revenue', 'profit', 'roi'] });
  const { lines } = await queryReport(
    context.db,
    { ...question, groupBy: [by], sort: [{ field: metric, order }] },
    // Two rows more, because organic orders and what nobody owns are no objects.
    { limit: limit + 2, offset: 0 },
  );
  const list = lines.flatMap(({ values, m }) => {
    const { id, label } = values[by] ?? {};
    const value = m[metric] ?? 0;
    return typeof id === 'number' && id > 0 && (order === 'asc' ? value < 0 : value > 0) ? [{ id, label: label ?? `#${id}`, m }] : [];
  });
  return { list: list.slice(0, limit) };
}

import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { boardTop, boardTrend } from '#contracts/endpoints/home.ts';
import type { TrendAnswer } from '#contracts/endpoints/report-shapes.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { CallContext } from '../call.ts';
import { queryReport, queryTrend, trendAsAnswer } from '../insights/index.ts';
import type { Language } from '../messages.ts';
import { refuseField } from '../refusal.ts';
import { businessClock, daysAgo, lastDays, viewerOf } from './board-days.ts';

type TrendRequest = RequestOf<typeof boardTrend>;
type TopRequest = RequestOf<typeof boardTop>;
type Context = Pick<CallContext, 'db' | 'caller' | 'now' | 'language'>;

/** Days whose mean stands beside today. */
const MEAN_DAYS = 7;
const SHOWN_DAYS = 14;
const TOP_DAYS = 7;
const TOP = 5;

const lineWords: Readonly<Record<'today' | 'yesterday' | 'mean', Record<Language, string>>> = {
  today: { zh: '今天', en: 'Today' },
  yesterday: { zh: '昨天', en: 'Yesterday' },
  mean: { zh: '近七天均值', en: 'Mean of seven days' },
};

/** Twenty-four hours of today, of yesterday, and on average over the seven days before today. */
async function byHour({ db, caller, now, language }: Context, { biz, scope }: TrendRequest): Promise<TrendAnswer> {
  const { date } = businessClock(now);
  const trend = await queryTrend(db, {
    caller: viewerOf(caller, scope),
    now,
    days: lastDays(date, MEAN_DAYS + 1),
    filter: { biz },
    under: [],
    by: 'hour',
    metrics: ['spend'],
    top: 1,
  });
  const { series, ...rest } = trendAsAnswer(trend, language);
  const at = new Map(trend.x.map((point, index) => [point, series[0]?.data[index] ?? null]));
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const of = (day: string) => hours.map((hour) => at.get(`${day}T${hour}`) ?? null);
  const before = Array.from({ length: MEAN_DAYS }, (_, index) => of(daysAgo(date, index + 1)));
  const mean = hours.map((_, hour) => Math.round(before.reduce((sum, day) => sum + (day[hour] ?? 0), 0) / MEAN_DAYS));
  const line = (key: keyof typeof lineWords, data: (number | null)[]) => ({ key, label: lineWords[key][language], metric: 'spend', data });
  return { ...rest, x: hours, series: [line('today', of(date)), line('yesterday', of(daysAgo(date, 1))), line('mean', mean)] };
}

export async function boardTrendOf(context: Context, request: TrendRequest): Promise<TrendAnswer> {
  const { metrics, by, biz, scope } = request;
  const [first, ...others] = metrics;
  if (first === undefined) throw refuseField('metrics', 'required');
  if (by === 'hour') {
    const other = metrics.findIndex((key) => key !== 'spend');
    if (other >= 0) throw refuseField(`metrics.${other}`, 'hourlyMetric');
    return await byHour(context, request);
  }
  const { db, caller, now, language } = context;
  const trend = await queryTrend(db, {
    caller: viewerOf(caller, scope),
    now,
    days: lastDays(businessClock(now).date, SHOWN_DAYS),
    filter: { biz },
    under: [],
    by,
    metrics: [first, ...others],
    top: 1,
  });
  return trendAsAnswer(trend, language);
}

/** What is beside the metric that is asked for. */
const BESIDE: readonly MetricKey[] = ['spend', 'roi'];

export async function boardTopOf({ db, caller, now }: Context, { dim, metric, biz, scope }: TopRequest) {
  const by = dim === 'drama' && biz === 'ec' ? 'product' : dim;
  const metrics: MetricKey[] = [...new Set([metric, ...BESIDE])];
  const report = await queryReport(
    db,
    {
      caller: viewerOf(caller, scope),
      now,
      days: lastDays(businessClock(now).date, TOP_DAYS),
      filter: { biz },
      under: [],
      before: false,
      groupBy: [by],
      metrics,
      sort: [{ field: metric, order: 'desc' }],
    },
    // One more: what belongs to none of them is left out.
    { limit: TOP + 1, offset: 0 },
  );
  const list = report.lines.flatMap(({ values, m }) => {
    const { id, label } = values[by] ?? {};
    return typeof id === 'number' && id > 0 && m[metric] ? [{ id, label: label ?? `#${id}`, m }] : [];
  });
  return { list: list.slice(0, TOP) };
}

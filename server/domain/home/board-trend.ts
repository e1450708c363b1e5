import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { boardTop, boardTrend } from '#contracts/endpoints/home.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { loadBusinessDay, loadBusinessTimezone } from '../business-time.ts';
import type { CallContext } from '../call.ts';
import { loadFreshness, queryReport, queryTrend, toFreshnessAnswer, toTrendAnswer } from '../insights/index.ts';
import type { Language } from '../messages.ts';
import { refuseField } from '../refusal.ts';
import type { Caller } from '../work-context.ts';
import * as query from './board.query.ts';
import { lastDays, viewerOf } from './board-days.ts';

type TrendRequest = RequestOf<typeof boardTrend>;
type BoardTrend = ReplyOf<typeof boardTrend>;
type TopRequest = RequestOf<typeof boardTop>;
type Context = Pick<CallContext, 'db' | 'caller' | 'now' | 'language'>;

/** Days that the average next to today covers. */
const MEAN_DAYS = 7;
const SHOWN_DAYS = 14;
const TOP_DAYS = 7;
const MAX_TOP = 5;

const lineWords: Readonly<Record<'today' | 'yesterday' | 'mean', Record<Language, string>>> = {
  today: { zh: '今天', en: 'Today' },
  yesterday: { zh: '昨天', en: 'Yesterday' },
  mean: { zh: '近 7 天均值', en: '7-day average' },
};

/** Spend by hour of the business clock: today, yesterday and the average of seven days, each by the accounts' own dates. */
export async function loadHourlySpend(
  { db, now, language }: Context,
  viewer: Caller,
  { date, ...filter }: query.BoardFilter & { date: string },
): Promise<BoardTrend> {
  const timezone = await loadBusinessTimezone(db);
  const question = { ...filter, date, now, zone: timezone, days: MEAN_DAYS };
  const { hours, movingFrom, accounts } = await query.loadSpendByHour(db, viewer, question);
  const fresh = await loadFreshness(db, { days: lastDays(date, MEAN_DAYS + 1), now }, accounts);
  const line = (key: keyof typeof lineWords) => ({
    key,
    label: lineWords[key][language],
    metric: 'spend',
    data: hours.map((hour) => hour[key]),
  });
  return {
    x: hours.map((_, hour) => String(hour).padStart(2, '0')),
    series: [line('today'), line('yesterday'), line('mean')],
    clock: { date, timezone, moving_from: movingFrom },
    ...toFreshnessAnswer(fresh, language),
  };
}

export async function loadBoardTrend(context: Context, request: TrendRequest): Promise<BoardTrend> {
  const { metrics, by, biz, scope } = request;
  const [first, ...others] = metrics;
  if (first === undefined) throw refuseField('metrics', 'required');
  if (by === 'hour') {
    const other = metrics.findIndex((key) => key !== 'spend');
    if (other >= 0) throw refuseField(`metrics.${other}`, 'hourlyMetric');
    const date = await loadBusinessDay(context.db, context.now);
    return await loadHourlySpend(context, viewerOf(context.caller, scope), { biz, date });
  }
  const { db, caller, now, language } = context;
  const trend = await queryTrend(db, {
    caller: viewerOf(caller, scope),
    now,
    days: lastDays(await loadBusinessDay(db, now), SHOWN_DAYS),
    filter: { biz },
    under: [],
    by,
    metrics: [first, ...others],
    top: 1,
  });
  return toTrendAnswer(trend, language);
}

/** Metrics shown next to the requested one. */
const EXTRA_METRICS: readonly MetricKey[] = ['spend', 'roi'];

export async function loadBoardTop(
  { db, caller, now, files }: Context & Pick<CallContext, 'files'>,
  { dim, metric, biz, scope }: TopRequest,
) {
  const by = dim === 'drama' && biz === 'ec' ? 'product' : dim;
  const metrics: MetricKey[] = [...new Set([metric, ...EXTRA_METRICS])];
  const report = await queryReport(
    db,
    {
      caller: viewerOf(caller, scope),
      now,
      days: lastDays(await loadBusinessDay(db, now), TOP_DAYS),
      filter: { biz },
      under: [],
      before: false,
      groupBy: [by],
      metrics,
      sort: [{ field: metric, order: 'desc' }],
    },
    // One row more, because rows without an object are removed.
    { limit: MAX_TOP + 1, offset: 0 },
  );
  const list = report.lines.flatMap(({ values, m }) => {
    const { id, label } = values[by] ?? {};
    return typeof id === 'number' && id > 0 && m[metric] ? [{ id, label: label ?? `#${id}`, m }] : [];
  });
  const top = list.slice(0, MAX_TOP);
  if (by === 'account') return { list: top };
  const covers = await query.loadCoverKeys(
    db,
    by,
    top.map(({ id }) => id),
  );
  return { list: top.map((row) => ({ ...row, cover_url: files.addressIfStored(covers.get(row.id) ?? null, now) })) };
}

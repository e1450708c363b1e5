import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { boardMetrics, type boardSummary } from '#contracts/endpoints/home.ts';
import { metricFrom, metricOf } from '#contracts/rules/metrics.ts';
import { type BusinessClock, loadBusinessClock } from '../business-time.ts';
import type { CallContext } from '../call.ts';
import { type Freshness, loadFreshness, queryReport, type ReportQuestion, toFreshnessAnswer } from '../insights/index.ts';
import { startOfDay } from '../instants.ts';
import type { Caller } from '../work-context.ts';
import * as query from './board.query.ts';
import { daysAgo, lastDays, limitToOwnRows } from './board-days.ts';

type Summary = ReplyOf<typeof boardSummary>;
type Cards = Summary['cards'];
type Biz = 'dj' | 'ec';

type Context = Pick<CallContext, 'db' | 'now' | 'language'>;

/** Freshness of a block whose figures all change. */
export function toBlockFreshness(fresh: Freshness, language: CallContext['language']) {
  const { provisional_from: _, ...answer } = toFreshnessAnswer(fresh, language);
  return answer;
}

/** Days covered by the cards of editors. */
const EDITOR_DAYS = 7;

/** True for users who make materials but launch no ads. */
export const isEditor = ({ paths }: Pick<Caller, 'paths'>): boolean =>
  paths.includes('/material/upload') && !paths.includes('/advertising/start') && !paths.includes('/advertising/publish');

/** A report question that needs only totals. */
const createTotalsQuestion = (viewer: Caller, now: Date, biz: Biz, days: ReportQuestion['days']): ReportQuestion => ({
  caller: viewer,
  now,
  days,
  filter: { biz },
  under: [],
  before: false,
  groupBy: ['account'],
  metrics: boardMetrics,
  sort: [],
});

const noRows = { limit: 0, offset: 0 };

async function loadLaunchingCards({ db, now, language }: Context, { date }: BusinessClock, viewer: Caller, biz: Biz) {
  const yesterday = daysAgo(date, 1);
  const loadDay = (date: string) =>
    queryReport(db, createTotalsQuestion(viewer, now, biz, { from: date, to: date, length: 1, isToday: false }), noRows);
  const [today, before, soFar, not_started_accounts] = await Promise.all([
    loadDay(date),
    loadDay(yesterday),
    query.loadYesterdaySoFar(db, viewer, { biz, date: yesterday, now }),
    query.countNotStarted(db, viewer, { biz, date, now }),
  ]);
  const cards: Cards = {};
  for (const key of boardMetrics) {
    const isCurrentOnly = key === 'ads_running';
    cards[key] = {
      today: today.totals.m[key] ?? null,
      // D0 ROI is left out, because it is not known by the hour.
      yesterday_same_hour: isCurrentOnly || key === 'roi_d0' ? null : metricFrom(metricOf(key), { ...soFar }),
      yesterday: isCurrentOnly ? null : (before.totals.m[key] ?? null),
    };
  }
  return { cards, not_started_accounts, ...toBlockFreshness(today, language) };
}

async function loadEditorCards({ db, now, language }: Context, { date, timezone }: BusinessClock, viewer: Caller, biz: Biz) {
  const days = lastDays(date, EDITOR_DAYS);
  const { from } = days;
  const { accounts, ...figures } = await query.loadEditorFigures(db, viewer, {
    biz,
    from,
    since: startOfDay(from, timezone),
    now,
  });
  const fresh = await loadFreshness(db, { days, now }, accounts);
  const toCard = (value: number | null) => ({ today: value, yesterday_same_hour: null, yesterday: null });
  const cards: Cards = {
    uploaded: toCard(figures.uploaded),
    use_rate: toCard(figures.uploaded === 0 ? null : Math.round((figures.used / figures.uploaded) * 1e6) / 1e6),
    hits: toCard(figures.hits),
    spend: toCard(figures.spend_usd),
    roi_d0: toCard(metricFrom(metricOf('roi_d0'), { ...figures })),
  };
  return { cards, not_started_accounts: 0, ...toBlockFreshness(fresh, language) };
}

/** Figures of the cards on the home page. */
export async function loadSummary(context: CallContext, viewer: Caller, biz: Biz): Promise<Summary> {
  const clock = await loadBusinessClock(context.db, context.now);
  const { date: biz_date, hour, minute } = clock;
  const common = { hour, minute, biz_date };
  if (isEditor(context.caller)) {
    return { kind: 'making', ...(await loadEditorCards(context, clock, limitToOwnRows(context.caller), biz)), ...common };
  }
  return { kind: 'launching', ...(await loadLaunchingCards(context, clock, viewer, biz)), ...common };
}

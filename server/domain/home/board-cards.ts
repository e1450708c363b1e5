import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { boardMetrics, type boardSummary } from '#contracts/endpoints/home.ts';
import { metricFrom, metricOf } from '#contracts/rules/metrics.ts';
import type { CallContext } from '../call.ts';
import { BUSINESS_TIMEZONE } from '../content/index.ts';
import { type Freshness, loadFreshness, queryReport, type ReportQuestion, toFreshnessAnswer } from '../insights/index.ts';
import { startOfDay } from '../instants.ts';
import type { Caller } from '../work-context.ts';
import * as query from './board.query.ts';
import { asOneself, businessClock, daysAgo, lastDays } from './board-days.ts';

type Summary = ReplyOf<typeof boardSummary>;
type Cards = Summary['cards'];
type Biz = 'dj' | 'ec';

type Context = Pick<CallContext, 'db' | 'now' | 'language'>;

/** How fresh the cards are. */
function freshIn(fresh: Freshness, language: CallContext['language']) {
  const { provisional_from: _, ...said } = toFreshnessAnswer(fresh, language);
  return said;
}

/** Days that cards of materials are about. */
const MAKING_DAYS = 7;

/** Somebody who makes materials and launches nothing. */
export const isMaker = ({ paths }: Pick<Caller, 'paths'>): boolean =>
  paths.includes('/material/upload') && !paths.includes('/advertising/start') && !paths.includes('/advertising/publish');

/** A report of one day, or of several, that shows only its totals. */
const whole = (viewer: Caller, now: Date, biz: Biz, days: ReportQuestion['days']): ReportQuestion => ({
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

const nobodysRows = { limit: 0, offset: 0 };

async function launchingCards({ db, now, language }: Context, viewer: Caller, biz: Biz) {
  const { date } = businessClock(now);
  const yesterday = daysAgo(date, 1);
  const day = (on: string) => queryReport(db, whole(viewer, now, biz, { from: on, to: on, length: 1, isToday: false }), nobodysRows);
  const [today, before, soFar, not_started_accounts] = await Promise.all([
    day(date),
    day(yesterday),
    query.yesterdaySoFar(db, viewer, { biz, date: yesterday, now }),
    query.notStarted(db, viewer, { biz, date, now }),
  ]);
  const cards: Cards = {};
  for (const key of boardMetrics) {
    const isOfNow = key === 'ads_running';
    cards[key] = {
      today: today.totals.m[key] ?? null,
      // Nobody knows of an hour what its users were worth by the end of their day.
      yesterday_same_hour: isOfNow || key === 'roi_d0' ? null : metricFrom(metricOf(key), { ...soFar }),
      yesterday: isOfNow ? null : (before.totals.m[key] ?? null),
    };
  }
  return { cards, not_started_accounts, ...freshIn(today, language) };
}

async function makingCards({ db, now, language }: Context, viewer: Caller, biz: Biz) {
  const days = lastDays(businessClock(now).date, MAKING_DAYS);
  const { from } = days;
  const { accounts, ...made } = await query.making(db, viewer, { biz, from, since: startOfDay(from, BUSINESS_TIMEZONE), now });
  const fresh = await loadFreshness(db, { days, now }, accounts);
  const only = (value: number | null) => ({ today: value, yesterday_same_hour: null, yesterday: null });
  const cards: Cards = {
    uploaded: only(made.uploaded),
    use_rate: only(made.uploaded === 0 ? null : Math.round((made.used / made.uploaded) * 1e6) / 1e6),
    hits: only(made.hits),
    spend: only(made.spend_usd),
    roi_d0: only(metricFrom(metricOf('roi_d0'), { ...made })),
  };
  return { cards, not_started_accounts: 0, ...freshIn(fresh, language) };
}

/** What stands on the cards of somebody's home page. */
export async function summaryOf(context: CallContext, viewer: Caller, biz: Biz): Promise<Summary> {
  const { date: biz_date, hour, minute } = businessClock(context.now);
  const common = { hour, minute, biz_date };
  if (isMaker(context.caller)) {
    return { kind: 'making', ...(await makingCards(context, asOneself(context.caller), biz)), ...common };
  }
  return { kind: 'launching', ...(await launchingCards(context, viewer, biz)), ...common };
}

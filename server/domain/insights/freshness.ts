import { type RawBuilder, sql } from 'kysely';
import type { ReportWarning } from '#contracts/endpoints/report-shapes.ts';
import type { Language } from '../messages.ts';
import { buildSourceSums, type FactQuestion, hasRowsBy } from './base-sums.ts';
import { type Days, getTodayEverywhere, plusDays } from './days.ts';
import { isFactVisible, withoutOrderFilters } from './fact-filters.ts';
import { LISTED_SOURCES, NO_ACCOUNT } from './facts.ts';

/** How up to date the figures are. */
export interface Freshness {
  /** Last pull of the account furthest behind. */
  asOf: Date;
  /** Last pull of any account. */
  newestAt: Date;
  /** Figures from this day on may still change. */
  provisionalFrom: string;
  /** Accounts that are behind, with their last successful pull. */
  stale: { id: number; label: string; since: string }[];
  /** Accounts with a day that was converted by the rate of another day, because it had none. */
  rateless: { id: number; label: string }[];
}

export interface FreshnessRecord {
  as_of: Date | null;
  newest_at: Date | null;
  first_today: string | null;
  stale: Freshness['stale'] | null;
  rateless: Freshness['rateless'] | null;
}

/** Figures of a day may change for this long after its end. */
const PROVISIONAL_DAYS = 2;

/** A rate may come late and an account may be a day ahead, so only a longer gap counts as missing. */
const RATE_TOLERANCE_DAYS = 3;

/** The conditions of a question about orders that also apply to campaigns. */
const withoutOrders = ({ filter, under }: FactQuestion): Pick<FactQuestion, 'filter' | 'under'> => ({
  filter: withoutOrderFilters(filter),
  under: under.filter(({ by }) => hasRowsBy(LISTED_SOURCES.running, [by])),
});

/** The accounts of a report as `covered`: those with facts in `base` and those in which something may be running. */
export const coveredSql = (question: FactQuestion): RawBuilder<unknown> =>
  question.pixels === undefined
    ? sql`
  covered as (
    select base.account_id as id from base where base.account_id <> ${sql.lit(NO_ACCOUNT)} union select r.account_id from (${buildSourceSums(
      LISTED_SOURCES.running,
      { ...question, before: false, ...(question.facts === 'orders' && withoutOrders(question)) },
      { groupings: [], sums: [] },
    )}) r
  )`
    : // Running campaigns do not tell their pixels.
      sql`covered as (select distinct base.account_id as id from base)`;

const COVERED_JOINS = sql`from covered join acc on acc.id = covered.id left join fact_sync s on s.ad_account_id = covered.id`;

/** Accounts in `covered` with spend on a day without a recent rate of their currency. There are few such days or none. */
const selectRateless = ({ from, to }: Pick<Days, 'from' | 'to'>, now: Date, isNamed: RawBuilder<boolean>) => sql`
  with rateless as materialized (
    select used.currency, day::date as stat_date
    from (select distinct acc.currency from covered join acc on acc.id = covered.id where acc.currency <> 'USD') used
    cross join generate_series(${from}::date, least(${to}::date, ${getTodayEverywhere(now).to}::date), interval '1 day') day
    where not exists (
      select 1 from exchange_rate e
      where e.currency = used.currency and e.rate_date <= day and e.rate_date > day - make_interval(days => ${sql.lit(RATE_TOLERANCE_DAYS)}))
  )
  select jsonb_agg(jsonb_build_object('id', a.id, 'label', a.name) order by a.id) from (
    select distinct acc.id, acc.name from covered join acc on acc.id = covered.id join rateless r on r.currency = acc.currency
    cross join lateral (
      select 1 from insight_account_daily f where f.ad_account_id = acc.id and f.stat_date = r.stat_date and f.spend <> 0 limit 1) spent
    where ${isNamed}
  ) a`;

/** Empty freshness columns for rows of figures. */
export const NO_FRESHNESS = sql`null::timestamptz as as_of, null::timestamptz as newest_at, null::date as first_today, null::jsonb as stale, null::jsonb as rateless`;

/**
 * An account pulled much earlier than another is behind even if no pull failed. Deleted accounts are not pulled any more and do not
 * count.
 */
const IS_BEHIND = sql<boolean>`(s.failed_since is not null or (acc.is_kept and s.pulled_at < (select max(s.pulled_at) ${COVERED_JOINS}) - interval '1 hour'))`;

type FreshnessQuestion = Pick<FactQuestion, 'days' | 'now'> & Partial<Pick<FactQuestion, 'caller' | 'isAnonymous'>>;

/** SQL condition: the caller may read the name of the account `acc`, because it has facts of their own. */
const findNamed = ({ days: { from, to }, caller, isAnonymous }: FreshnessQuestion): RawBuilder<boolean> =>
  isAnonymous && caller
    ? sql<boolean>`exists (
        select from insight_account_daily f
        where f.ad_account_id = acc.id and f.stat_date between ${from}::date and ${to}::date and ${isFactVisible(caller)})`
    : sql<boolean>`true`;

/** Freshness columns computed over `covered`. */
export const freshnessColumns = (question: FreshnessQuestion) => sql`
  (select min(s.pulled_at) ${COVERED_JOINS}) as as_of, (select max(s.pulled_at) ${COVERED_JOINS}) as newest_at,
  (select min(acc.today) ${COVERED_JOINS}) as first_today,
  (select jsonb_agg(jsonb_build_object('id', acc.id, 'label', acc.name, 'since', coalesce(s.pulled_at, s.failed_since))
      order by coalesce(s.pulled_at, s.failed_since), acc.id)
    ${COVERED_JOINS} where ${IS_BEHIND} and ${findNamed(question)}) as stale,
  (${selectRateless(question.days, question.now, findNamed(question))}) as rateless`;

/** Without any account, everything is as of now. */
export const toFreshness = ({ now }: Pick<FactQuestion, 'now'>, found: FreshnessRecord): Freshness => ({
  asOf: found.as_of ?? now,
  newestAt: found.newest_at ?? now,
  provisionalFrom: plusDays(found.first_today ?? getTodayEverywhere(now).from, -PROVISIONAL_DAYS),
  stale: found.stale ?? [],
  rateless: found.rateless ?? [],
});

const WARNING_TEXTS: Readonly<Record<ReportWarning['kind'], Readonly<Record<Language, (count: number) => string>>>> = {
  stale_account: {
    zh: (count) => `${count} 个广告账户的数据没有更新，显示的是最近一次拉取成功的数据`,
    en: (count) =>
      count === 1
        ? '1 ad account is behind; its last good figures are shown'
        : `${count} ad accounts are behind; their last good figures are shown`,
  },
  orders_missing: {
    zh: () => '订单暂时无法读取，像素订单与回传差异为空',
    en: () => 'Orders could not be read; pixel orders and the postback gap are missing',
  },
  rate_missing: {
    zh: (count) => `${count} 个广告账户有日期缺少汇率，已按其他日期的汇率折算为美元`,
    en: (count) =>
      `Days of ${count === 1 ? 'an ad account' : `${count} ad accounts`} have no exchange rate; they were converted by that of another day`,
  },
};

/** The warning that figures were computed without orders. */
export const ordersMissing = (language: Language): ReportWarning => ({
  kind: 'orders_missing',
  text: WARNING_TEXTS.orders_missing[language](0),
});

export function toFreshnessAnswer({ asOf, newestAt, provisionalFrom, stale, rateless }: Freshness, language: Language) {
  const warnings: ReportWarning[] = [
    {
      kind: 'stale_account' as const,
      refs: stale.map(({ id, label, since }) => ({ id, label, since: new Date(since).toISOString() })),
    },
    { kind: 'rate_missing' as const, refs: rateless },
  ].flatMap(({ kind, refs }) => (refs.length === 0 ? [] : [{ kind, text: WARNING_TEXTS[kind][language](refs.length), refs }]));
  return {
    as_of: asOf.toISOString(),
    newest_at: newestAt.toISOString(),
    provisional_from: provisionalFrom,
    ...(warnings.length > 0 && { warnings }),
  };
}

import { type RawBuilder, sql } from 'kysely';
import type { ReportWarning } from '#contracts/endpoints/report-shapes.ts';
import type { Language } from '../messages.ts';
import { type FactQuestion, sumsOfSource } from './base-sums.ts';
import { type Days, plusDays, todayEverywhere } from './days.ts';
import { listed } from './facts.ts';

/** How fresh the figures are. */
export interface Freshness {
  /** When the account that is furthest behind was last pulled. */
  asOf: Date;
  /** When the account that was pulled last was. */
  newestAt: Date;
  /** From this day on figures will still change. */
  provisionalFrom: string;
  /** Accounts that are behind, with their last good pull. */
  stale: { id: number; label: string; since: string }[];
  /** Accounts of which a day was converted by the rate of another, because it had none. */
  rateless: { id: number; label: string }[];
}

export interface FreshnessFound {
  as_of: Date | null;
  newest_at: Date | null;
  first_today: string | null;
  stale: Freshness['stale'] | null;
  rateless: Freshness['rateless'] | null;
}

/** Figures of a day change for this long after its end. */
const PROVISIONAL_DAYS = 2;

/** The rate of a day may come late, and an account may be a day ahead: only what is older than this is missed. */
const RATE_DAYS = 3;

/** The accounts of a report, as `covered`: those with facts in `base`, and those in which something may run. */
export const coveredSql = (question: FactQuestion): RawBuilder<unknown> => sql`
  covered as (
    select base.account_id as id from base union select r.account_id from (${sumsOfSource(
      listed.running,
      { ...question, before: false },
      { groupings: [], sums: [] },
    )}) r
  )`;

const STATE = sql`from covered join acc on acc.id = covered.id left join fact_sync s on s.ad_account_id = covered.id`;

/** Of `covered`: accounts that spent on a day of these before which no rate of their currency was told. Days without one are few, or none. */
const ratelessIn = ({ from, to }: Pick<Days, 'from' | 'to'>, now: Date) => sql`
  with rateless as materialized (
    select used.currency, day::date as stat_date
    from (select distinct acc.currency from covered join acc on acc.id = covered.id where acc.currency <> 'USD') used
    cross join generate_series(${from}::date, least(${to}::date, ${todayEverywhere(now).to}::date), interval '1 day') day
    where not exists (
      select 1 from exchange_rate e
      where e.currency = used.currency and e.rate_date <= day and e.rate_date > day - make_interval(days => ${sql.lit(RATE_DAYS)}))
  )
  select jsonb_agg(jsonb_build_object('id', a.id, 'label', a.name) order by a.id) from (
    select distinct acc.id, acc.name from covered join acc on acc.id = covered.id join rateless r on r.currency = acc.currency
    cross join lateral (
      select 1 from insight_account_daily f where f.ad_account_id = acc.id and f.stat_date = r.stat_date and f.spend <> 0 limit 1) spent
  ) a`;

/** Nothing is known of it in a row of figures. */
export const noFreshness = sql`null::timestamptz as as_of, null::timestamptz as newest_at, null::date as first_today, null::jsonb as stale, null::jsonb as rateless`;

/** An account that was pulled so much earlier than another is behind, though no pull of it failed. What left this system is not pulled any more. */
const BEHIND = sql<boolean>`(s.failed_since is not null or (acc.is_kept and s.pulled_at < (select max(s.pulled_at) ${STATE}) - interval '1 hour'))`;

/** Columns over `covered`. */
export const freshnessColumns = ({ days, now }: Pick<FactQuestion, 'days' | 'now'>) => sql`
  (select min(s.pulled_at) ${STATE}) as as_of, (select max(s.pulled_at) ${STATE}) as newest_at,
  (select min(acc.today) ${STATE}) as first_today,
  (select jsonb_agg(jsonb_build_object('id', acc.id, 'label', acc.name, 'since', coalesce(s.pulled_at, s.failed_since))
      order by coalesce(s.pulled_at, s.failed_since), acc.id)
    ${STATE} where ${BEHIND}) as stale,
  (${ratelessIn(days, now)}) as rateless`;

/** What was found; without any account everything is as of now. */
export const freshnessFrom = ({ now }: Pick<FactQuestion, 'now'>, found: FreshnessFound): Freshness => ({
  asOf: found.as_of ?? now,
  newestAt: found.newest_at ?? now,
  provisionalFrom: plusDays(found.first_today ?? todayEverywhere(now).from, -PROVISIONAL_DAYS),
  stale: found.stale ?? [],
  rateless: found.rateless ?? [],
});

const words: Readonly<Record<ReportWarning['kind'], Readonly<Record<Language, (count: number) => string>>>> = {
  stale_account: {
    zh: (count) => `${count} 个广告账户的数据没有更新，显示的是最近一次拉取成功的数据`,
    en: (count) =>
      count === 1
        ? '1 ad account is behind; its last good figures are shown'
        : `${count} ad accounts are behind; their last good figures are shown`,
  },
  rate_missing: {
    zh: (count) => `${count} 个广告账户有日期缺少汇率，已按其他日期的汇率折算为美元`,
    en: (count) =>
      `Days of ${count === 1 ? 'an ad account' : `${count} ad accounts`} have no exchange rate; they were converted by that of another day`,
  },
};

/** As an answer has it. */
export function freshnessAsAnswer({ asOf, newestAt, provisionalFrom, stale, rateless }: Freshness, language: Language) {
  const warnings: ReportWarning[] = [
    {
      kind: 'stale_account' as const,
      refs: stale.map(({ id, label, since }) => ({ id, label, since: new Date(since).toISOString() })),
    },
    { kind: 'rate_missing' as const, refs: rateless },
  ].flatMap(({ kind, refs }) => (refs.length === 0 ? [] : [{ kind, text: words[kind][language](refs.length), refs }]));
  return {
    as_of: asOf.toISOString(),
    newest_at: newestAt.toISOString(),
    provisional_from: provisionalFrom,
    ...(warnings.length > 0 && { warnings }),
  };
}

import { type RawBuilder, sql } from 'kysely';
import type { ReportWarning } from '#contracts/endpoints/report-shapes.ts';
import type { Language } from '../messages.ts';
import { type FactQuestion, sumsOfSource } from './base-sums.ts';
import { plusDays, todayEverywhere } from './days.ts';
import { listed } from './facts.ts';

/** How fresh the figures are: of the account that is furthest behind. */
export interface Freshness {
  asOf: Date;
  /** From this day on figures will still change. */
  provisionalFrom: string;
  stale: { id: number; label: string; since: string }[];
}

export interface FreshnessFound {
  as_of: Date | null;
  first_today: string | null;
  stale: { id: number; label: string; since: string }[] | null;
}

/** Figures of a day change for this long after its end. */
const PROVISIONAL_DAYS = 2;

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

/** Columns over `covered`; `none` has them empty. */
export const freshnessColumns = {
  none: sql`null::timestamptz as as_of, null::date as first_today, null::jsonb as stale`,
  covered: sql`
    (select min(s.pulled_at) ${STATE}) as as_of, (select min(acc.today) ${STATE}) as first_today,
    (select jsonb_agg(jsonb_build_object('id', acc.id, 'label', acc.name, 'since', s.failed_since) order by s.failed_since, acc.id)
      ${STATE} where s.failed_since is not null) as stale`,
};

/** What was found; without any account everything is as of now. */
export const freshnessFrom = ({ now }: Pick<FactQuestion, 'now'>, found: FreshnessFound): Freshness => ({
  asOf: found.as_of ?? now,
  provisionalFrom: plusDays(found.first_today ?? todayEverywhere(now).from, -PROVISIONAL_DAYS),
  stale: found.stale ?? [],
});

const words: Readonly<Record<Language, (count: number) => string>> = {
  zh: (count) => `${count} 个广告账户的数据拉取失败，显示的是最近一次成功的数据`,
  en: (count) => `Figures of ${count === 1 ? 'an ad account' : `${count} ad accounts`} could not be pulled; the last good ones are shown`,
};

/** As an answer has it. */
export const freshnessAsAnswer = ({ asOf, provisionalFrom, stale }: Freshness, language: Language) => ({
  as_of: asOf.toISOString(),
  provisional_from: provisionalFrom,
  ...(stale.length > 0 && {
    warnings: [
      {
        kind: 'stale_account',
        text: words[language](stale.length),
        refs: stale.map(({ id, label, since }) => ({ id, label, since: new Date(since).toISOString() })),
      } satisfies ReportWarning,
    ],
  }),
});

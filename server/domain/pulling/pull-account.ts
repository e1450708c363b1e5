import { TZDate } from '@date-fns/tz';
import { addDays, format } from 'date-fns';
import { type Kysely, sql } from 'kysely';
import type { AdPlatform, InsightRow, Tok } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { openGrant } from '../assets/index.ts';
import {
  channelMeasures,
  type DayFacts,
  type HourFacts,
  loadCentsPerUnit,
  lockFacts,
  maxRoundingOf,
  recordKnownHours,
  writeFacts,
} from '../insights/index.ts';
import type { Job } from '../jobs/index.ts';
import { recordFactsPulled } from './fact-sync.ts';

type JobContext = Parameters<Job['run']>[0];

export interface FactAccount {
  id: number;
  name: string;
  platform_account_id: string;
  personal_account_id: number;
  currency: string;
  timezone_name: string;
}

/** Accounts that ever had an ad of ours on the channel. */
export async function listFactAccounts(db: Kysely<Database>): Promise<FactAccount[]> {
  const { rows } = await sql<FactAccount>`
    select a.id, a.name, a.platform_account_id, a.personal_account_id, a.currency, a.timezone_name from ad_account a
    where a.deleted_at is null and exists (select from ad d where d.ad_account_id = a.id and d.platform_ad_id is not null)
    order by a.id`.execute(db);
  return rows;
}

/** Facts of one row of the channel's answer. */
type ChannelFacts = Omit<DayFacts, keyof Measures> & Measures & { stat_hour: number | null };
type Measures = Record<(typeof channelMeasures)[number], number | null>;

interface FactAnswer {
  rows: ChannelFacts[];
  /** Number of ads that are unknown here. */
  unknown: number;
}

/** A report may reach beyond today: when the channel's clock is ahead, its facts of tomorrow are pulled as well. */
const FUTURE_DAYS = 31;
/** Longest period of a report by the hour. */
const HOURLY_REPORT_DAYS = 14;

async function loadFacts(
  db: Kysely<Database>,
  account: FactAccount,
  { platform, tok }: { platform: AdPlatform; tok: Tok },
  query: { from: string; to: string; by: 'day' | 'hour' },
): Promise<FactAnswer> {
  const reported: InsightRow[] = [];
  for await (const row of platform.insights(tok, account.platform_account_id, query)) reported.push(row);
  const ids = await db
    .selectFrom('ad')
    .select(['id', 'platform_ad_id'])
    .where('ad_account_id', '=', account.id)
    .where('platform_ad_id', 'in', [...new Set(reported.map(({ ad_id }) => ad_id)), ''])
    .execute();
  const idByPlatformId = new Map(ids.map(({ id, platform_ad_id }) => [platform_ad_id, id]));
  const centsPerUnit = await loadCentsPerUnit(db, account.currency, [...new Set(reported.map(({ stat_date }) => stat_date))]);
  const rows = reported.flatMap((row): ChannelFacts[] => {
    const ad_id = idByPlatformId.get(row.ad_id);
    if (ad_id === undefined) return [];
    const { stat_date, stat_hour, reach, plat_value, ...others } = row;
    const plat_value_usd = plat_value === null ? null : Math.round(plat_value * (centsPerUnit.get(stat_date) ?? 0));
    return [{ ...others, plat_value_usd, ad_id, stat_date, stat_hour, reach: reach ?? 0 }];
  });
  return { rows, unknown: new Set(reported.filter(({ ad_id }) => !idByPlatformId.has(ad_id)).map(({ ad_id }) => ad_id)).size };
}

const isHour = (row: ChannelFacts): row is ChannelFacts & HourFacts => row.stat_hour !== null;

/** A measure that is missing in the report of a whole day counts as zero. */
const toDayFacts = ({ stat_hour: _hour, ad_id, stat_date, reach, ...measures }: ChannelFacts): DayFacts => {
  const measured = Object.fromEntries(channelMeasures.map((name) => [name, measures[name] ?? 0])) as Record<keyof Measures, number>;
  return { ad_id, stat_date, reach, ...measured };
};

/** Measures that every channel reports by the hour, and those that only some do. */
const HOURLY_MEASURES = ['spend', 'impressions', 'clicks', 'link_clicks'] as const;
const SOMETIMES_HOURLY_MEASURES = ['lp_views', 'plat_purchases', 'plat_value_usd'] as const;

/** Days whose stored hours differ from what the channel reports for the day now. */
async function findDifferingDays(
  db: Kysely<Database>,
  account: FactAccount,
  days: readonly ChannelFacts[],
  { from, hoursSince }: { from: string; hoursSince: string },
) {
  const list = (of: string) => sql.join(HOURLY_MEASURES.map((name) => sql.ref(`${of}.${name}`)));
  const sums = HOURLY_MEASURES.map((name) => sql`sum(${sql.ref(`h.${name}`)}) as ${sql.ref(name)}`);
  // Unknown as soon as one hour does not tell it.
  const knownSums = SOMETIMES_HOURLY_MEASURES.map((name) => {
    const column = sql.ref(`h.${name}`);
    return sql`case when count(${column}) = count(*) then sum(${column}) end as ${sql.ref(name)}`;
  });
  const columns = [...HOURLY_MEASURES, ...SOMETIMES_HOURLY_MEASURES].map((name) => sql`${sql.ref(name)} bigint`);
  const { rows } = await sql<{ stat_date: string }>`
    with kept as (
      select h.ad_id, h.stat_date, ${sql.join([...sums, ...knownSums])}
      from insight_hourly h where h.ad_account_id = ${account.id} and h.stat_date >= ${from}::date
      group by 1, 2 having sum(h.impressions) + sum(h.spend) > 0),
    told as (
      select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r(ad_id bigint, stat_date date, ${sql.join(columns)}))
    select distinct stat_date from kept full join told using (ad_id, stat_date)
    where ((${list('kept')}) is distinct from (${list('told')}) or kept.lp_views <> told.lp_views or kept.plat_purchases <> told.plat_purchases
        or abs(kept.plat_value_usd - told.plat_value_usd) > ${maxRoundingOf(account.currency)})
      and (kept.spend is not null or stat_date >= ${hoursSince}::date)
    order by 1`.execute(db);
  return rows.map(({ stat_date }) => stat_date);
}

export interface PullResult {
  rows: number;
  days: number;
  unknown: number;
}

/**
 * Replaces the facts of an account for today and the `days` before, by hour, or by day with hours only where the stored hours no longer
 * match their day. One transaction per day: after a failure, the days before it are new and the others unchanged.
 */
export async function pullAccount(
  context: JobContext,
  account: FactAccount,
  { days, by }: { days: number; by: 'hour' | 'day' },
): Promise<PullResult> {
  const { db, now, signal } = context;
  const today = new TZDate(now, account.timezone_name);
  const dateFromToday = (plus: number) => format(addDays(today, plus), 'yyyy-MM-dd');
  const range = { from: dateFromToday(-days), to: dateFromToday(FUTURE_DAYS) };
  const grant = await openGrant(context, account.personal_account_id);
  const daily = await loadFacts(db, account, grant, { ...range, by: 'day' });
  const hourly = by === 'hour' ? await loadFacts(db, account, grant, { ...range, by: 'hour' }) : null;
  const since = { from: range.from, hoursSince: dateFromToday(-HOURLY_REPORT_DAYS) };
  const differingDays = hourly === null ? await findDifferingDays(db, account, daily.rows, since) : null;
  const dates = new Set([
    ...Array.from({ length: days + 1 }, (_, index) => dateFromToday(index - days)),
    ...daily.rows.map(({ stat_date }) => stat_date),
  ]);
  for (const date of [...dates].toSorted()) {
    signal.throwIfAborted();
    const ofDate = (rows: readonly ChannelFacts[]) => rows.filter(({ stat_date }) => stat_date === date);
    const answer = differingDays?.includes(date) ? await loadFacts(db, account, grant, { from: date, to: date, by: 'hour' }) : hourly;
    const facts = { hours: answer === null ? null : ofDate(answer.rows).filter(isHour), days: ofDate(daily.rows).map(toDayFacts) };
    await db.transaction().execute(async (transaction) => {
      await lockFacts(transaction, account.id);
      await writeFacts(transaction, { accountId: account.id, currency: account.currency, dates: [date], now }, facts);
      await recordKnownHours(transaction, { accountId: account.id, date, now });
    });
  }
  await recordFactsPulled(db, account.id, now);
  return { rows: daily.rows.length + (hourly?.rows.length ?? 0), days: dates.size, unknown: daily.unknown };
}

import { TZDate } from '@date-fns/tz';
import { addDays, format } from 'date-fns';
import { type Kysely, sql } from 'kysely';
import type { AdPlatform, InsightRow, Tok } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { openGrant } from '../assets/index.ts';
import { channelMeasures, type DayFacts, type HourFacts, holdFacts, writeFacts } from '../insights/index.ts';
import type { Job } from '../jobs/index.ts';
import { noteFactsPulled } from './fact-sync.ts';

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
export async function factAccounts(db: Kysely<Database>): Promise<FactAccount[]> {
  const { rows } = await sql<FactAccount>`
    select a.id, a.name, a.platform_account_id, a.personal_account_id, a.currency, a.timezone_name from ad_account a
    where a.deleted_at is null and exists (select from ad d where d.ad_account_id = a.id and d.platform_ad_id is not null)
    order by a.id`.execute(db);
  return rows;
}

/** What the channel tells in one answer, with the date it is about. */
type Told = DayFacts & { stat_hour: number | null };

interface Answer {
  rows: Told[];
  /** Of ads that are not known here yet. */
  unknown: number;
}

/** A report may reach beyond today: where the channel's clock is ahead of ours, what it knows of tomorrow is taken as well. */
const AHEAD_DAYS = 31;
/** As many days a report may show by the hour. */
const HOURS_SHOWN = 14;

async function ask(
  db: Kysely<Database>,
  account: FactAccount,
  { platform, tok }: { platform: AdPlatform; tok: Tok },
  query: { from: string; to: string; by: 'day' | 'hour' },
): Promise<Answer> {
  const told: InsightRow[] = [];
  for await (const row of platform.insights(tok, account.platform_account_id, query)) told.push(row);
  const ids = await db
    .selectFrom('ad')
    .select(['id', 'platform_ad_id'])
    .where('ad_account_id', '=', account.id)
    .where('platform_ad_id', 'in', [...new Set(told.map(({ ad_id }) => ad_id)), ''])
    .execute();
  const known = new Map(ids.map(({ id, platform_ad_id }) => [platform_ad_id, id]));
  const rows = told.flatMap((row): Told[] => {
    const ad_id = known.get(row.ad_id);
    if (ad_id === undefined) return [];
    const measures = Object.fromEntries(channelMeasures.map((name) => [name, row[name]])) as Pick<Told, (typeof channelMeasures)[number]>;
    return [{ ad_id, stat_date: row.stat_date, stat_hour: row.stat_hour, reach: row.reach, ...measures }];
  });
  return { rows, unknown: new Set(told.filter(({ ad_id }) => !known.has(ad_id)).map(({ ad_id }) => ad_id)).size };
}

const isHour = (row: Told): row is Told & HourFacts => row.stat_hour !== null;

/** Days whose hours are kept, or ought to be, and do not come to what the channel tells of the day now. */
async function daysThatDiffer(
  db: Kysely<Database>,
  accountId: number,
  days: readonly Told[],
  { from, hoursSince }: { from: string; hoursSince: string },
) {
  const compared = ['spend', 'impressions', 'clicks', 'link_clicks', 'lp_views', 'plat_purchases', 'plat_value_usd'] as const;
  const list = (of: string) => sql.join(compared.map((name) => sql.ref(`${of}.${name}`)));
  const { rows } = await sql<{ stat_date: string }>`
    with kept as (
      select h.ad_id, h.stat_date, ${sql.join(compared.map((name) => sql`sum(${sql.ref(`h.${name}`)}) as ${sql.ref(name)}`))}
      from insight_hourly h where h.ad_account_id = ${accountId} and h.stat_date >= ${from}::date
      group by 1, 2 having sum(h.impressions) + sum(h.spend) > 0),
    told as (
      select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        as r(ad_id bigint, stat_date date, ${sql.join(compared.map((name) => sql`${sql.ref(name)} bigint`))}))
    select distinct stat_date from kept full join told using (ad_id, stat_date)
    where (${list('kept')}) is distinct from (${list('told')}) and (kept.spend is not null or stat_date >= ${hoursSince}::date)
    order by 1`.execute(db);
  return rows.map(({ stat_date }) => stat_date);
}

export interface Pulled {
  rows: number;
  days: number;
  unknown: number;
}

/**
 * Replaces what an account did in its last days, `days` of them before today: by hour, or by day and by hour only where hours that are
 * kept no longer come to their day. One transaction a day; a failure leaves the days before it good and the others as they were.
 */
export async function pullAccount(
  context: JobContext,
  account: FactAccount,
  { days, by }: { days: number; by: 'hour' | 'day' },
): Promise<Pulled> {
  const { db, now, signal } = context;
  const today = new TZDate(now, account.timezone_name);
  const dateOf = (plus: number) => format(addDays(today, plus), 'yyyy-MM-dd');
  const range = { from: dateOf(-days), to: dateOf(AHEAD_DAYS) };
  const grant = await openGrant(context, account.personal_account_id);
  const daily = await ask(db, account, grant, { ...range, by: 'day' });
  const hourly = by === 'hour' ? await ask(db, account, grant, { ...range, by: 'hour' }) : null;
  const since = { from: range.from, hoursSince: dateOf(-HOURS_SHOWN) };
  const anew = hourly === null ? await daysThatDiffer(db, account.id, daily.rows, since) : null;
  const dates = new Set([
    ...Array.from({ length: days + 1 }, (_, index) => dateOf(index - days)),
    ...daily.rows.map(({ stat_date }) => stat_date),
  ]);
  for (const date of [...dates].toSorted()) {
    signal.throwIfAborted();
    const ofDate = (rows: readonly Told[]) => rows.filter(({ stat_date }) => stat_date === date);
    const asked = anew?.includes(date) ? await ask(db, account, grant, { from: date, to: date, by: 'hour' }) : hourly;
    const facts = { hours: asked === null ? null : ofDate(asked.rows).filter(isHour), days: ofDate(daily.rows) };
    await db.transaction().execute(async (transaction) => {
      await holdFacts(transaction, account.id);
      await writeFacts(transaction, { accountId: account.id, currency: account.currency, dates: [date], now }, facts);
    });
  }
  await noteFactsPulled(db, account.id, now);
  return { rows: daily.rows.length + (hourly?.rows.length ?? 0), days: dates.size, unknown: daily.unknown };
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { isCountedIn, sitesKnownUntil } from '../insights/index.ts';
import {
  HourLedger,
  type HourRange,
  type LocalHour,
  type RuleMeasure,
  type RuleSums,
  startOfLocalDay,
  toLocalDate,
  toLocalHour,
} from './hour-ledger.ts';

type Db = Kysely<Database>;

/** Days before today whose hours are needed: a week and the week it is compared with. */
const DAYS_BEFORE = 13;

/** The hours that conditions may look at, seen in the hour `now`. */
export const hoursSeenFrom = (now: LocalHour): HourRange => ({ from: startOfLocalDay(now) - DAYS_BEFORE * 24, before: now + 1 });

/** The ad of a fact with the objects above it. */
export interface AdPath {
  ad_id: number;
  ad_group_id: number;
  campaign_id: number;
}

export type Ledgers = Readonly<Record<EntityLevel, HourLedger>>;

export const createLedgers = (hours: HourRange): Ledgers => ({
  campaign: new HourLedger(hours),
  ad_group: new HourLedger(hours),
  ad: new HourLedger(hours),
});

export function addToLedgers(
  ledgers: Ledgers,
  { ad_id, ad_group_id, campaign_id }: AdPath,
  hour: LocalHour,
  sums: Partial<RuleSums>,
): void {
  ledgers.ad.add(ad_id, hour, sums);
  ledgers.ad_group.add(ad_group_id, hour, sums);
  ledgers.campaign.add(campaign_id, hour, sums);
}

export interface DatedHour {
  stat_date: string;
  stat_hour: number;
}

export type ChannelSums = Pick<RuleSums, 'spend_usd' | 'impressions' | 'link_clicks' | 'new_users' | 'plat_purchases'>;
export type HourRow = AdPath & DatedHour & ChannelSums;

const AD_PATH = sql`x.id as ad_id, x.ad_group_id, x.campaign_id`;

/** SQL: a measure that the channel does not report by the hour is not a number, and neither is any sum that contains it. */
export const orUnknown = (column: `${string}.${RuleMeasure}`) =>
  sql`coalesce(${sql.ref(column)}::float8, 'NaN'::float8) as ${sql.ref(column.split('.')[1] ?? column)}`;

/** Figures of hours as they are stored now. */
export async function loadHourRows(db: Db, accountId: number, { from, before }: HourRange): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select ${AD_PATH}, h.stat_date, h.stat_hour, h.spend_usd, h.impressions, h.link_clicks, h.new_users, ${orUnknown('h.plat_purchases')}
    from insight_hourly h join ad x on x.id = h.ad_id
    where h.ad_account_id = ${accountId} and h.stat_date >= ${toLocalDate(from)}::date and h.stat_date <= ${toLocalDate(before - 1)}::date
    order by h.stat_date, h.stat_hour, h.ad_id`.execute(db);
  return rows;
}

/** A paid order with the ad it is attributed to. */
export interface PaidOrder extends AdPath, DatedHour {
  paid_at: Date;
  cohort_date: string | null;
  day_n: number | null;
  is_h24: boolean;
  is_first: boolean;
  amount_usd: number;
}

export async function loadPaidOrders(db: Db, accountId: number, { from, before }: HourRange): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    select ${AD_PATH}, o.stat_date, o.stat_hour, o.paid_at, o.cohort_date, o.day_n, o.is_h24, o.is_first, o.amount_usd
    from biz_order o join ad x on x.id = o.ad_id
    where o.ad_account_id = ${accountId} and o.stat_date >= ${toLocalDate(from)}::date and o.stat_date <= ${toLocalDate(before)}::date
      and o.paid_at is not null and ${isCountedIn('o')}
    order by o.paid_at, o.id`.execute(db);
  return rows;
}

/** Adds an order at the hour of its payment, and its cohort revenue on the day the user was acquired. */
export function addOrder(ledgers: Ledgers, order: PaidOrder): void {
  const { stat_date, stat_hour, cohort_date, day_n, is_h24, is_first, amount_usd } = order;
  const isD0 = day_n === 0;
  const paid: Partial<RuleSums> = { revenue_usd: amount_usd, first_payers: is_first ? 1 : 0, ...(isD0 ? { rev_d0: amount_usd } : {}) };
  addToLedgers(ledgers, order, toLocalHour(stat_date, stat_hour), paid);
  // The hour of acquisition is not stored; no window that uses this revenue is shorter than a day.
  if (is_h24 && cohort_date !== null) addToLedgers(ledgers, order, toLocalHour(cohort_date, 0), { rev_h24: amount_usd });
}

/** Sums of the days before the first hour, for whole lifetimes. */
export async function addEarlierDays(db: Db, ledgers: Ledgers, accountId: number, first: LocalHour): Promise<void> {
  const { rows } = await sql<AdPath & RuleSums>`
    select ${AD_PATH}, f.* from (
      select d.ad_id as of_ad, sum(d.spend_usd)::float8 as spend_usd, sum(d.impressions)::float8 as impressions,
        sum(d.link_clicks)::float8 as link_clicks, sum(d.new_users)::float8 as new_users, sum(d.plat_purchases)::float8 as plat_purchases,
        sum(d.first_payers)::float8 as first_payers, sum(d.revenue_usd)::float8 as revenue_usd, sum(d.rev_d0)::float8 as rev_d0,
        sum(d.rev_h24)::float8 as rev_h24
      from insight_daily d where d.ad_account_id = ${accountId} and d.stat_date < ${toLocalDate(first)}::date group by d.ad_id
    ) f join ad x on x.id = f.of_ad`.execute(db);
  for (const row of rows) {
    ledgers.ad.addEarlier(row.ad_id, row);
    ledgers.ad_group.addEarlier(row.ad_group_id, row);
    ledgers.campaign.addEarlier(row.campaign_id, row);
  }
}

/** The figures of an account as they are known now. */
export async function loadLedgers(db: Db, accountId: number, now: LocalHour): Promise<Ledgers> {
  const hours = hoursSeenFrom(now);
  const ledgers = createLedgers(hours);
  for (const row of await loadHourRows(db, accountId, hours)) addToLedgers(ledgers, row, toLocalHour(row.stat_date, row.stat_hour), row);
  for (const order of await loadPaidOrders(db, accountId, hours)) addOrder(ledgers, order);
  await addEarlierDays(db, ledgers, accountId, hours.from);
  return ledgers;
}

/** The instant up to which the figures of an account are known; null when they were never pulled. */
export async function loadKnownUntil(db: Db, accountId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ known_until: Date | null }>`
    select least(s.pulled_at, ${sitesKnownUntil(now)}) as known_until from fact_sync s
    where s.ad_account_id = ${accountId} and s.pulled_at is not null`.execute(db);
  return rows[0]?.known_until ?? null;
}

import { type RawBuilder, sql } from 'kysely';
import type { Limits } from '../limits.ts';
import { refuseField } from '../refusal.ts';

const DAY_MS = 86_400_000;

export interface DaysRequest {
  date_from: string;
  date_to: string;
  date_mode?: 'account_today' | undefined;
}

/** The days of a report. Each fact is compared by the date of its own ad account. */
export interface Days {
  /** Inclusive; for `account_today` the earliest and latest date that is today in any time zone. */
  readonly from: string;
  readonly to: string;
  /** Number of requested days. */
  readonly length: number;
  /** Includes only the current day of each account. */
  readonly isToday: boolean;
}

export const plusDays = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The first day of the month after that of a date. */
export function getNextMonth(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** True when the period consists of whole months. */
export const isOfWholeMonths = ({ from, to, isToday }: Days): boolean =>
  !isToday && from.endsWith('-01') && plusDays(to, 1).endsWith('-01');

const dateAfterHours = (now: Date, hours: number): string => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10);

/** The current day of every account in any time zone. */
export const getTodayEverywhere = (now: Date): Days => ({
  from: dateAfterHours(now, -12),
  to: dateAfterHours(now, 14),
  length: 1,
  isToday: true,
});

/** The last days of every account in any time zone, including the current one. */
export const getLastDaysEverywhere = (now: Date, length: number): Days => {
  const { from, to } = getTodayEverywhere(now);
  return { from: plusDays(from, 1 - length), to, length, isToday: false };
};

/** Refuses a period that ends before it begins or is too long, at the given field names. */
function parseDays(from: string, to: string, max: number, fields: { from: string; to: string }): Days {
  if (from > to) throw refuseField(fields.to, 'range');
  const length = daysBetween(from, to) + 1;
  if (length > max) throw refuseField(fields.to, 'reportDays', { limit: max });
  return { from, to, length, isToday: false };
}

/** The validated days of a report request. */
export function parseReportDays(
  { date_from, date_to, date_mode }: DaysRequest,
  now: Date,
  limits: Limits,
  by: 'hour' | 'day' = 'day',
): Days {
  if (date_mode === 'account_today') return getTodayEverywhere(now);
  const max = by === 'hour' ? limits.reportMaxHourlyDays : limits.reportMaxDays;
  return parseDays(date_from, date_to, max, { from: 'date_from', to: 'date_to' });
}

/** The days of the figures in a list that also filters by other dates; undefined when none are given. */
export function parseFigureDays({ data_from, data_to }: { data_from?: string | undefined; data_to?: string | undefined }, limits: Limits) {
  if (data_from === undefined && data_to === undefined) return undefined;
  if (data_from === undefined) throw refuseField('data_from', 'required');
  if (data_to === undefined) throw refuseField('data_to', 'required');
  return parseDays(data_from, data_to, limits.reportMaxDays, { from: 'data_from', to: 'data_to' });
}

/** The previous period of equal length. */
export const getPreviousPeriod = ({ from, length }: Days): { from: string } => ({ from: plusDays(from, -length) });

/** SQL condition on the date of a fact `f` of an account `acc`; with `before` the previous period counts as well. */
export function inDays(days: Days, before: boolean): RawBuilder<boolean> {
  const from = before ? getPreviousPeriod(days).from : days.from;
  const bounds = sql<boolean>`f.stat_date between ${from}::date and ${days.to}::date`;
  if (!days.isToday) return bounds;
  const exact = before ? sql<boolean>`f.stat_date in (acc.today, acc.today - 1)` : sql<boolean>`f.stat_date = acc.today`;
  return sql<boolean>`(${bounds} and ${exact})`;
}

/** SQL condition: the fact belongs to the previous period. */
export const isInPreviousPeriod = (days: Days): RawBuilder<boolean> =>
  days.isToday ? sql<boolean>`(f.stat_date < acc.today)` : sql<boolean>`(f.stat_date < ${days.from}::date)`;

/** SQL: the date of a fact, of the previous period the one it is compared with. */
export const getComparedDate = (days: Days): RawBuilder<unknown> =>
  sql`(f.stat_date + case when ${isInPreviousPeriod(days)} then ${sql.lit(days.length)} else 0 end)`;

/** SQL condition: the current day of the account is among the days. */
export const includesToday = (days: Days): RawBuilder<boolean> =>
  days.isToday ? sql<boolean>`true` : sql<boolean>`(acc.today between ${days.from}::date and ${days.to}::date)`;

/** Number of days that are ripe; `today` is the date of the account furthest behind. */
export function countRipeDays(days: Pick<Days, 'from' | 'length' | 'isToday'>, today: string, ripens: number): number {
  if (days.isToday) return 0;
  return Math.min(Math.max(daysBetween(days.from, today) - ripens, 0), days.length);
}

import { type RawBuilder, sql } from 'kysely';
import type { Limits } from '../limits.ts';
import { refuseField } from '../refusal.ts';

const DAY_MS = 86_400_000;

export interface DaysAsked {
  date_from: string;
  date_to: string;
  date_mode?: 'account_today' | undefined;
}

/** The days of a report, each compared by the date of its own ad account. */
export interface Days {
  /** Both included; of `account_today` the earliest and the latest date that is today anywhere. */
  readonly from: string;
  readonly to: string;
  /** Days asked for. */
  readonly length: number;
  /** Of each account only its current day. */
  readonly isToday: boolean;
}

export const plusDays = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const hoursFrom = (now: Date, hours: number): string => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10);

/** The current day of every account, wherever it is. */
export const todayEverywhere = (now: Date): Days => ({ from: hoursFrom(now, -12), to: hoursFrom(now, 14), length: 1, isToday: true });

/** The last so many days of every account, wherever it is, the current one included. */
export const lastDaysEverywhere = (now: Date, length: number): Days => {
  const { from, to } = todayEverywhere(now);
  return { from: plusDays(from, 1 - length), to, length, isToday: false };
};

/** Refuses days that end before they begin, and more of them than allowed; the fields are named so. */
function daysBetweenFields(from: string, to: string, max: number, fields: { from: string; to: string }): Days {
  if (from > to) throw refuseField(fields.to, 'range');
  const length = daysBetween(from, to) + 1;
  if (length > max) throw refuseField(fields.to, 'reportDays', { limit: max });
  return { from, to, length, isToday: false };
}

/** The days of a report. */
export function daysOf({ date_from, date_to, date_mode }: DaysAsked, now: Date, limits: Limits, by: 'hour' | 'day' = 'day'): Days {
  if (date_mode === 'account_today') return todayEverywhere(now);
  const max = by === 'hour' ? limits.reportMaxHourlyDays : limits.reportMaxDays;
  return daysBetweenFields(date_from, date_to, max, { from: 'date_from', to: 'date_to' });
}

/** The days of the figures of a list that has other dates besides; undefined where none are asked for. */
export function daysOfFigures({ data_from, data_to }: { data_from?: string | undefined; data_to?: string | undefined }, limits: Limits) {
  if (data_from === undefined && data_to === undefined) return undefined;
  if (data_from === undefined) throw refuseField('data_from', 'required');
  if (data_to === undefined) throw refuseField('data_to', 'required');
  return daysBetweenFields(data_from, data_to, limits.reportMaxDays, { from: 'data_from', to: 'data_to' });
}

/** The period of equal length before. */
export const daysBefore = ({ from, length }: Days): { from: string } => ({ from: plusDays(from, -length) });

/** SQL condition on the date of a fact `f` of an account `acc`; with `before` also the period of equal length before. */
export function inDays(days: Days, before: boolean): RawBuilder<boolean> {
  const from = before ? daysBefore(days).from : days.from;
  const bounds = sql<boolean>`f.stat_date between ${from}::date and ${days.to}::date`;
  if (!days.isToday) return bounds;
  const exact = before ? sql<boolean>`f.stat_date in (acc.today, acc.today - 1)` : sql<boolean>`f.stat_date = acc.today`;
  return sql<boolean>`(${bounds} and ${exact})`;
}

/** SQL condition: the fact is of the period before. */
export const isBefore = (days: Days): RawBuilder<boolean> =>
  days.isToday ? sql<boolean>`(f.stat_date < acc.today)` : sql<boolean>`(f.stat_date < ${days.from}::date)`;

/** SQL condition: the current day of the account is among the days. */
export const isRunning = (days: Days): RawBuilder<boolean> =>
  days.isToday ? sql<boolean>`true` : sql<boolean>`(acc.today between ${days.from}::date and ${days.to}::date)`;

/** How many of the days are ripe, where the account furthest behind is at `today`. */
export function ripeDays(days: Pick<Days, 'from' | 'length' | 'isToday'>, today: string, ripens: number): number {
  if (days.isToday) return 0;
  return Math.min(Math.max(daysBetween(days.from, today) - ripens, 0), days.length);
}

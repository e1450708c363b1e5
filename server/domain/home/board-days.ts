import { TZDate } from '@date-fns/tz';
import { BUSINESS_TIMEZONE, businessDay } from '../content/index.ts';
import type { Days } from '../insights/index.ts';
import type { Caller } from '../work-context.ts';

/** How far the business day has come. */
export interface BusinessClock {
  date: string;
  hour: number;
  minute: number;
}

export function businessClock(now: Date): BusinessClock {
  const there = new TZDate(now, BUSINESS_TIMEZONE);
  return { date: businessDay(now), hour: there.getHours(), minute: there.getMinutes() };
}

const DAY_MS = 86_400_000;
export const daysAgo = (date: string, days: number): string => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);

/** The last so many days, today included. */
export const lastDays = (today: string, length: number): Days => ({ from: daysAgo(today, length - 1), to: today, length, isToday: false });

/** Whoever sees no more than the own, though a leader or an administrator. */
export const asOneself = (caller: Caller): Caller => ({ ...caller, isAdmin: 0, isLeader: false });

/** Whose figures the page shows. */
export const viewerOf = (caller: Caller, scope: 'mine' | 'team'): Caller => (scope === 'mine' ? asOneself(caller) : caller);

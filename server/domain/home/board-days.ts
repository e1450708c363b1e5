import type { Days } from '../insights/index.ts';
import type { Caller } from '../work-context.ts';

const DAY_MS = 86_400_000;
export const daysAgo = (date: string, days: number): string => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);

/** The last `length` days including today. */
export const lastDays = (today: string, length: number): Days => ({ from: daysAgo(today, length - 1), to: today, length, isToday: false });

/** The caller limited to their own rows, even as a leader or administrator. */
export const limitToOwnRows = (caller: Caller): Caller => ({ ...caller, isAdmin: 0, isLeader: false });

/** The caller whose visibility the figures follow. */
export const viewerOf = (caller: Caller, scope: 'mine' | 'team'): Caller => (scope === 'mine' ? limitToOwnRows(caller) : caller);

import { dateIn } from '#src/locale/format.ts';

const DAY_MS = 86_400_000;

/** Hourly data has fewer metrics than daily data. */
export const TREND_METRICS = { hour: ['spend', 'revenue', 'roi', 'new_users'], day: ['spend', 'revenue', 'roi', 'roi_d0'] } as const;

/** The last days in the timezone of an account, including the current one. */
export function toLastDays(days: number, timezone: string) {
  const now = Date.now();
  return { date_from: dateIn(new Date(now - (days - 1) * DAY_MS), timezone), date_to: dateIn(new Date(now), timezone) };
}

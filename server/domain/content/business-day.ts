import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import { BUSINESS_TIMEZONE } from '../business-time.ts';

export { BUSINESS_TIMEZONE };

/** Today's date in the time zone of the company, as `YYYY-MM-DD`. */
export const businessDay = (now: Date): string => format(new TZDate(now, BUSINESS_TIMEZONE), 'yyyy-MM-dd');

const DAY_MS = 86_400_000;

/** Days since the drama went online, counting the first day; null before that day, and without one. */
export function daysOnline(onlineAt: string | null, now: Date): number | null {
  if (onlineAt === null) return null;
  const days = Math.round((Date.parse(businessDay(now)) - Date.parse(onlineAt)) / DAY_MS) + 1;
  return days > 0 ? days : null;
}

import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** Where the company counts its days. */
export const BUSINESS_ZONE = 'Asia/Shanghai';

/** Today's date where the company counts its days, `YYYY-MM-DD`. */
export const businessDay = (now: Date): string => format(new TZDate(now, BUSINESS_ZONE), 'yyyy-MM-dd');

const DAY_MS = 86_400_000;

/** Days since something went online, the first one counted; null before it, and where it has no such day. */
export function daysOnline(onlineAt: string | null, now: Date): number | null {
  if (onlineAt === null) return null;
  const days = Math.round((Date.parse(businessDay(now)) - Date.parse(onlineAt)) / DAY_MS) + 1;
  return days > 0 ? days : null;
}

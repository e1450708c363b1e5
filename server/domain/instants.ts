import { TZDate } from '@date-fns/tz';
import { addDays, format } from 'date-fns';

/** Local time such as `2026-11-20 09:30`. */
export const formatInstant = (at: Date, timezone: string): string => format(new TZDate(at, timezone), 'yyyy-MM-dd HH:mm');

/** Local time such as `202611200930`, for file names. */
export const formatFileStamp = (at: Date, timezone: string): string => format(new TZDate(at, timezone), 'yyyyMMddHHmm');

/** First instant of a calendar day in a time zone; `plusDays` moves the day. */
export function startOfDay(date: string, timezone: string, plusDays = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const start = new TZDate(year, month - 1, day, timezone);
  return new Date(addDays(start, plusDays).getTime());
}

/** Local time stored as if it were UTC, as spreadsheet cells hold it. */
export function wallClock(at: Date, timezone: string): Date {
  const local = new TZDate(at, timezone);
  return new Date(
    Date.UTC(local.getFullYear(), local.getMonth(), local.getDate(), local.getHours(), local.getMinutes(), local.getSeconds()),
  );
}

import { TZDate } from '@date-fns/tz';
import { addDays, format } from 'date-fns';

/** `2026-11-20 09:30` on the wall of that time zone. */
export const formatInstant = (at: Date, timezone: string): string => format(new TZDate(at, timezone), 'yyyy-MM-dd HH:mm');

/** `202611200930` on the wall of that time zone, for file names. */
export const stampOf = (at: Date, timezone: string): string => format(new TZDate(at, timezone), 'yyyyMMddHHmm');

/** First instant of a calendar day in a time zone; `plusDays` moves the day. */
export function startOfDay(date: string, timezone: string, plusDays = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const start = new TZDate(year, month - 1, day, timezone);
  return new Date(addDays(start, plusDays).getTime());
}

/** The wall-clock time as if it were UTC: what a spreadsheet cell holds. */
export function wallClock(at: Date, timezone: string): Date {
  const there = new TZDate(at, timezone);
  return new Date(
    Date.UTC(there.getFullYear(), there.getMonth(), there.getDate(), there.getHours(), there.getMinutes(), there.getSeconds()),
  );
}

import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns';

export interface QuietHours {
  /** `HH:mm`; equal to the end for no quiet hours. */
  from: string;
  to: string;
  timezone: string;
}

const toMinutes = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** End of the quiet hours that contain the instant; undefined outside of them. */
export function endOfQuietHours(at: Date, { from, to, timezone }: QuietHours): Date | undefined {
  const local = new TZDate(at, timezone);
  const minute = local.getHours() * 60 + local.getMinutes();
  const [start, end] = [toMinutes(from), toMinutes(to)];
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return undefined;
  const day = new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), Math.floor(end / 60), end % 60, timezone);
  return new Date((minute < end ? day : addDays(day, 1)).getTime());
}

import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** Instants come with an offset that has no colon, such as 2026-11-20T08:00:00+0800. Null for anything else. */
export function readInstant(text: string | null): Date | null {
  if (text === null) return null;
  const at = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(at) ? null : new Date(at);
}

export const readSeconds = (seconds: number | null): Date | null => (seconds === null || seconds === 0 ? null : new Date(seconds * 1000));

export const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Local date of an instant. */
export const dateIn = (at: Date, timezone: string): string => format(new TZDate(at, timezone), 'yyyy-MM-dd');

import { TZDate } from '@date-fns/tz';
import { format, formatDistanceStrict, type Locale } from 'date-fns';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useDateLocale, useTimezone } from './text-provider.tsx';

/** What a missing value looks like. */
export const DASH = '—';

/** `YYYY-MM-DD HH:mm` (with seconds on demand) in the given timezone; the input is an ISO instant. */
export const instantText = (instant: string, timezone: string, seconds = false): string =>
  format(new TZDate(instant, timezone), seconds ? 'yyyy-MM-dd HH:mm:ss' : 'yyyy-MM-dd HH:mm');

/** The calendar date of an instant in the given timezone, `YYYY-MM-DD`. */
export const dateIn = (instant: Date, timezone: string): string => format(new TZDate(instant, timezone), 'yyyy-MM-dd');

export const distanceText = (instant: string, now: Date, locale: Locale): string =>
  formatDistanceStrict(new Date(instant), now, { addSuffix: true, locale });

/** Formats for what a table shows, in the reader's language and timezone. */
export function useFormat() {
  const intl = useIntl();
  const timezone = useTimezone();
  const locale = useDateLocale();
  return useMemo(
    () => ({
      timezone,
      number: (value: number | null) => (value === null ? DASH : intl.formatNumber(value)),
      /** 0.0123 -> 1.23% */
      percent: (value: number | null) =>
        value === null ? DASH : intl.formatNumber(value, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }),
      instant: (value: string | null, seconds = false) => (value === null ? DASH : instantText(value, timezone, seconds)),
      /** A day in full words, with its weekday. */
      longDate: (moment: Date) => format(new TZDate(moment, timezone), 'PPPP', { locale }),
      distance: (value: string | null, now: Date) => (value === null ? DASH : distanceText(value, now, locale)),
      /** Milliseconds -> 850 ms, 12.3 s, 4 min 05 s. */
      duration: (ms: number | null) => {
        if (ms === null) return DASH;
        if (ms < 1000) return `${ms} ms`;
        if (ms < 60_000) return `${intl.formatNumber(ms / 1000, { maximumFractionDigits: 1 })} s`;
        return `${Math.floor(ms / 60_000)} min ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')} s`;
      },
    }),
    [intl, timezone, locale],
  );
}

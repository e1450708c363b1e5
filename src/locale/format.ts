import { TZDate } from '@date-fns/tz';
import { format, formatDistanceStrict, isSameDay, isSameYear, type Locale } from 'date-fns';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { decimalsOf, signOf } from '#contracts/rules/currencies.ts';
import { toMajor } from '#machines/kernel/form/money.ts';
import { useBusinessTimezone, useDateLocale, useTimezone } from './text-provider.tsx';

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Shown for a missing value. */
export const DASH = '—';

/** Formats an ISO instant as `YYYY-MM-DD HH:mm` in the given timezone, optionally with seconds. */
export const instantText = (instant: string, timezone: string, seconds = false): string =>
  format(new TZDate(instant, timezone), seconds ? 'yyyy-MM-dd HH:mm:ss' : 'yyyy-MM-dd HH:mm');

/** The calendar date of an instant in the given timezone, `YYYY-MM-DD`. */
export const dateIn = (instant: Date, timezone: string): string => format(new TZDate(instant, timezone), 'yyyy-MM-dd');

/** The company's current date, which “today” means in reports. */
export const useBusinessToday = (): string => dateIn(new Date(), useBusinessTimezone());

export const distanceText = (instant: string, now: Date, locale: Locale): string =>
  formatDistanceStrict(new Date(instant), now, { addSuffix: true, locale });

/** Formats an amount with the symbol that is unique to its currency. */
const withCurrencySymbol = (formatter: Intl.NumberFormat, amount: number, currency: string): string => {
  const isChinese = formatter.resolvedOptions().locale.startsWith('zh');
  return formatter
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? signOf(currency, value, isChinese) : value))
    .join('');
};

/** Formats for table values, in the language and timezone of the user. */
export function useFormat() {
  const intl = useIntl();
  const timezone = useTimezone();
  const locale = useDateLocale();
  return useMemo(() => {
    // Cached, because a long table formats thousands of numbers while it scrolls.
    const cache = new Map<string, Intl.NumberFormat>();
    const numberFormat = (key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
      const cached = cache.get(key) ?? new Intl.NumberFormat(intl.locale, options);
      cache.set(key, cached);
      return cached;
    };
    return {
      timezone,
      number: (value: number | null) => (value === null ? DASH : numberFormat('number', {}).format(value)),
      /** 0.0123 -> 1.23% */
      percent: (value: number | null) =>
        value === null
          ? DASH
          : numberFormat('percent', { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value),
      /** Always shows this number of decimals. */
      decimal: (value: number | null, digits: number) =>
        value === null
          ? DASH
          : numberFormat(`decimal ${digits}`, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
      /** Takes minor units and shows as many decimals as the currency has: 12345 USD -> $123.45. */
      money: (minor: number | null, currency: string) => {
        if (minor === null) return DASH;
        const digits = { minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: decimalsOf(currency) };
        const formatter = numberFormat(`money ${currency}`, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...digits });
        return withCurrencySymbol(formatter, toMajor(minor, currency), currency);
      },
      /** Short form for an axis: 12,300 -> 12.3K. */
      compact: (value: number) =>
        numberFormat('compact', { notation: 'compact', maximumFractionDigits: 2, useGrouping: 'always' }).format(value),
      compactPercent: (value: number) => numberFormat('compact percent', { style: 'percent', maximumFractionDigits: 1 }).format(value),
      /** Short form of `money`: 1,234,500 USD -> $12.3K; amounts below one unit keep their cents. */
      compactMoney: (minor: number, currency: string) => {
        const major = toMajor(minor, currency);
        const digits = Math.abs(major) < 1 ? 2 : 1;
        const formatter = numberFormat(`compact ${currency} ${digits}`, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
          notation: 'compact',
          minimumFractionDigits: 0,
          maximumFractionDigits: digits,
          useGrouping: 'always',
        });
        return withCurrencySymbol(formatter, major, currency);
      },
      /** 1536 -> 1.5 KB, in the largest unit that leaves a whole part. */
      bytes: (value: number | null) => {
        if (value === null) return DASH;
        const step = Math.min(Math.floor(Math.log2(Math.max(value, 1)) / 10), BYTE_UNITS.length - 1);
        return `${numberFormat('bytes', { maximumFractionDigits: step === 0 ? 0 : 1 }).format(value / 1024 ** step)} ${BYTE_UNITS[step]}`;
      },
      /** Length of a video in milliseconds: 65,000 -> 1:05, 3,725,000 -> 1:02:05. */
      runtime: (ms: number | null) => {
        if (ms === null) return DASH;
        const seconds = Math.round(ms / 1000);
        const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
        const [hours = 0, minutes = 0, rest = 0] = parts;
        const pad = (part: number) => String(part).padStart(2, '0');
        return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
      },
      instant: (value: string | null, seconds = false) => (value === null ? DASH : instantText(value, timezone, seconds)),
      /** HH:mm of an instant; with the date when it is not from today. */
      clock: (value: string, now = new Date()) => {
        const [local, today] = [new TZDate(value, timezone), new TZDate(now, timezone)];
        if (isSameDay(local, today)) return format(local, 'HH:mm');
        return format(local, isSameYear(local, today) ? 'MM-dd HH:mm' : 'yyyy-MM-dd HH:mm');
      },
      /** Common name of a time zone: Asia/Shanghai -> China Standard Time. */
      zone: (name: string) => {
        const parts = new Intl.DateTimeFormat(intl.locale, { timeZone: name, timeZoneName: 'long' }).formatToParts();
        return parts.find(({ type }) => type === 'timeZoneName')?.value ?? name;
      },
      /** A full date with its weekday. */
      longDate: (moment: Date) =>
        format(new TZDate(moment, timezone), intl.locale.startsWith('en') ? 'EEEE, d MMMM yyyy' : 'PPPP', { locale }),
      distance: (value: string | null, now: Date) => (value === null ? DASH : distanceText(value, now, locale)),
      /** Milliseconds -> 850 ms, 12.3 s, 4 min 05 s. */
      duration: (ms: number | null) => {
        if (ms === null) return DASH;
        if (ms < 1000) return `${ms} ms`;
        if (ms < 60_000) return `${numberFormat('seconds', { maximumFractionDigits: 1 }).format(ms / 1000)} s`;
        return `${Math.floor(ms / 60_000)} min ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')} s`;
      },
    };
  }, [intl, timezone, locale]);
}

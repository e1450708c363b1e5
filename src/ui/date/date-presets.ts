import { addDays, endOfMonth, format, isValid, parseISO, startOfMonth, subMonths } from 'date-fns';

/** Calendar dates, `YYYY-MM-DD`, both included. */
export interface DateRange {
  from: string;
  to: string;
}

export const PRESETS = ['today', 'yesterday', 'last3', 'last7', 'last14', 'last30', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof PRESETS)[number];

const text = (date: Date) => format(date, 'yyyy-MM-dd');

/** `today` is the calendar date of the company or of the user, not of the computer. */
export function toPresetRange(preset: Preset, today: string): DateRange {
  const now = parseISO(today);
  const since = (days: number) => ({ from: text(addDays(now, 1 - days)), to: today });
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday': {
      const yesterday = text(addDays(now, -1));
      return { from: yesterday, to: yesterday };
    }
    case 'last3':
      return since(3);
    case 'last7':
      return since(7);
    case 'last14':
      return since(14);
    case 'last30':
      return since(30);
    case 'thisMonth':
      return { from: text(startOfMonth(now)), to: today };
    case 'lastMonth': {
      const month = subMonths(now, 1);
      return { from: text(startOfMonth(month)), to: text(endOfMonth(month)) };
    }
  }
}

export const presetOf = ({ from, to }: DateRange, today: string, presets: readonly Preset[] = PRESETS): Preset | undefined =>
  presets.find((preset) => {
    const range = toPresetRange(preset, today);
    return range.from === from && range.to === to;
  });

/** Number of days in a range, both ends included; NaN for an invalid date. */
export function countDays({ from, to }: DateRange): number {
  const [start, end] = [parseISO(from), parseISO(to)];
  if (!isValid(start) || !isValid(end)) return Number.NaN;
  return Math.round((end.getTime() - start.getTime()) / 86_400_000) + 1;
}

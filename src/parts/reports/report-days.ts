import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import type { TrendStep } from '#machines/kernel/report/trend-query.ts';
import { type DateRange, daysOf, presetRange } from '#src/ui/date/date-presets.ts';

/** Days that hours can be told of at once. */
export const HOURLY_DAYS = 14;
/** Up to so many days hours say more. */
const FEW_DAYS = 2;
/** From so many days on weeks say more, and from so many on months. */
const MANY_DAYS = 62;

type Days = Pick<ReportQuery<unknown>, 'dateFrom' | 'dateTo' | 'accountToday'>;

/** The days that are meant: those of the address, else the last seven, the reader's current one included. */
export const meantDays = ({ dateFrom, dateTo }: Days, today: string): DateRange =>
  dateFrom !== undefined && dateTo !== undefined ? { from: dateFrom, to: dateTo } : presetRange('last7', today);

/** Whether hours can be told of these days. */
export const isHourly = (query: Days, today: string): boolean =>
  query.accountToday === true || daysOf(meantDays(query, today)) <= HOURLY_DAYS;

/** The step that fits the days, where nobody chose another that fits too. */
export function meantStep(query: Days & { step?: TrendStep | undefined }, today: string): TrendStep {
  const { step } = query;
  if (step !== undefined && (step !== 'hour' || isHourly(query, today))) return step;
  if (query.accountToday) return 'hour';
  const days = daysOf(meantDays(query, today));
  if (days <= FEW_DAYS) return 'hour';
  return days > MANY_DAYS ? 'week' : 'day';
}

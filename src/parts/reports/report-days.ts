import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import type { TrendStep } from '#machines/kernel/report/trend-query.ts';
import { type DateRange, daysOf, presetRange } from '#src/ui/date/date-presets.ts';

/** Maximum number of days for hourly data. */
export const HOURLY_DAYS = 14;
/** Up to this number of days, hours are the default step. */
const FEW_DAYS = 2;
/** From these numbers of days on, weeks and months are the default step. */
const MANY_DAYS = 62;

type Days = Pick<ReportQuery<unknown>, 'dateFrom' | 'dateTo' | 'accountToday'>;

/** The days of the address, by default the last seven including today. */
export const meantDays = ({ dateFrom, dateTo }: Days, today: string): DateRange =>
  dateFrom !== undefined && dateTo !== undefined ? { from: dateFrom, to: dateTo } : presetRange('last7', today);

/** Whether these days can be shown by hour. */
export const isHourly = (query: Days, today: string): boolean =>
  query.accountToday === true || daysOf(meantDays(query, today)) <= HOURLY_DAYS;

/** The chosen step if it fits the days, otherwise the default one. */
export function meantStep(query: Days & { step?: TrendStep | undefined }, today: string): TrendStep {
  const { step } = query;
  if (step !== undefined && (step !== 'hour' || isHourly(query, today))) return step;
  if (query.accountToday) return 'hour';
  const days = daysOf(meantDays(query, today));
  if (days <= FEW_DAYS) return 'hour';
  return days > MANY_DAYS ? 'week' : 'day';
}

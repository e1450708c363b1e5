import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import type { TrendStep } from '#machines/kernel/report/trend-query.ts';
import { countDays, type DateRange, toPresetRange } from '#src/ui/date/date-presets.ts';

/** Maximum number of days for hourly data. */
export const HOURLY_DAYS = 14;
/** Up to this number of days, hours are the default step. */
const MAX_DAYS_BY_HOUR = 2;
/** From these numbers of days on, weeks and months are the default step. */
const MANY_DAYS = 62;

type Days = Pick<ReportQuery<unknown>, 'dateFrom' | 'dateTo' | 'accountToday'>;

/** The days of the address, by default the last seven including today. */
export const toEffectiveDays = ({ dateFrom, dateTo }: Days, today: string): DateRange =>
  dateFrom !== undefined && dateTo !== undefined ? { from: dateFrom, to: dateTo } : toPresetRange('last7', today);

/** Whether these days can be shown by hour. */
export const isHourly = (query: Days, today: string): boolean =>
  query.accountToday === true || countDays(toEffectiveDays(query, today)) <= HOURLY_DAYS;

/** The chosen step if it fits the days, otherwise the default one. */
export function toEffectiveStep(query: Days & { step?: TrendStep | undefined }, today: string): TrendStep {
  const { step } = query;
  if (step !== undefined && (step !== 'hour' || isHourly(query, today))) return step;
  if (query.accountToday) return 'hour';
  const days = countDays(toEffectiveDays(query, today));
  if (days <= MAX_DAYS_BY_HOUR) return 'hour';
  return days > MANY_DAYS ? 'week' : 'day';
}

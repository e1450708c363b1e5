import { addDays, format, parseISO } from 'date-fns';
import type { OperationFilters } from '#machines/advertising-copy-log/operation-log.machine.ts';

/** Number of days shown by default, including today. */
const DEFAULT_DAYS = 7;

/** The days of the address, completed to a week where one is missing. `today` is the date of the user. */
export function toPeriod(
  { date_from, date_to }: Pick<OperationFilters, 'date_from' | 'date_to'>,
  today: string,
): { from: string; to: string } {
  const to = date_to ?? (date_from !== undefined && date_from > today ? date_from : today);
  return { from: date_from ?? format(addDays(parseISO(to), 1 - DEFAULT_DAYS), 'yyyy-MM-dd'), to };
}

/** Filters for the request. An entry named by its id is shown whatever its date. */
export function toRequestFilters(filters: OperationFilters, today: string): OperationFilters {
  if (filters.id !== undefined) return filters;
  const { from, to } = toPeriod(filters, today);
  return { ...filters, date_from: from, date_to: to };
}

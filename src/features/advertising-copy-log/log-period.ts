import { addDays, format, parseISO } from 'date-fns';
import type { OperationFilters } from '#machines/advertising-copy-log/operation-log.machine.ts';

/** Days that are shown where the address names none, today included. */
const DEFAULT_DAYS = 7;

/** The days that are shown: those of the address; where one is missing, the week that fits. `today` is the reader's date. */
export function periodOf(
  { date_from, date_to }: Pick<OperationFilters, 'date_from' | 'date_to'>,
  today: string,
): { from: string; to: string } {
  const to = date_to ?? (date_from !== undefined && date_from > today ? date_from : today);
  return { from: date_from ?? format(addDays(parseISO(to), 1 - DEFAULT_DAYS), 'yyyy-MM-dd'), to };
}

/** What is asked for. One entry that is named by its number is shown whenever it was. */
export function askedFilters(filters: OperationFilters, today: string): OperationFilters {
  if (filters.id !== undefined) return filters;
  const { from, to } = periodOf(filters, today);
  return { ...filters, date_from: from, date_to: to };
}

import { meantDays } from '../reports/index.ts';

interface LogDays {
  id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** Filters as they are sent. `today` is the reader's date. One entry that a link names is shown whenever it was. */
export function askedLogFilters<Filters extends LogDays>(filters: Filters, today: string): Filters {
  if (filters.id !== undefined) return filters;
  const { from, to } = meantDays({ dateFrom: filters.date_from, dateTo: filters.date_to }, today);
  return { ...filters, date_from: from, date_to: to };
}

import { toEffectiveDays } from '../reports/index.ts';

interface LogDays {
  id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** Filters for the request. `today` is the date of the user. An entry named by a link is shown whatever its date. */
export function toLogRequestFilters<Filters extends LogDays>(filters: Filters, today: string): Filters {
  if (filters.id !== undefined) return filters;
  const { from, to } = toEffectiveDays({ dateFrom: filters.date_from, dateTo: filters.date_to }, today);
  return { ...filters, date_from: from, date_to: to };
}

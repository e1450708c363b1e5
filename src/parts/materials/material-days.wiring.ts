import type { MaterialFilters } from '#machines/parts/materials/material-rules.ts';
import { type DateRange, toPresetRange } from '#src/ui/date/date-presets.ts';
import { getBusinessToday } from '../reports/days.wiring.ts';

/** The days of the metrics: those of the address, else the last seven, the company's current one included. */
export const daysMeant = ({ data_from, data_to }: Pick<MaterialFilters, 'data_from' | 'data_to'>, today = getBusinessToday()): DateRange =>
  data_from !== undefined && data_to !== undefined ? { from: data_from, to: data_to } : toPresetRange('last7', today);

/** A request as the server is asked: it knows no usual days. */
export function withDays<Request extends Pick<MaterialFilters, 'data_from' | 'data_to'>>(request: Request) {
  const { from, to } = daysMeant(request);
  return { ...request, data_from: from, data_to: to };
}

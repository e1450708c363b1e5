import type { HitFilters } from '#machines/parts/rules/rules.machine.ts';

const DAY_MS = 86_400_000;
/** Days that are shown when the address names none. */
const USUAL_DAYS = 7;

/** The days of hits that are shown: those of the address, or the last seven. */
export function toHitPeriod(filters: HitFilters, today: string): Pick<HitFilters, 'date_from' | 'date_to'> {
  const { date_from, date_to } = filters;
  if (date_from !== undefined && date_to !== undefined) return { date_from, date_to };
  const from = new Date(Date.parse(today) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  return { date_from: from, date_to: today };
}

import type { ReportDeclaration } from '#contracts/reports/report.ts';

const DAY_KEYS = ['date_from', 'date_to', 'date_mode'];

/** The address of a report with the days of another page and those of its filters that the report has too, narrowed to one object. */
export function toReportSearch(
  { filters }: Pick<ReportDeclaration, 'filters'>,
  search: string,
  narrowed: Readonly<Record<string, number>>,
) {
  const kept = [...new URLSearchParams(search)].filter(([key]) => DAY_KEYS.includes(key) || Object.hasOwn(filters, key));
  const params = new URLSearchParams(kept);
  for (const [key, id] of Object.entries(narrowed)) params.set(key, String(id));
  return `?${params}`;
}

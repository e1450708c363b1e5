import type { ReportDeclaration } from '#contracts/reports/report.ts';
import { readOnly } from '#machines/kernel/report/report-query.ts';

const DAY_KEYS = ['date_from', 'date_to', 'date_mode'];

/**
 * The query string of a report with the days of another page and those of its filters that the report has too, narrowed to one object. A
 * table that shows only some of its days leads to these.
 */
export function toReportSearch(
  { filters }: Pick<ReportDeclaration, 'filters'>,
  search: string,
  narrowed: Readonly<Record<string, number>>,
) {
  const kept = [...new URLSearchParams(search)].filter(([key]) => DAY_KEYS.includes(key) || Object.hasOwn(filters, key));
  const params = new URLSearchParams(kept);
  const only = readOnly(new URLSearchParams(search).get('only'));
  if (only) {
    params.set('date_from', only.from);
    params.set('date_to', only.to);
  }
  for (const [key, id] of Object.entries(narrowed)) params.set(key, String(id));
  return `?${params}`;
}

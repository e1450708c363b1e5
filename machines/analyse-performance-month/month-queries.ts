import { monthFilters, monthMetrics, performance } from '#contracts/reports/performance.ts';
import { defineListQuery, type Field, type FiltersOf, oneOf, type QueryDefinition } from '../kernel/list/list-query.ts';
import { vocabularyFields } from '../kernel/list/vocabulary-query.ts';
import { defineReportQuery, type ReportQueryDefinition } from '../kernel/report/report-query.ts';

/** A whole number within bounds, in plain digits. */
const between = (least: number, most: number): Field<number> => ({
  read: (raw) => (/^\d{1,4}$/.test(raw) && Number(raw) >= least && Number(raw) <= most ? Number(raw) : undefined),
  write: String,
});

const shared = { year: between(2000, 2100), ...vocabularyFields(monthFilters) };
const yearFields = { ...shared, metric: oneOf(...monthMetrics) };
const tableFields = { ...shared, month: between(1, 12) };

export type MonthsFilters = FiltersOf<typeof yearFields>;
export type MonthTableFilters = FiltersOf<typeof tableFields>;

const year = defineListQuery(yearFields, []);
/** The address of the year. The page and the order in the address are those of the table below. */
export const monthsQuery: QueryDefinition<MonthsFilters> = {
  ...year,
  read: (search) => ({ ...year.read(search), page: 1, pageSize: 20 }),
};

const table = defineReportQuery({
  fields: tableFields,
  groups: ['creator', 'material'],
  defaultGroups: ['creator', 'material'],
  metrics: performance.metrics,
  sortable: performance.sortable,
  presets: ['launch', 'recovery', 'video'],
});
/** The address of the table of one month: editors with their creatives below, or the creatives of the editor in the filter. */
export const monthTableQuery: ReportQueryDefinition<MonthTableFilters> = {
  ...table,
  read(search) {
    const given = new URLSearchParams(search);
    given.set('group_by', table.read(search).filters.creator_id === undefined ? 'creator,material' : 'material');
    return table.read(`?${given}`);
  },
  write: (query) => table.write({ ...query, groupBy: table.groupsOf([]) }),
};

/** The month of the table as `YYYY-MM`: by default the current month, and the last one of another year. */
export function getShownMonth({ year: chosen, month }: Pick<MonthTableFilters, 'year' | 'month'>, today: string): string {
  const shownYear = chosen ?? Number(today.slice(0, 4));
  if (month === undefined && today.startsWith(`${shownYear}-`)) return today.slice(0, 7);
  return `${shownYear}-${String(month ?? 12).padStart(2, '0')}`;
}

/** First and last day of a month. */
export function getMonthDays(month: string): { from: string; to: string } {
  const [ofYear = 0, number = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(ofYear, number, 0)).toISOString().slice(0, 10) };
}

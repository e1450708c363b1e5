import type { ActorRefFrom } from 'xstate';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { monthPerformance } from '#contracts/endpoints/performance.ts';
import { createExportMachine } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListAnswer } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createSavedViewsMachine } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { createListPage } from '../kernel/page/list-page.machine.ts';
import { createReportMachine, type ReportAnswer } from '../kernel/report/report.machine.ts';
import type { ReportQuery } from '../kernel/report/report-query.ts';
import { staffPicker, unitChoice } from '../parts/assets/asset-pickers.machine.ts';
import type { PerformanceRow } from '../parts/reports/performance-row.ts';
import { type MonthsFilters, type MonthTableFilters, monthsQuery, monthTableQuery } from './month-queries.ts';

type Reply = ReplyOf<typeof monthPerformance>;
type Dims = Reply['list'][number]['dims'];
type Creator = Pick<NonNullable<Dims['creator']>, 'id' | 'label' | 'deleted' | 'department'>;
type Material = Pick<NonNullable<Dims['material']>, 'id' | 'label' | 'cover_url' | 'creator'>;

/** Values of an editor or creative by month. */
export interface MonthRow extends Omit<Reply['list'][number], 'dims'> {
  dims: { creator?: Creator | undefined; material?: Material | undefined };
}

/** What the rows of a year have in common. */
export type YearOfMonths = Pick<Reply, 'months' | 'current' | 'totals' | 'settled'> & { provisionalFrom: string };

export const performanceMonths = createListMachine<MonthRow, MonthsFilters, number, ListAnswer<MonthRow, YearOfMonths>>({
  id: 'performanceMonths',
  description: 'One metric of editors, or of the creatives of one editor, in each month of a year.',
  query: monthsQuery,
  rowId: ({ key }) => Number(key),
});

/** All metrics of the chosen month. */
export const monthTable = createReportMachine<MonthTableFilters, PerformanceRow, ReportAnswer<PerformanceRow>>({
  id: 'performanceMonthReport',
  description: 'All metrics of editors, or of the creatives of one editor, in one month.',
  query: monthTableQuery,
});

export const monthTableExport = createExportMachine<ReportQuery<MonthTableFilters>>({
  id: 'performanceMonthReportExport',
  description: 'All metrics of one month as a file.',
});

export const monthTableView = createTableViewMachine({
  id: 'performanceMonthTableView',
  description: 'The user’s settings of the table of one month.',
});

export const performanceMonthTools = {
  export: createExportMachine<ListQuery<MonthsFilters>>({ id: 'performanceMonthsExport', description: 'The year of months as a file.' }),
  views: createSavedViewsMachine({
    id: 'performanceMonthViews',
    description: 'Saved views of the performance by month.',
    query: monthsQuery,
  }),
};

/** The table of the month reads its month and filters off the address, which the year of months may change. */
const locateTable = { table: (_: unknown, search: string) => ({ type: 'report.located' as const, search }) };

/** Editors by month, and everything about the chosen month below. */
export const performanceMonthMachine = createListPage({
  id: 'performanceMonth',
  description: 'One metric of editors by month, and all metrics of the chosen month.',
  query: monthsQuery,
  list: performanceMonths,
  tools: performanceMonthTools,
  parts: { table: monthTable, tableExport: monthTableExport, tableView: monthTableView },
  choices: { creators: staffPicker, units: unitChoice },
  addresses: { 'report.moved': monthTableQuery },
  on: {
    'page.located': locateTable,
    'list.moved': locateTable,
    'views.applied': locateTable,
    'page.refreshRequested': { table: { type: 'report.refreshRequested' } },
    'view.updated': {
      table: ({ view }: TableViewFact) => ({ type: 'report.autoRefreshChosen' as const, seconds: view?.autoRefresh ?? 0 }),
    },
  },
});

export type PerformanceMonthPage = ActorRefFrom<typeof performanceMonthMachine>;

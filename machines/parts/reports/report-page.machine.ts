import { type ActorRefFrom, assign, setup } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createExportMachine } from '../../kernel/list/export.machine.ts';
import { createOptionsMachine } from '../../kernel/list/options.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, readTableView, type TableViewFact } from '../../kernel/list/table-view.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import type { RefreshSeconds } from '../../kernel/page/freshness.ts';
import { handleMoved, isViewApplicable } from '../../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../../kernel/page/page-contract.ts';
import { createReportMachine, type ReportAnswer, type ReportFact } from '../../kernel/report/report.machine.ts';
import { type ReportQuery, type ReportQueryDefinition, viewPartOf } from '../../kernel/report/report-query.ts';
import type { ReportRow } from '../../kernel/report/report-tree.ts';
import { createTrendMachine, type TrendFact } from '../../kernel/report/trend.machine.ts';
import type { TrendQueryDefinition } from '../../kernel/report/trend-query.ts';
import { keepSearch, tellMoved, toChild } from '../../kernel/tell.ts';
import type { AdFilters } from '../launches/ad-filters.ts';
import { type AdPickersFact, adPickers, hasUnseen, withoutUnseen } from '../launches/ad-pickers.machine.ts';

/** Languages and genres for the filters of reports, loaded together. */
export const reportWords = createOptionsMachine<DictEntry & { of: 'languages' | 'genres' }>({
  id: 'reportWords',
  description: 'Languages and genres for the filters of reports.',
});

/** A dimension value whose details are open. */
interface DimensionValue {
  id: number;
  name: string;
}

/** The opened value with the days and filters of the report. */
export interface RowDetailSubject<Filters> extends DimensionValue {
  query: ReportQuery<Filters>;
}

type ReportPageEvent =
  | PageEvent
  | ReportFact
  | TrendFact
  | SavedViewsFact
  | TableViewFact
  | AdPickersFact
  /** Another chart was chosen above the table. */
  | { type: 'plot.chosen'; plot: string }
  | ({ type: 'details.opened' } & DimensionValue)
  | { type: 'details.closed' };

interface ReportPageContext extends PageInput {
  plot: string;
  /** The user's interval of automatic refreshes. */
  autoRefresh: RefreshSeconds;
  openedValue: DimensionValue | undefined;
}

interface ReportPageOptions<Filters> {
  /** Prefix of the ids of the page and its parts. */
  id: string;
  description: string;
  /** What the metrics are about, for the descriptions of the parts: "dramas". */
  of: string;
  query: ReportQueryDefinition<Filters>;
  trendQuery: TrendQueryDefinition<Filters>;
  /** The default chart above the table. */
  plot: string;
}

/**
 * A report page: table, chart, export, saved views, columns, filters, and the details of one value over the same days and filters. The
 * parts are returned beside the page, to be provided with calls.
 */
export function createReportPage<Filters extends AdFilters, Row extends ReportRow, RowDetail>({
  id,
  description,
  of: what,
  query,
  trendQuery,
  plot: firstPlot,
}: ReportPageOptions<Filters>) {
  const report = createReportMachine<Filters, Row, ReportAnswer<Row>>({
    id: `${id}Report`,
    description: `Metrics of ${what} as the address specifies them, unfolded level by level.`,
    query,
  });
  const trend = createTrendMachine<Filters>({
    id: `${id}Trend`,
    description: `Metrics of ${what} over time, for the same days and filters.`,
    query: trendQuery,
  });
  const exporting = createExportMachine<ReportQuery<Filters>>({ id: `${id}Export`, description: `Metrics of ${what} as a file.` });
  const tableView = createTableViewMachine({
    id: `${id}TableView`,
    description: `The user's settings of the metrics table of ${what}.`,
  });
  const viewQuery = viewPartOf(query);
  const views = createSavedViewsMachine({ id: `${id}Views`, description: `Saved views of the metrics of ${what}.`, query: viewQuery });
  const rowDetail = createDetailMachine<RowDetailSubject<Filters>, RowDetail>({
    id: `${id}RowDetail`,
    description: `Details of one of the ${what} over the days and filters of the report.`,
  });

  const toReport = toChild(report, 'report');
  const toTrend = toChild(trend, 'trend');
  const toRowDetail = toChild(rowDetail, 'rowDetail');
  const toTableView = toChild(tableView, 'tableView');
  /** The details depend on days and filters, not on pages and columns. */
  const detailsKeyOf = (search: string) => {
    const { dateFrom, dateTo, accountToday, only, filters } = query.read(search);
    return JSON.stringify([dateFrom, dateTo, accountToday, only, filters]);
  };
  const moved = handleMoved(query);
  const appliedView = ({ context, event }: { context: ReportPageContext; event: SavedViewsFact }) => ({
    how: event.how,
    isBare: viewQuery.isBare(context.search),
    search: viewQuery.replaceIn(context.search, event.query),
  });
  const fromContext = ({ context }: { context: ReportPageContext }) => context;
  const location = ({ event }: { event: PageInput }) => event;

  const page = setup({
    types: {} as {
      context: ReportPageContext;
      events: ReportPageEvent;
      input: PageInput;
      children: {
        report: 'report';
        trend: 'trend';
        rowDetail: 'rowDetail';
        pickers: 'pickers';
        export: 'export';
        tableView: 'tableView';
        views: 'views';
        words: 'words';
      };
    },
    actors: { report, trend, rowDetail, pickers: adPickers, export: exporting, tableView, views, words: reportWords },
    guards: {
      isViewApplicable,
      isOtherViewApplicable: ({ context }, arriving: PageInput & Parameters<typeof isViewApplicable>[1]) =>
        isViewApplicable(undefined, arriving) && detailsKeyOf(arriving.search) !== detailsKeyOf(context.search),
      isAnotherQuery: ({ context }, { search }: PageInput) => detailsKeyOf(search) !== detailsKeyOf(context.search),
      isFilteredByUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) => hasUnseen(query.read(context.search).filters, unseen),
    },
    actions: {
      keepSearch,
      tellMoved,
      keepChart: assign((_, { plot }: { plot: string }) => ({ plot })),
      keepAutoRefresh: assign((_, { view }: Pick<TableViewFact, 'view'>) => ({ autoRefresh: view?.autoRefresh ?? 0 })),
      keepOpenedValue: assign((_, { id: of, name }: DimensionValue) => ({ openedValue: { id: of, name } })),
      setReportAutoRefresh: toReport(({ autoRefresh }: { autoRefresh: RefreshSeconds }) => ({
        type: 'report.autoRefreshChosen',
        seconds: autoRefresh,
      })),
      applyTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.applied', view: readTableView(table) })),
      locateReport: toReport(({ search }: PageInput) => ({ type: 'report.located', search })),
      locateTrend: toTrend(({ search }: PageInput) => ({ type: 'trend.located', search })),
      refreshReport: toReport(() => ({ type: 'report.refreshRequested' })),
      refreshTrend: toTrend(() => ({ type: 'trend.refreshRequested' })),
      renewTrend: toTrend(() => ({ type: 'trend.refreshDue' })),
      refuseFilter: toReport(({ left }: { left: Filters }) => ({ type: 'report.filtersRefused', left })),
      openDetails: toRowDetail(
        ({ search, openedValue = { id: 0, name: '' } }: { search: string; openedValue?: DimensionValue | undefined }) => ({
          type: 'detail.opened',
          subject: { ...openedValue, query: query.read(search) },
        }),
      ),
      refreshDetails: toRowDetail(() => ({ type: 'detail.refreshRequested' })),
      renewDetails: toRowDetail(() => ({ type: 'detail.refreshDue' })),
      seeDetails: toRowDetail(() => ({ type: 'detail.seen' })),
      closeDetails: toRowDetail(() => ({ type: 'detail.closed' })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { search } }) => ({ search, plot: firstPlot, autoRefresh: 0, openedValue: undefined }),
    invoke: [
      { id: 'report', src: 'report', input: ({ context: { search, autoRefresh } }) => ({ search, autoRefresh }) },
      { id: 'trend', src: 'trend', input: ({ context: { search } }) => ({ search }) },
      { id: 'rowDetail', src: 'rowDetail' },
      { id: 'pickers', src: 'pickers' },
      { id: 'export', src: 'export' },
      { id: 'tableView', src: 'tableView' },
      { id: 'words', src: 'words' },
      { id: 'views', src: 'views', input: ({ context: { search } }) => ({ search }) },
    ],
    type: 'parallel',
    states: {
      figures: {
        description: 'Table and chart follow the address, and the address follows them.',
        on: {
          'page.located': {
            actions: [
              { type: 'keepSearch', params: location },
              { type: 'locateReport', params: location },
              { type: 'locateTrend', params: location },
            ],
          },
          'page.refreshRequested': { actions: ['refreshReport', 'refreshTrend'] },
          'report.refreshStarted': { actions: 'renewTrend' },
          'report.moved': { actions: [...moved.actions, { type: 'locateTrend', params: fromContext }] },
          'trend.moved': handleMoved(trendQuery),
          'view.updated': {
            actions: [
              { type: 'keepAutoRefresh', params: ({ event }) => event },
              { type: 'setReportAutoRefresh', params: fromContext },
            ],
          },
          'views.applied': {
            guard: { type: 'isViewApplicable', params: appliedView },
            actions: [
              { type: 'keepSearch', params: appliedView },
              { type: 'locateReport', params: fromContext },
              { type: 'locateTrend', params: fromContext },
              { type: 'applyTable', params: ({ event }) => event },
              { type: 'tellMoved', params: appliedView },
            ],
          },
          'adPickers.unseen': {
            guard: { type: 'isFilteredByUnseen', params: ({ event }) => event },
            actions: {
              type: 'refuseFilter',
              params: ({ context, event }) => ({ left: withoutUnseen(query.read(context.search).filters, event) }),
            },
          },
          'plot.chosen': { actions: { type: 'keepChart', params: ({ event }) => event } },
        },
      },
      rowDetail: {
        description: 'Whether the details of one value are open.',
        initial: 'closed',
        on: {
          'details.opened': {
            target: '.open',
            actions: [
              { type: 'keepOpenedValue', params: ({ event }) => event },
              { type: 'openDetails', params: fromContext },
            ],
          },
        },
        states: {
          closed: { description: 'No details are open.' },
          open: {
            description: 'The details of one value are open and follow the days and filters.',
            on: {
              'page.seen': { actions: 'seeDetails' },
              'page.refreshRequested': { actions: 'refreshDetails' },
              'report.refreshStarted': { actions: 'renewDetails' },
              'page.located': {
                guard: { type: 'isAnotherQuery', params: location },
                actions: { type: 'openDetails', params: fromContext },
              },
              'report.moved': {
                guard: {
                  type: 'isAnotherQuery',
                  params: ({ context, event }) => ({ search: query.replaceIn(context.search, event.search) }),
                },
                actions: { type: 'openDetails', params: fromContext },
              },
              'views.applied': {
                guard: { type: 'isOtherViewApplicable', params: appliedView },
                actions: { type: 'openDetails', params: fromContext },
              },
              'details.closed': { target: 'closed', actions: 'closeDetails' },
            },
          },
        },
      },
    },
  });
  return { page, report, trend, export: exporting, tableView, views, rowDetail };
}

/** The parts of a report page. */
export type ReportParts<Filters extends AdFilters, Row extends ReportRow, RowDetail> = ReturnType<
  typeof createReportPage<Filters, Row, RowDetail>
>;
export type ReportPageActor<Filters extends AdFilters, Row extends ReportRow, RowDetail> = ActorRefFrom<
  ReportParts<Filters, Row, RowDetail>['page']
>;

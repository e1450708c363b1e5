import { type ActorRefFrom, assign, setup } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
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
import { type AdPickersFact, adPickers, hasUnseen, type IdFilter, withoutUnseen } from '../launches/ad-pickers.machine.ts';

/** Codes for the filters of reports, loaded together; `of` is their dictionary, or the filter that has codes of its own. */
export const reportWords = createOptionsMachine<DictEntry & { of: string }>({
  id: 'reportWords',
  description: 'Languages, genres and other codes for the filters of reports.',
});

/** A dimension value whose details are open. */
interface DimensionValue {
  id: number | string;
  name: string;
  /** All dimension values of the row, from the outermost, where the row is below others. */
  path?: readonly { by: string; id: number | string }[];
  /** The page, where the details are a long list; from 1. */
  page?: number;
}

/** The opened value with the days and filters of the report. */
export interface RowDetailSubject<Filters> extends DimensionValue {
  query: ReportQuery<Filters>;
}

/** A chart that loads data of its own, with the days and filters of the report. */
export interface PlotSubject<Filters> {
  plot: string;
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

/** The metrics that a report page shows by itself. The table shows others where the user chooses their columns. */
export interface ShownMetrics {
  /** Columns of the table, in order. */
  readonly usual: readonly MetricKey[];
  /** Totals above the table. */
  readonly cards: readonly MetricKey[];
  /** Metrics of rows that charts draw, by chart. */
  readonly plots?: Readonly<Record<string, readonly MetricKey[]>>;
}

/** The metrics that are loaded when the page opens. */
export const openingMetrics = ({ usual, cards }: ShownMetrics): MetricKey[] => [...new Set([...usual, ...cards])];

interface ReportPageContext extends PageInput {
  plot: string;
  /** Keys of the columns that the user has chosen; empty for those of the page. */
  columns: readonly string[];
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
  metrics: ShownMetrics;
  /** The default chart above the table. */
  plot: string;
  /** The charts that load data of their own; the others draw what the table and the trend have. */
  loadedPlots?: readonly string[];
  /** A row can be opened for details, which are loaded for it. */
  hasRowDetail?: boolean;
  /** The filter of the objects the page is about: ids that the user may not see are no filter to drop, the page has nothing to show. */
  subjectFilter?: IdFilter;
  /** The details of a row can be exported. */
  hasRowExport?: boolean;
}

/**
 * A report page: table, chart, export, saved views, columns, filters, the data of special charts, and the details of one value over the
 * same days and filters. The parts are returned beside the page, to be provided with calls.
 */
export function createReportPage<Filters extends AdFilters, Row extends ReportRow, RowDetail = null, PlotData = null>({
  id,
  description,
  of: what,
  query,
  trendQuery,
  metrics,
  plot: firstPlot,
  loadedPlots = [],
  hasRowDetail = false,
  subjectFilter,
  hasRowExport = false,
}: ReportPageOptions<Filters>) {
  const report = createReportMachine<Filters, Row, ReportAnswer<Row>>({
    id: `${id}Report`,
    description: `Metrics of ${what} as the address specifies them, unfolded level by level.`,
    query,
    opening: openingMetrics(metrics),
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
  const viewQuery = viewPartOf(query, { preset: ['biz'] });
  const views = createSavedViewsMachine({ id: `${id}Views`, description: `Saved views of the metrics of ${what}.`, query: viewQuery });
  const rowDetail = createDetailMachine<RowDetailSubject<Filters>, RowDetail>({
    id: `${id}RowDetail`,
    description: `Details of one of the ${what} over the days and filters of the report.`,
  });
  const rowExport = createExportMachine<RowDetailSubject<Filters>>({
    id: `${id}RowExport`,
    description: `Details of one of the ${what} as a file.`,
  });
  const plotData = createDetailMachine<PlotSubject<Filters>, PlotData>({
    id: `${id}PlotData`,
    description: `Data of a special chart of the ${what} over the days and filters of the report.`,
  });

  const toReport = toChild(report, 'report');
  const toTrend = toChild(trend, 'trend');
  const toRowDetail = toChild(rowDetail, 'rowDetail');
  const toPlotData = toChild(plotData, 'plotData');
  const toTableView = toChild(tableView, 'tableView');
  /** Details and special charts depend on days and filters, not on pages and columns. */
  const scopeKeyOf = (search: string) => {
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
  const neededMetrics = ({ plot, columns }: Pick<ReportPageContext, 'plot' | 'columns'>) => [...(metrics.plots?.[plot] ?? []), ...columns];
  const isLoadedPlot = ({ plot }: { plot: string }) => loadedPlots.includes(plot);
  const movedReport = ({ context, event }: { context: ReportPageContext; event: PageInput }) => ({
    search: query.replaceIn(context.search, event.search),
  });

  const page = setup({
    types: {} as {
      context: ReportPageContext;
      events: ReportPageEvent;
      input: PageInput;
      tags: 'unknownSubject';
      children: {
        report: 'report';
        trend: 'trend';
        rowDetail: 'rowDetail';
        rowExport: 'rowExport';
        plotData: 'plotData';
        pickers: 'pickers';
        export: 'export';
        tableView: 'tableView';
        views: 'views';
        words: 'words';
      };
    },
    actors: { report, trend, rowDetail, rowExport, plotData, pickers: adPickers, export: exporting, tableView, views, words: reportWords },
    guards: {
      isViewApplicable,
      isOtherViewApplicable: ({ context }, arriving: PageInput & Parameters<typeof isViewApplicable>[1]) =>
        isViewApplicable(undefined, arriving) && scopeKeyOf(arriving.search) !== scopeKeyOf(context.search),
      isAnotherQuery: ({ context }, { search }: PageInput) => scopeKeyOf(search) !== scopeKeyOf(context.search),
      isLoadedPlot: (_, chosen: { plot: string }) => isLoadedPlot(chosen),
      isFilteredByUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) =>
        unseen.filter !== subjectFilter && hasUnseen(query.read(context.search).filters, unseen),
      isSubjectUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) =>
        unseen.filter === subjectFilter && hasUnseen(query.read(context.search).filters, unseen),
    },
    actions: {
      keepSearch,
      tellMoved,
      keepChart: assign((_, { plot }: { plot: string }) => ({ plot })),
      keepView: assign((_, { view }: Pick<TableViewFact, 'view'>) => ({ autoRefresh: view?.autoRefresh ?? 0, columns: view?.shown ?? [] })),
      requestMetrics: toReport((context: Pick<ReportPageContext, 'plot' | 'columns'>) => ({
        type: 'report.metricsNeeded',
        needed: neededMetrics(context),
      })),
      keepOpenedValue: assign((_, { id: of, name, path, page: at }: DimensionValue) => ({
        openedValue: { id: of, name, ...(path && { path }), ...(at && { page: at }) },
      })),
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
      loadPlot: toPlotData(({ search, plot }: { search: string; plot: string }) => ({
        type: 'detail.opened',
        subject: { plot, query: query.read(search) },
      })),
      refreshPlot: toPlotData(() => ({ type: 'detail.refreshRequested' })),
      renewPlot: toPlotData(() => ({ type: 'detail.refreshDue' })),
      seePlot: toPlotData(() => ({ type: 'detail.seen' })),
      forgetPlot: toPlotData(() => ({ type: 'detail.closed' })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { search } }) => ({ search, plot: firstPlot, columns: [], autoRefresh: 0, openedValue: undefined }),
    invoke: [
      {
        id: 'report',
        src: 'report',
        input: ({ context }) => ({ search: context.search, autoRefresh: context.autoRefresh, needed: neededMetrics(context) }),
      },
      { id: 'trend', src: 'trend', input: ({ context: { search } }) => ({ search }) },
      ...(hasRowDetail ? ([{ id: 'rowDetail', src: 'rowDetail' }] as const) : []),
      ...(hasRowExport ? ([{ id: 'rowExport', src: 'rowExport' }] as const) : []),
      ...(loadedPlots.length > 0 ? ([{ id: 'plotData', src: 'plotData' }] as const) : []),
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
              { type: 'keepView', params: ({ event }) => event },
              { type: 'setReportAutoRefresh', params: fromContext },
              { type: 'requestMetrics', params: fromContext },
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
          'plot.chosen': {
            actions: [
              { type: 'keepChart', params: ({ event }) => event },
              { type: 'requestMetrics', params: fromContext },
            ],
          },
        },
      },
      ...(loadedPlots.length > 0 && {
        plotData: {
          description: 'Whether the chosen chart loads data of its own.',
          initial: isLoadedPlot({ plot: firstPlot }) ? 'loaded' : 'drawn',
          on: {
            'plot.chosen': [{ guard: { type: 'isLoadedPlot', params: ({ event }) => event }, target: '.loaded' }, { target: '.drawn' }],
          },
          states: {
            drawn: { description: 'The chart draws what the table and the trend have.', entry: 'forgetPlot' },
            loaded: {
              description: 'The data of the chart follows the days and filters.',
              entry: { type: 'loadPlot', params: fromContext },
              on: {
                'page.seen': { actions: 'seePlot' },
                'page.refreshRequested': { actions: 'refreshPlot' },
                'report.refreshStarted': { actions: 'renewPlot' },
                'page.located': {
                  guard: { type: 'isAnotherQuery', params: location },
                  actions: { type: 'loadPlot', params: fromContext },
                },
                'report.moved': {
                  guard: { type: 'isAnotherQuery', params: movedReport },
                  actions: { type: 'loadPlot', params: fromContext },
                },
                'views.applied': {
                  guard: { type: 'isOtherViewApplicable', params: appliedView },
                  actions: { type: 'loadPlot', params: fromContext },
                },
              },
            },
          },
        },
      }),
      ...(subjectFilter !== undefined && {
        subject: {
          description: 'Whether the user may see the object that the page is about.',
          initial: 'known',
          states: {
            known: {
              description: 'The page is about everything, or about an object that the user may see.',
              on: { 'adPickers.unseen': { guard: { type: 'isSubjectUnseen', params: ({ event }) => event }, target: 'unknown' } },
            },
            unknown: {
              description: 'The object does not exist, or the user may not see it.',
              tags: 'unknownSubject',
              on: {
                'page.located': { guard: { type: 'isAnotherQuery', params: location }, target: 'known' },
                'report.moved': { guard: { type: 'isAnotherQuery', params: movedReport }, target: 'known' },
                'views.applied': { guard: { type: 'isOtherViewApplicable', params: appliedView }, target: 'known' },
              },
            },
          },
        },
      }),
      ...(hasRowDetail && {
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
                  guard: { type: 'isAnotherQuery', params: movedReport },
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
      }),
    },
  });
  return { page, report, trend, export: exporting, tableView, views, rowDetail, rowExport, plotData };
}

/** The parts of a report page. */
export type ReportParts<Filters extends AdFilters, Row extends ReportRow, RowDetail, PlotData> = ReturnType<
  typeof createReportPage<Filters, Row, RowDetail, PlotData>
>;
export type ReportPageActor<Filters extends AdFilters, Row extends ReportRow, RowDetail = null, PlotData = null> = ActorRefFrom<
  ReportParts<Filters, Row, RowDetail, PlotData>['page']
>;

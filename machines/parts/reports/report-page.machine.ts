import { type ActorRefFrom, assign, setup } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createExportMachine } from '../../kernel/list/export.machine.ts';
import { createOptionsMachine } from '../../kernel/list/options.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../../kernel/list/table-view.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import type { RefreshSeconds } from '../../kernel/page/freshness.ts';
import { departure, isWelcome } from '../../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../../kernel/page/page-contract.ts';
import { createReportMachine, type ReportAnswer, type ReportFact } from '../../kernel/report/report.machine.ts';
import { type ReportQuery, type ReportQueryDefinition, viewPartOf } from '../../kernel/report/report-query.ts';
import type { ReportRow } from '../../kernel/report/report-tree.ts';
import { createTrendMachine, type TrendFact } from '../../kernel/report/trend.machine.ts';
import type { TrendQueryDefinition } from '../../kernel/report/trend-query.ts';
import { keepSearch, tellMoved, toChild } from '../../kernel/tell.ts';
import type { AdFilters } from '../launches/ad-filters.ts';
import { type AdPickersFact, adPickers, namesUnseen, withoutUnseen } from '../launches/ad-pickers.machine.ts';

/** Words of the dictionaries that reports are narrowed by, asked for together. */
export const reportWords = createOptionsMachine<DictEntry & { of: 'languages' | 'genres' }>({
  id: 'reportWords',
  description: 'Languages and genres that reports are narrowed by.',
});

/** A value of a dimension that the reader looks into. */
interface LookedInto {
  id: number;
  name: string;
}

/** The same over the days and filters of the report. */
export interface CloserSubject<Filters> extends LookedInto {
  query: ReportQuery<Filters>;
}

type ReportPageEvent =
  | PageEvent
  | ReportFact
  | TrendFact
  | SavedViewsFact
  | TableViewFact
  | AdPickersFact
  /** Which drawing stands above the table. */
  | { type: 'plot.chosen'; plot: string }
  | ({ type: 'closer.chosen' } & LookedInto)
  | { type: 'closer.left' };

interface ReportPageContext extends PageInput {
  plot: string;
  /** How often the reader wants newer numbers. */
  pace: RefreshSeconds;
  looked: LookedInto | undefined;
}

interface ReportPageOptions<Filters> {
  /** Begins the ids of the page and its parts. */
  id: string;
  description: string;
  /** What the figures are of, for the descriptions of its parts: "dramas". */
  of: string;
  query: ReportQueryDefinition<Filters>;
  trendQuery: TrendQueryDefinition<Filters>;
  /** The first drawing above the table. */
  plot: string;
}

/**
 * A page of figures as its address asks for them: table, chart, export, saved views, columns and filters, and one value that is looked
 * into over the same days and filters. The parts are handed out beside the page, to be provided with calls.
 */
export function createReportPage<Filters extends AdFilters, Row extends ReportRow, Closer>({
  id,
  description,
  of: what,
  query,
  trendQuery,
  plot: firstPlot,
}: ReportPageOptions<Filters>) {
  const report = createReportMachine<Filters, Row, ReportAnswer<Row>>({
    id: `${id}Report`,
    description: `Figures of ${what} as the address asks for them, unfolded level by level.`,
    query,
  });
  const trend = createTrendMachine<Filters>({
    id: `${id}Trend`,
    description: `Figures of ${what} over time, over the same days and filters.`,
    query: trendQuery,
  });
  const exporting = createExportMachine<ReportQuery<Filters>>({ id: `${id}Export`, description: `Figures of ${what} as a file.` });
  const tableView = createTableViewMachine({
    id: `${id}TableView`,
    description: `How the reader wants the table of figures of ${what} to look.`,
  });
  const viewQuery = viewPartOf(query);
  const views = createSavedViewsMachine({ id: `${id}Views`, description: `Saved views of the figures of ${what}.`, query: viewQuery });
  const closer = createDetailMachine<CloserSubject<Filters>, Closer>({
    id: `${id}Closer`,
    description: `What is known of one of the ${what} over the days and filters of the report.`,
  });

  const toReport = toChild(report, 'report');
  const toTrend = toChild(trend, 'trend');
  const toCloser = toChild(closer, 'closer');
  const toTableView = toChild(tableView, 'tableView');
  /** What is looked into changes with the days and filters, not with pages and columns. */
  const placeKey = (search: string) => {
    const { dateFrom, dateTo, accountToday, only, filters } = query.read(search);
    return JSON.stringify([dateFrom, dateTo, accountToday, only, filters]);
  };
  const moved = departure(query);
  const application = ({ context, event }: { context: ReportPageContext; event: SavedViewsFact }) => ({
    how: event.how,
    isBare: viewQuery.isBare(context.search),
    search: viewQuery.replaceIn(context.search, event.query),
  });
  const byContext = ({ context }: { context: ReportPageContext }) => context;
  const location = ({ event }: { event: PageInput }) => event;

  const page = setup({
    types: {} as {
      context: ReportPageContext;
      events: ReportPageEvent;
      input: PageInput;
      children: {
        report: 'report';
        trend: 'trend';
        closer: 'closer';
        pickers: 'pickers';
        export: 'export';
        tableView: 'tableView';
        views: 'views';
        words: 'words';
      };
    },
    actors: { report, trend, closer, pickers: adPickers, export: exporting, tableView, views, words: reportWords },
    guards: {
      isWelcome,
      isWelcomeElsewhere: ({ context }, arriving: PageInput & Parameters<typeof isWelcome>[1]) =>
        isWelcome(undefined, arriving) && placeKey(arriving.search) !== placeKey(context.search),
      isElsewhere: ({ context }, { search }: PageInput) => placeKey(search) !== placeKey(context.search),
      isFilteredByUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) => namesUnseen(query.read(context.search).filters, unseen),
    },
    actions: {
      keepSearch,
      tellMoved,
      keepPlot: assign((_, { plot }: { plot: string }) => ({ plot })),
      keepPace: assign((_, { view }: Pick<TableViewFact, 'view'>) => ({ pace: view?.autoRefresh ?? 0 })),
      keepLooked: assign((_, { id: of, name }: LookedInto) => ({ looked: { id: of, name } })),
      paceReport: toReport(({ pace }: { pace: RefreshSeconds }) => ({ type: 'report.autoRefreshChosen', seconds: pace })),
      lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
      locateReport: toReport(({ search }: PageInput) => ({ type: 'report.located', search })),
      locateTrend: toTrend(({ search }: PageInput) => ({ type: 'trend.located', search })),
      refreshReport: toReport(() => ({ type: 'report.refreshRequested' })),
      refreshTrend: toTrend(() => ({ type: 'trend.refreshRequested' })),
      renewTrend: toTrend(() => ({ type: 'trend.refreshDue' })),
      filter: toReport(({ filters }: { filters: Filters }) => ({ type: 'report.filtersChosen', filters })),
      askCloser: toCloser(({ search, looked = { id: 0, name: '' } }: { search: string; looked?: LookedInto | undefined }) => ({
        type: 'detail.opened',
        subject: { ...looked, query: query.read(search) },
      })),
      refreshCloser: toCloser(() => ({ type: 'detail.refreshRequested' })),
      renewCloser: toCloser(() => ({ type: 'detail.refreshDue' })),
      seeCloser: toCloser(() => ({ type: 'detail.seen' })),
      closeCloser: toCloser(() => ({ type: 'detail.closed' })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { search } }) => ({ search, plot: firstPlot, pace: 0, looked: undefined }),
    invoke: [
      { id: 'report', src: 'report', input: ({ context: { search, pace } }) => ({ search, autoRefresh: pace }) },
      { id: 'trend', src: 'trend', input: ({ context: { search } }) => ({ search }) },
      { id: 'closer', src: 'closer' },
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
          'report.fellDue': { actions: 'renewTrend' },
          'report.moved': { actions: [...moved.actions, { type: 'locateTrend', params: byContext }] },
          'trend.moved': departure(trendQuery),
          'view.turned': {
            actions: [
              { type: 'keepPace', params: ({ event }) => event },
              { type: 'paceReport', params: byContext },
            ],
          },
          'views.applied': {
            guard: { type: 'isWelcome', params: application },
            actions: [
              { type: 'keepSearch', params: application },
              { type: 'locateReport', params: byContext },
              { type: 'locateTrend', params: byContext },
              { type: 'lendTable', params: ({ event }) => event },
              { type: 'tellMoved', params: application },
            ],
          },
          'adPickers.unseen': {
            guard: { type: 'isFilteredByUnseen', params: ({ event }) => event },
            actions: {
              type: 'filter',
              params: ({ context, event }) => ({ filters: withoutUnseen(query.read(context.search).filters, event) }),
            },
          },
          'plot.chosen': { actions: { type: 'keepPlot', params: ({ event }) => event } },
        },
      },
      closer: {
        description: 'Whether one value is looked into.',
        initial: 'away',
        on: {
          'closer.chosen': {
            target: '.looking',
            actions: [
              { type: 'keepLooked', params: ({ event }) => event },
              { type: 'askCloser', params: byContext },
            ],
          },
        },
        states: {
          away: { description: 'No value is looked into.' },
          looking: {
            description: 'One value is looked into; it follows the days and filters.',
            on: {
              'page.seen': { actions: 'seeCloser' },
              'page.refreshRequested': { actions: 'refreshCloser' },
              'report.fellDue': { actions: 'renewCloser' },
              'page.located': {
                guard: { type: 'isElsewhere', params: location },
                actions: { type: 'askCloser', params: byContext },
              },
              'report.moved': {
                guard: {
                  type: 'isElsewhere',
                  params: ({ context, event }) => ({ search: query.replaceIn(context.search, event.search) }),
                },
                actions: { type: 'askCloser', params: byContext },
              },
              'views.applied': {
                guard: { type: 'isWelcomeElsewhere', params: application },
                actions: { type: 'askCloser', params: byContext },
              },
              'closer.left': { target: 'away', actions: 'closeCloser' },
            },
          },
        },
      },
    },
  });
  return { page, report, trend, export: exporting, tableView, views, closer };
}

/** The parts of a page of figures. */
export type ReportParts<Filters extends AdFilters, Row extends ReportRow, Closer> = ReturnType<
  typeof createReportPage<Filters, Row, Closer>
>;
export type ReportPageActor<Filters extends AdFilters, Row extends ReportRow, Closer> = ActorRefFrom<
  ReportParts<Filters, Row, Closer>['page']
>;

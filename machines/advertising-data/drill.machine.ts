import { type ActorRefFrom, assign, setup } from 'xstate';
import type { ExportFact } from '../kernel/list/export.machine.ts';
import type { SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import type { RefreshSeconds } from '../kernel/page/freshness.ts';
import { departure, isWelcome } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import type { ReportFact } from '../kernel/report/report.machine.ts';
import type { ReportQuery } from '../kernel/report/report-query.ts';
import { pathOf } from '../kernel/report/report-tree.ts';
import type { TrendFact } from '../kernel/report/trend.machine.ts';
import { keepSearch, tell, tellMoved, toChild } from '../kernel/tell.ts';
import { type AdPickersFact, adPickers, namesUnseen, withoutUnseen } from '../parts/launches/ad-pickers.machine.ts';
import { type LaunchesFact, launchHands } from '../parts/launches/launch-hands.machine.ts';
import {
  accountDataViews,
  accountReport,
  campaignDataViews,
  campaignReport,
  drillAdTableView,
  drillExport,
  drillParent,
  drillTableView,
  drillTrend,
  groupDataViews,
  groupReport,
  rowTrend,
  userDataViews,
  userReport,
} from './drill-parts.machine.ts';
import { type DrillFilters, type DrillPage, drillQueries, drillTrendQuery, drillViewQueries, isPlacedIn, showsAds } from './drill-query.ts';

/** Which drawing stands above the campaigns. */
export const plots = ['bubbles', 'trend'] as const;
export type Plot = (typeof plots)[number];

export type DrillEvent =
  | PageEvent
  | ReportFact
  | TrendFact
  | SavedViewsFact
  | TableViewFact
  | AdPickersFact
  | LaunchesFact
  | ExportFact<'drillExport', ReportQuery<DrillFilters>>
  | { type: 'plot.chosen'; plot: Plot }
  /** The rows no longer come to what stood above them: all is asked for again. */
  | { type: 'drill.refreshRequested' };

interface DrillContext extends PageInput {
  plot: Plot;
  /** How often the reader wants newer numbers, by the table they look at. */
  paces: Partial<Record<string, RefreshSeconds>>;
}

/** A page of the drill-down: figures of one level, what stands above them, and the same over time. */
function createDrillMachine(
  page: DrillPage,
  id: string,
  description: string,
  { report, views }: { report: typeof userReport; views: typeof userDataViews },
) {
  const query = drillQueries[page];
  const toReport = toChild(report, 'report');
  const toTrend = toChild(drillTrend, 'trend');
  const toParent = toChild(drillParent, 'parent');
  const toHands = toChild(launchHands, 'hands');
  const toTableView = toChild(drillTableView, 'tableView');
  const toAdTableView = toChild(drillAdTableView, 'adTableView');
  const toRowTrend = toChild(rowTrend, 'rowTrend');
  const filtersOf = ({ search }: PageInput): DrillFilters => query.read(search).filters;
  /** What has to be known of what stands above changes with the days and filters, not with pages and columns. */
  const placeKey = (search: string) => {
    const { dateFrom, dateTo, accountToday, only, filters } = query.read(search);
    return JSON.stringify([dateFrom, dateTo, accountToday, only, filters]);
  };
  const moved = departure(query);
  const isOfAds = ({ search }: PageInput) => showsAds(query.read(search).groupBy);
  const paceIn = (context: DrillContext): RefreshSeconds => context.paces[isOfAds(context) ? drillAdTableView.id : drillTableView.id] ?? 0;
  const paced = { type: 'paceReport', params: ({ context }: { context: DrillContext }) => ({ seconds: paceIn(context) }) } as const;
  const viewQuery = drillViewQueries[page];
  /** Where a saved view leads, and how it came. */
  const application = ({ context, event }: { context: DrillContext; event: SavedViewsFact }) => ({
    how: event.how,
    isBare: viewQuery.isBare(context.search),
    search: viewQuery.replaceIn(context.search, event.query),
  });
  const lent = ({ context, event: { table } }: { context: DrillContext; event: SavedViewsFact }) => ({ table, isAds: isOfAds(context) });
  const applied = [
    { type: 'keepSearch', params: application },
    { type: 'locateReport', params: ({ context }: { context: DrillContext }) => context },
    { type: 'locateTrend', params: ({ context }: { context: DrillContext }) => context },
    { type: 'lendTable', params: lent },
    { type: 'lendAdTable', params: lent },
    paced,
    { type: 'tellMoved', params: application },
  ] as const;

  return setup({
    types: {} as {
      context: DrillContext;
      events: DrillEvent;
      input: PageInput;
      children: {
        report: 'report';
        trend: 'trend';
        parent: 'parent';
        rowTrend: 'rowTrend';
        hands: 'hands';
        pickers: 'pickers';
        export: 'export';
        tableView: 'tableView';
        adTableView: 'adTableView';
        views: 'views';
      };
    },
    actors: {
      report,
      trend: drillTrend,
      parent: drillParent,
      rowTrend,
      hands: launchHands,
      pickers: adPickers,
      export: drillExport,
      tableView: drillTableView,
      adTableView: drillAdTableView,
      views,
    },
    guards: {
      isWelcome,
      isWelcomeElsewhere: ({ context }, arriving: PageInput & Parameters<typeof isWelcome>[1]) =>
        isWelcome(undefined, arriving) && placeKey(arriving.search) !== placeKey(context.search),
      isPlaced: ({ context }) => isPlacedIn(page, context.search),
      isLeadingNowhere: (_, { search }: PageInput) => !isPlacedIn(page, search),
      isElsewhere: ({ context }, { search }: PageInput) => placeKey(search) !== placeKey(context.search),
      isFilteredByUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) =>
        // Who stands above the rows is no filter: where that person cannot be seen, the page says so.
        !(page !== 'user' && unseen.filter === 'user_id') && namesUnseen(filtersOf(context), unseen),
    },
    actions: {
      keepSearch,
      tellMoved,
      keepPlot: assign((_, { plot }: { plot: Plot }) => ({ plot })),
      keepPace: assign(({ context: { paces } }, { table, view }: Pick<TableViewFact, 'table' | 'view'>) => ({
        paces: { ...paces, [table]: view?.autoRefresh ?? 0 },
      })),
      paceReport: toReport(({ seconds }: { seconds: RefreshSeconds }) => ({ type: 'report.autoRefreshChosen', seconds })),
      lendTable: toTableView(({ table, isAds }: { table: unknown; isAds: boolean }) => ({
        type: 'view.lent',
        view: keptView(isAds ? null : table),
      })),
      lendAdTable: toAdTableView(({ table, isAds }: { table: unknown; isAds: boolean }) => ({
        type: 'view.lent',
        view: keptView(isAds ? table : null),
      })),
      locateReport: toReport(({ search }: PageInput) => ({ type: 'report.located', search })),
      locateTrend: toTrend(({ search }: PageInput) => ({ type: 'trend.located', search })),
      refreshReport: toReport(() => ({ type: 'report.refreshRequested' })),
      renewReport: toReport(() => ({ type: 'report.refreshDue' })),
      renewTrend: toTrend(() => ({ type: 'trend.refreshDue' })),
      refreshTrend: toTrend(() => ({ type: 'trend.refreshRequested' })),
      chooseRows: toReport(({ ids }: { ids: number[] }) => ({
        type: 'report.rowsChosen',
        chosen: ids.map((one) => ({ path: pathOf(String(one)), id: one })),
      })),
      filter: toReport(({ filters }: { filters: DrillFilters }) => ({ type: 'report.filtersChosen', filters })),
      askParent: toParent(({ search }: PageInput) => ({ type: 'detail.opened', subject: { page, query: query.read(search) } })),
      renewParent: toParent(() => ({ type: 'detail.refreshDue' })),
      refreshParent: toParent(() => ({ type: 'detail.refreshRequested' })),
      seeParent: toParent(() => ({ type: 'detail.seen' })),
      seeRowTrend: toRowTrend(() => ({ type: 'detail.seen' })),
      seeHands: toHands(() => ({ type: 'hands.seen' })),
      leaveHands: toHands(() => ({ type: 'hands.left' })),
      tellBatchStarted: tell<DrillContext, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { search } }) => ({ search, plot: 'bubbles', paces: {} }),
    invoke: [
      { id: 'parent', src: 'parent' },
      { id: 'rowTrend', src: 'rowTrend' },
      { id: 'hands', src: 'hands' },
      { id: 'pickers', src: 'pickers' },
      { id: 'export', src: 'export' },
      { id: 'tableView', src: 'tableView' },
      { id: 'adTableView', src: 'adTableView' },
      { id: 'views', src: 'views', input: ({ context }) => ({ search: context.search }) },
    ],
    initial: 'arriving',
    on: {
      'page.seen': { actions: ['seeParent', 'seeRowTrend', 'seeHands'] },
      'page.left': { actions: 'leaveHands' },
      'launches.batchStarted': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
      'view.turned': { actions: { type: 'keepPace', params: ({ event }) => event } },
      'plot.chosen': { actions: { type: 'keepPlot', params: ({ event }) => event } },
    },
    states: {
      arriving: {
        description: 'The address says what stands above the rows, or does not.',
        always: [
          { guard: 'isPlaced', target: 'placed', actions: { type: 'askParent', params: ({ context }) => context } },
          { target: 'nowhere' },
        ],
      },
      nowhere: {
        description: 'The address does not say whose rows are meant.',
        on: { 'page.located': { target: 'arriving', actions: { type: 'keepSearch', params: ({ event }) => event } } },
      },
      placed: {
        description: 'The address names a level that can be shown: its table and its chart live.',
        invoke: [
          { id: 'report', src: 'report', input: ({ context }) => ({ search: context.search, autoRefresh: paceIn(context) }) },
          { id: 'trend', src: 'trend', input: ({ context: { search } }) => ({ search }) },
        ],
        on: {
          'page.located': [
            {
              guard: { type: 'isLeadingNowhere', params: ({ event }) => event },
              target: 'nowhere',
              actions: { type: 'keepSearch', params: ({ event }) => event },
            },
            {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              actions: [
                { type: 'keepSearch', params: ({ event }) => event },
                { type: 'locateReport', params: ({ context }) => context },
                { type: 'locateTrend', params: ({ context }) => context },
                { type: 'askParent', params: ({ context }) => context },
                paced,
              ],
            },
            {
              actions: [
                { type: 'keepSearch', params: ({ event }) => event },
                { type: 'locateReport', params: ({ context }) => context },
                { type: 'locateTrend', params: ({ context }) => context },
                paced,
              ],
            },
          ],
          'page.refreshRequested': { actions: ['refreshReport', 'refreshTrend', 'refreshParent'] },
          'drill.refreshRequested': { actions: ['refreshReport', 'refreshTrend', 'refreshParent'] },
          'report.fellDue': { actions: ['renewTrend', 'renewParent'] },
          'view.turned': { actions: [{ type: 'keepPace', params: ({ event }) => event }, paced] },
          'report.moved': [
            {
              guard: {
                type: 'isElsewhere',
                params: ({ context, event }) => ({ search: query.replaceIn(context.search, event.search) }),
              },
              actions: [
                ...moved.actions,
                { type: 'locateTrend', params: ({ context }) => context },
                { type: 'askParent', params: ({ context }) => context },
                paced,
              ],
            },
            { actions: [...moved.actions, paced] },
          ],
          'views.applied': [
            {
              guard: { type: 'isWelcomeElsewhere', params: application },
              actions: [...applied, { type: 'askParent', params: ({ context }) => context }],
            },
            { guard: { type: 'isWelcome', params: application }, actions: applied },
          ],
          'trend.moved': departure(drillTrendQuery),
          'adPickers.unseen': {
            guard: { type: 'isFilteredByUnseen', params: ({ event }) => event },
            actions: { type: 'filter', params: ({ context, event }) => ({ filters: withoutUnseen(filtersOf(context), event) }) },
          },
          'launches.changed': { actions: 'renewReport' },
          'launches.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
        },
      },
    },
  });
}

export const userData = createDrillMachine('user', 'userData', 'Spend and return of each person, the way into everything below.', {
  report: userReport,
  views: userDataViews,
});
export const accountData = createDrillMachine('account', 'accountData', 'Spend and return of each ad account.', {
  report: accountReport,
  views: accountDataViews,
});
export const campaignData = createDrillMachine(
  'campaign',
  'campaignData',
  'Spend and return of the campaigns of one account, and what is done to them.',
  { report: campaignReport, views: campaignDataViews },
);
export const groupData = createDrillMachine(
  'group',
  'groupData',
  'Spend and return of the ad groups and ads of one campaign, and what is done to them.',
  { report: groupReport, views: groupDataViews },
);

export type DrillData = ActorRefFrom<typeof userData>;

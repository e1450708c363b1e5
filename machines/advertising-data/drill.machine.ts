import { type ActorRefFrom, assign, setup } from 'xstate';
import type { ExportFact } from '../kernel/list/export.machine.ts';
import type { SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { readTableView, type TableView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { handleMoved, isViewApplicable } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import type { ReportFact } from '../kernel/report/report.machine.ts';
import type { ReportQuery } from '../kernel/report/report-query.ts';
import { pathOf } from '../kernel/report/report-tree.ts';
import type { TrendFact } from '../kernel/report/trend.machine.ts';
import { keepSearch, tell, tellMoved, toChild } from '../kernel/tell.ts';
import { type AdPickersFact, adPickers, hasUnseen, withoutUnseen } from '../parts/launches/ad-pickers.machine.ts';
import { type LaunchesFact, launchActions } from '../parts/launches/launch-actions.machine.ts';
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
import {
  type DrillFilters,
  type DrillPage,
  drillQueries,
  drillTrendQuery,
  drillViewQueries,
  namesParents,
  showsAds,
} from './drill-query.ts';

/** The charts above the campaigns. */
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
  /** The rows no longer add up to their parent: everything is reloaded. */
  | { type: 'drill.refreshRequested' };

interface DrillContext extends PageInput {
  plot: Plot;
  /** The user's settings, by table. */
  views: Partial<Record<string, TableView>>;
}

/** A page of the drill-down: the metrics of one level, their parents, and a chart over time. */
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
  const toLaunchActions = toChild(launchActions, 'launchActions');
  const toTableView = toChild(drillTableView, 'tableView');
  const toAdTableView = toChild(drillAdTableView, 'adTableView');
  const toRowTrend = toChild(rowTrend, 'rowTrend');
  const filtersOf = ({ search }: PageInput): DrillFilters => query.read(search).filters;
  /** The parents depend on days and filters, not on pages and columns. */
  const parentsKeyOf = (search: string) => {
    const { dateFrom, dateTo, accountToday, only, filters } = query.read(search);
    return JSON.stringify([dateFrom, dateTo, accountToday, only, filters]);
  };
  const moved = handleMoved(query);
  const showsAdTable = ({ search }: PageInput) => showsAds(query.read(search).groupBy);
  const reportViewOf = (context: DrillContext) => {
    const { autoRefresh = 0, shown = [] } = context.views[showsAdTable(context) ? drillAdTableView.id : drillTableView.id] ?? {};
    return { autoRefresh, needed: shown };
  };
  const fromView = ({ context }: { context: DrillContext }) => reportViewOf(context);
  const applyReportView = [
    { type: 'setReportAutoRefresh', params: fromView },
    { type: 'requestMetrics', params: fromView },
  ] as const;
  const viewQuery = drillViewQueries[page];
  /** The address of an applied view and its history step. */
  const appliedView = ({ context, event }: { context: DrillContext; event: SavedViewsFact }) => ({
    how: event.how,
    isBare: viewQuery.isBare(context.search),
    search: viewQuery.replaceIn(context.search, event.query),
  });
  const appliedTable = ({ context, event: { table } }: { context: DrillContext; event: SavedViewsFact }) => ({
    table,
    isAds: showsAdTable(context),
  });
  const applyView = [
    { type: 'keepSearch', params: appliedView },
    { type: 'locateReport', params: ({ context }: { context: DrillContext }) => context },
    { type: 'locateTrend', params: ({ context }: { context: DrillContext }) => context },
    { type: 'applyTable', params: appliedTable },
    { type: 'applyAdTable', params: appliedTable },
    ...applyReportView,
    { type: 'tellMoved', params: appliedView },
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
        launchActions: 'launchActions';
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
      launchActions,
      pickers: adPickers,
      export: drillExport,
      tableView: drillTableView,
      adTableView: drillAdTableView,
      views,
    },
    guards: {
      isViewApplicable,
      isOtherViewApplicable: ({ context }, arriving: PageInput & Parameters<typeof isViewApplicable>[1]) =>
        isViewApplicable(undefined, arriving) && parentsKeyOf(arriving.search) !== parentsKeyOf(context.search),
      isPlaced: ({ context }) => namesParents(page, context.search),
      losesParent: (_, { search }: PageInput) => !namesParents(page, search),
      isAnotherQuery: ({ context }, { search }: PageInput) => parentsKeyOf(search) !== parentsKeyOf(context.search),
      isFilteredByUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) =>
        // A parent is no filter: if the user may not see it, the page says so.
        !(page !== 'user' && unseen.filter === 'user_id') && hasUnseen(filtersOf(context), unseen),
    },
    actions: {
      keepSearch,
      tellMoved,
      keepChart: assign((_, { plot }: { plot: Plot }) => ({ plot })),
      keepView: assign(({ context: { views: known } }, { table, view }: Pick<TableViewFact, 'table' | 'view'>) => ({
        views: { ...known, [table]: view },
      })),
      setReportAutoRefresh: toReport(({ autoRefresh: seconds }: ReturnType<typeof reportViewOf>) => ({
        type: 'report.autoRefreshChosen',
        seconds,
      })),
      requestMetrics: toReport(({ needed }: ReturnType<typeof reportViewOf>) => ({ type: 'report.metricsNeeded', needed })),
      applyTable: toTableView(({ table, isAds }: { table: unknown; isAds: boolean }) => ({
        type: 'view.applied',
        view: readTableView(isAds ? null : table),
      })),
      applyAdTable: toAdTableView(({ table, isAds }: { table: unknown; isAds: boolean }) => ({
        type: 'view.applied',
        view: readTableView(isAds ? table : null),
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
      refuseFilter: toReport(({ left }: { left: DrillFilters }) => ({ type: 'report.filtersRefused', left })),
      openParent: toParent(({ search }: PageInput) => ({ type: 'detail.opened', subject: { page, query: query.read(search) } })),
      renewParent: toParent(() => ({ type: 'detail.refreshDue' })),
      refreshParent: toParent(() => ({ type: 'detail.refreshRequested' })),
      seeParent: toParent(() => ({ type: 'detail.seen' })),
      seeRowTrend: toRowTrend(() => ({ type: 'detail.seen' })),
      seeLaunchActions: toLaunchActions(() => ({ type: 'launchActions.seen' })),
      leaveLaunchActions: toLaunchActions(() => ({ type: 'launchActions.left' })),
      tellBatchStarted: tell<DrillContext, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input: { search } }) => ({ search, plot: 'bubbles', views: {} }),
    invoke: [
      { id: 'parent', src: 'parent' },
      { id: 'rowTrend', src: 'rowTrend' },
      { id: 'launchActions', src: 'launchActions' },
      { id: 'pickers', src: 'pickers' },
      { id: 'export', src: 'export' },
      { id: 'tableView', src: 'tableView' },
      { id: 'adTableView', src: 'adTableView' },
      { id: 'views', src: 'views', input: ({ context }) => ({ search: context.search }) },
    ],
    initial: 'arriving',
    on: {
      'page.seen': { actions: ['seeParent', 'seeRowTrend', 'seeLaunchActions'] },
      'page.left': { actions: 'leaveLaunchActions' },
      'launches.batchStarted': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
      'view.updated': { actions: { type: 'keepView', params: ({ event }) => event } },
      'plot.chosen': { actions: { type: 'keepChart', params: ({ event }) => event } },
    },
    states: {
      arriving: {
        description: 'Decides whether the address names the required parents.',
        always: [
          { guard: 'isPlaced', target: 'placed', actions: { type: 'openParent', params: ({ context }) => context } },
          { target: 'unplaced' },
        ],
      },
      unplaced: {
        description: 'The address does not name the required parents.',
        on: { 'page.located': { target: 'arriving', actions: { type: 'keepSearch', params: ({ event }) => event } } },
      },
      placed: {
        description: 'The address names a level that can be shown; its table and chart are running.',
        invoke: [
          { id: 'report', src: 'report', input: ({ context }) => ({ search: context.search, ...reportViewOf(context) }) },
          { id: 'trend', src: 'trend', input: ({ context: { search } }) => ({ search }) },
        ],
        on: {
          'page.located': [
            {
              guard: { type: 'losesParent', params: ({ event }) => event },
              target: 'unplaced',
              actions: { type: 'keepSearch', params: ({ event }) => event },
            },
            {
              guard: { type: 'isAnotherQuery', params: ({ event }) => event },
              actions: [
                { type: 'keepSearch', params: ({ event }) => event },
                { type: 'locateReport', params: ({ context }) => context },
                { type: 'locateTrend', params: ({ context }) => context },
                { type: 'openParent', params: ({ context }) => context },
                ...applyReportView,
              ],
            },
            {
              actions: [
                { type: 'keepSearch', params: ({ event }) => event },
                { type: 'locateReport', params: ({ context }) => context },
                { type: 'locateTrend', params: ({ context }) => context },
                ...applyReportView,
              ],
            },
          ],
          'page.refreshRequested': { actions: ['refreshReport', 'refreshTrend', 'refreshParent'] },
          'drill.refreshRequested': { actions: ['refreshReport', 'refreshTrend', 'refreshParent'] },
          'report.refreshStarted': { actions: ['renewTrend', 'renewParent'] },
          'view.updated': { actions: [{ type: 'keepView', params: ({ event }) => event }, ...applyReportView] },
          'report.moved': [
            {
              guard: {
                type: 'isAnotherQuery',
                params: ({ context, event }) => ({ search: query.replaceIn(context.search, event.search) }),
              },
              actions: [
                ...moved.actions,
                { type: 'locateTrend', params: ({ context }) => context },
                { type: 'openParent', params: ({ context }) => context },
                ...applyReportView,
              ],
            },
            { actions: [...moved.actions, ...applyReportView] },
          ],
          'views.applied': [
            {
              guard: { type: 'isOtherViewApplicable', params: appliedView },
              actions: [...applyView, { type: 'openParent', params: ({ context }) => context }],
            },
            { guard: { type: 'isViewApplicable', params: appliedView }, actions: applyView },
          ],
          'trend.moved': handleMoved(drillTrendQuery),
          'adPickers.unseen': {
            guard: { type: 'isFilteredByUnseen', params: ({ event }) => event },
            actions: { type: 'refuseFilter', params: ({ context, event }) => ({ left: withoutUnseen(filtersOf(context), event) }) },
          },
          'launches.changed': { actions: 'renewReport' },
          'launches.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
        },
      },
    },
  });
}

export const userData = createDrillMachine('user', 'userData', 'Spend and return of each user, the entry to the levels below.', {
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
  'Spend and return of the campaigns of one account, and the actions on them.',
  { report: campaignReport, views: campaignDataViews },
);
export const groupData = createDrillMachine(
  'group',
  'groupData',
  'Spend and return of the ad groups and ads of one campaign, and the actions on them.',
  { report: groupReport, views: groupDataViews },
);

export type DrillData = ActorRefFrom<typeof userData>;

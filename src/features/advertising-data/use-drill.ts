import { fromPromise } from 'xstate';
import { accountData, campaignData, groupData, userData } from '#machines/ad-data/drill.machine.ts';
import {
  accountDataViews,
  accountReport,
  campaignDataViews,
  campaignReport,
  type DrillRow,
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
} from '#machines/ad-data/drill-parts.machine.ts';
import { type DrillDimension, type DrillFilters, type DrillPage, drillPaths } from '#machines/ad-data/drill-query.ts';
import type { ExportSubject } from '#machines/kernel/export.machine.ts';
import type { BranchQuestion } from '#machines/kernel/report.machine.ts';
import type { ReportQuery } from '#machines/kernel/report-query.ts';
import { viewsWith } from '#machines/kernel/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/table-view-with.ts';
import type { TrendQuery } from '#machines/kernel/trend-query.ts';
import { adPickers } from '#src/parts/launches/use-ad-pickers.ts';
import { launchHands } from '#src/parts/launches/use-launches.ts';
import { askedDays, branchRequest, loadTrendOf, reportAnswer, reportRequest, trendAnswer } from '#src/parts/reports/use-report-calls.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { exportAdData, queryAdData, trendAdData } from '#src/services/ad-data.service.ts';
import { exportActors } from '#src/services/exporting.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { askedFilters, type DrillRequest, type DrillTrendRequest } from './use-drill-calls.ts';
import { loadParent } from './use-drill-parent.ts';

type Query = ReportQuery<DrillFilters>;

// What a page is divided and sorted by, its own definition of addresses says.
const asked = (request: object, { filters }: Pick<Query, 'filters'>) => ({ ...request, filters: askedFilters(filters) }) as DrillRequest;

const loaders = {
  loadRows: fromPromise(async ({ input, signal }: { input: Query; signal: AbortSignal }) =>
    reportAnswer<DrillRow>((await queryAdData(asked(reportRequest(input), input), signal)) as never),
  ),
  loadBranch: fromPromise(async ({ input, signal }: { input: BranchQuestion<DrillFilters, DrillRow>; signal: AbortSignal }) => {
    const { list, total } = await queryAdData(asked(branchRequest(input), input.query), signal);
    return { rows: list as DrillRow[], total };
  }),
};

/** By what a chart is divided on each page. */
const divisions: Record<DrillPage, DrillDimension> = { user: 'user', account: 'account', campaign: 'campaign', group: 'ad_group' };

const trendOf = (page: DrillPage) =>
  drillTrend.provide({
    actors: {
      loadTrend: fromPromise(({ input, signal }: { input: TrendQuery<DrillFilters>; signal: AbortSignal }) =>
        loadTrendOf(input, page === 'group' && input.filters.group_id !== undefined ? 'ad' : divisions[page], (request) =>
          trendAdData({ ...request, filters: askedFilters(input.filters) } as DrillTrendRequest, signal),
        ),
      ),
    },
  });

const download = drillExport.provide({
  actors: exportActors({
    call: exportAdData,
    asked: ({ query, columns }: ExportSubject<Query>) =>
      ({
        ...askedDays(query),
        group_by: query.groupBy,
        filters: askedFilters(query.filters),
        sort: [query.sort ?? { field: 'spend', order: 'desc' }],
        columns: [...columns],
        locale: spokenLocale(),
      }) as Parameters<typeof exportAdData>[0],
    save: saveFile,
  }),
});

const ROW_METRICS = ['spend', 'revenue', 'roi'];

const trendOfRow = rowTrend.provide({
  actors: {
    loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
      const { dimension, id, query, step } = subject;
      const request = {
        ...askedDays(query),
        by: step,
        metrics: ROW_METRICS,
        under: [{ by: dimension, id }],
        filters: askedFilters(query.filters),
      };
      return trendAnswer(await trendAdData(request as DrillTrendRequest, signal), step);
    }),
  },
});

const shared = (page: DrillPage) => ({
  trend: trendOf(page),
  parent: drillParent.provide({ actors: { loadDetail: fromPromise(({ input, signal }) => loadParent(input.subject, signal)) } }),
  rowTrend: trendOfRow,
  hands: launchHands,
  pickers: adPickers,
  export: download,
  tableView: tableViewWith(drillTableView, drillPaths[page], prefs),
  // Only the innermost page has a second table, that of the ads.
  adTableView:
    page === 'group'
      ? tableViewWith(drillAdTableView, `${drillPaths[page]}/ad`, prefs)
      : tableViewWith(drillAdTableView, drillPaths[page], { loadTableView: async () => undefined, saveTableView: async () => undefined }),
});

const pages: Record<DrillPage, { report: typeof userReport; views: typeof userDataViews }> = {
  user: { report: userReport, views: userDataViews },
  account: { report: accountReport, views: accountDataViews },
  campaign: { report: campaignReport, views: campaignDataViews },
  group: { report: groupReport, views: groupDataViews },
};

const own = (page: DrillPage) => ({
  ...shared(page),
  report: pages[page].report.provide({ actors: loaders }),
  views: viewsWith(pages[page].views, drillPaths[page], { ...views, simpleRoles }),
});

/** The pages of the drill-down, with everything they need from the outside world. */
export const userPage = userData.provide({ actors: own('user') });
export const accountPage = accountData.provide({ actors: own('account') });
export const campaignPage = campaignData.provide({ actors: own('campaign') });
export const groupPage = groupData.provide({ actors: own('group') });

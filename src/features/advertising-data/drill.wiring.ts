import { fromPromise } from 'xstate';
import { accountData, campaignData, groupData, userData } from '#machines/advertising-data/drill.machine.ts';
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
} from '#machines/advertising-data/drill-parts.machine.ts';
import { type DrillDimension, type DrillFilters, type DrillPage, drillPaths } from '#machines/advertising-data/drill-query.ts';
import { viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import type { TrendQuery } from '#machines/kernel/report/trend-query.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { launchHands } from '#src/parts/launches/launches.wiring.ts';
import { askedDays, reportActors, reportExportActors, trendActors, trendAnswer } from '#src/parts/reports/report-calls.wiring.ts';
import { exportAdData, queryAdData, trendAdData } from '#src/services/ad-data.service.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { askedFilters } from './drill-calls.wiring.ts';
import { loadParent } from './drill-parent.wiring.ts';

const loaders = reportActors<DrillFilters, DrillRow, Parameters<typeof queryAdData>[0]>(queryAdData, askedFilters);

/** The dimension that splits the chart of each page. */
const divisions: Record<DrillPage, DrillDimension> = { user: 'user', account: 'account', campaign: 'campaign', group: 'ad_group' };

const trendOf = (page: DrillPage) =>
  drillTrend.provide({
    actors: trendActors(trendAdData, askedFilters, ({ filters }: TrendQuery<DrillFilters>) =>
      page === 'group' && filters.group_id !== undefined ? 'ad' : divisions[page],
    ),
  });

const download = drillExport.provide({ actors: reportExportActors(exportAdData, askedFilters) });

const ROW_METRICS = ['spend', 'revenue', 'roi'] as const;

const trendOfRow = rowTrend.provide({
  actors: {
    loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
      const { dimension, id, query, step } = subject;
      const reply = await trendAdData(
        { ...askedDays(query), by: step, metrics: [...ROW_METRICS], under: [{ by: dimension, id }], filters: askedFilters(query.filters) },
        signal,
      );
      return trendAnswer(reply, step);
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
  // Only the innermost page has a second table, for ads.
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

/** Provides the drill-down pages with all actors. */
export const userPage = userData.provide({ actors: own('user') });
export const accountPage = accountData.provide({ actors: own('account') });
export const campaignPage = campaignData.provide({ actors: own('campaign') });
export const groupPage = groupData.provide({ actors: own('group') });

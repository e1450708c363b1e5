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
import { savedViewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import type { TrendQuery } from '#machines/kernel/report/trend-query.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { launchActions } from '#src/parts/launches/launches.wiring.ts';
import { reportActors, reportExportActors, toRequestDays, toTrendAnswer, trendActors } from '#src/parts/reports/report-calls.wiring.ts';
import { exportAdData, queryAdData, trendAdData } from '#src/services/ad-data.service.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { toRequestFilters } from './drill-calls.wiring.ts';
import { loadParent } from './drill-parent.wiring.ts';

const loaders = reportActors<DrillFilters, DrillRow, Parameters<typeof queryAdData>[0]>(queryAdData, toRequestFilters);

/** The dimension that splits the chart of each page. */
const SPLIT_DIMENSIONS: Record<DrillPage, DrillDimension> = { user: 'user', account: 'account', campaign: 'campaign', group: 'ad_group' };

const trendOf = (page: DrillPage) =>
  drillTrend.provide({
    actors: trendActors(trendAdData, toRequestFilters, ({ filters }: TrendQuery<DrillFilters>) =>
      page === 'group' && filters.group_id !== undefined ? 'ad' : SPLIT_DIMENSIONS[page],
    ),
  });

const download = drillExport.provide({ actors: reportExportActors(exportAdData, toRequestFilters) });

const ROW_METRICS = ['spend', 'revenue', 'roi'] as const;

const trendOfRow = rowTrend.provide({
  actors: {
    loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
      const { dimension, id, query, step } = subject;
      const reply = await trendAdData(
        {
          ...toRequestDays(query),
          by: step,
          metrics: [...ROW_METRICS],
          under: [{ by: dimension, id }],
          filters: toRequestFilters(query.filters),
        },
        signal,
      );
      return toTrendAnswer(reply, step);
    }),
  },
});

const shared = (page: DrillPage) => ({
  trend: trendOf(page),
  parent: drillParent.provide({ actors: { loadDetail: fromPromise(({ input, signal }) => loadParent(input.subject, signal)) } }),
  rowTrend: trendOfRow,
  launchActions: launchActions,
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

const provideActors = (page: DrillPage) => ({
  ...shared(page),
  report: pages[page].report.provide({ actors: loaders }),
  views: savedViewsWith(pages[page].views, drillPaths[page], { ...views, simpleRoles }),
});

/** Provides the drill-down pages with all actors. */
export const userPage = userData.provide({ actors: provideActors('user') });
export const accountPage = accountData.provide({ actors: provideActors('account') });
export const campaignPage = campaignData.provide({ actors: provideActors('campaign') });
export const groupPage = groupData.provide({ actors: provideActors('group') });

import { detailWalk, exportWalk, pageWalk, reportWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { trendSample, trendWalk } from '../kernel/report/trend.walks.ts';
import { accountData, campaignData, groupData, userData } from './drill.machine.ts';
import {
  accountDataViews,
  accountReport,
  campaignDataViews,
  campaignReport,
  type DrillParent,
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

const row = { key: 'a', dims: { user: { id: 1, label: 'Li' } }, m: { spend: 100 } };
const parent: DrillParent = { missing: false, names: {}, figures: undefined, isHosted: false, publishing: undefined, isEmpty: false };

/** Every report can be unfolded: departments into people, materials into ads, the others into days. */
const unfolding = (machine: MachineWalk['machine'], search: string): MachineWalk => {
  const walk = reportWalk(machine, row);
  return { ...walk, input: { search } };
};

const page = (machine: MachineWalk['machine'], search: string): MachineWalk => ({
  ...pageWalk(machine, [
    { type: 'page.located', search: '?user_id=nobody' },
    { type: 'page.located', search },
    { type: 'page.located', search: `${search}&page=2` },
    { type: 'page.located', search: `${search}&ad_account_id=7&user_id=7` },
    { type: 'report.moved', search: `${search}&page=2`, how: 'push' },
    { type: 'report.moved', search: `${search}&biz=dj`, how: 'push' },
    { type: 'trend.moved', search: '?step=hour', how: 'replace' },
    { type: 'view.updated', table: 'drillTableView', view: { shown: ['dims'], density: 'compact', autoRefresh: 30 } },
    { type: 'report.refreshStarted' },
    { type: 'views.applied', query: '?biz=dj', table: null, how: 'push' },
    { type: 'views.applied', query: '?preset=video', table: null, how: 'push' },
    { type: 'adPickers.unseen', filter: 'ad_account_id', ids: [7] },
    { type: 'launches.changed' },
    { type: 'launches.batchStarted', batchId: 7 },
    { type: 'launches.failedChosen', ids: [5] },
    { type: 'plot.chosen', plot: 'trend' },
    { type: 'drill.refreshRequested' },
  ]),
  input: { search },
});

export const walks: MachineWalk[] = [
  page(userData, '?date_from=2026-11-01&date_to=2026-11-07'),
  page(accountData, '?user_id=3'),
  page(campaignData, '?account_id=3'),
  page(groupData, '?account_id=3&campaign_id=5'),
  unfolding(userReport, '?by=department&page=3'),
  unfolding(accountReport, '?by=date&page=3'),
  unfolding(campaignReport, '?account_id=3&by=date&page=3'),
  unfolding(groupReport, '?campaign_id=3&level=material&page=3'),
  trendWalk(drillTrend),
  exportWalk(drillExport, {}),
  tableViewWalk(drillTableView, { shown: ['spend'], density: 'compact' }),
  tableViewWalk(drillAdTableView, { shown: ['spend'], density: 'compact' }),
  viewsWalk(userDataViews),
  viewsWalk(accountDataViews),
  viewsWalk(campaignDataViews),
  viewsWalk(groupDataViews),
  detailWalk(drillParent, { page: 'account', query: {} }, parent),
  detailWalk(rowTrend, { dimension: 'user', id: 1, name: 'Li', query: {}, step: 'day' }, trendSample),
];

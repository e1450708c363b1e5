import type { AnyStateMachine } from 'xstate';
import { exportWalk, listWalk, pageWalk, tabbedWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { campaign, launchOrder } from '../parts/launches/launches.walks.ts';
import { adLaunches, campaignLaunches, groupLaunches, launchManagementMachine } from './launch-management.machine.ts';
import {
  campaignExport,
  campaignList,
  campaignTableView,
  campaignViews,
  groupExport,
  groupList,
  groupTableView,
  groupViews,
  launchedAdExport,
  launchedAdList,
  launchedAdTableView,
  launchedAdViews,
} from './launch-parts.machine.ts';

const levelWalk = (machine: AnyStateMachine): MachineWalk =>
  pageWalk(machine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
    { type: 'page.located', search: '?user_id=7%2C8' },
    { type: 'adPickers.unseen', filter: 'user_id', ids: [7] },
    { type: 'launches.changed' },
    { type: 'launches.batchStarted', batchId: 7 },
    { type: 'launches.failedChosen', ids: [5] },
    { type: 'page.located', search: '?again=17' },
    { type: 'launchRedo.orderLoaded', order: launchOrder },
  ]);

const query = { filters: {}, sort: undefined, page: 1, pageSize: 20 };

export const walks: MachineWalk[] = [
  { ...tabbedWalk(launchManagementMachine, 'campaign', 'group'), ...thirdTab() },
  levelWalk(campaignLaunches),
  levelWalk(groupLaunches),
  levelWalk(adLaunches),
  ...[campaignList, groupList, launchedAdList].map((machine) => listWalk(machine, campaign)),
  ...[campaignExport, groupExport, launchedAdExport].map((machine) => exportWalk(machine, query)),
  ...[campaignTableView, groupTableView, launchedAdTableView].map((machine) =>
    tableViewWalk(machine, { shown: ['name'], density: 'compact' }),
  ),
  ...[campaignViews, groupViews, launchedAdViews].map((machine) => viewsWalk(machine)),
];

/** A tabbed page with three tabs is walked with the third one too. */
function thirdTab(): Pick<MachineWalk, 'events'> {
  const { events } = tabbedWalk(launchManagementMachine, 'campaign', 'group');
  return { events: [...events, { type: 'page.located', search: '?tab=ad' }, { type: 'tab.chosen', tab: 'ad' }] };
}

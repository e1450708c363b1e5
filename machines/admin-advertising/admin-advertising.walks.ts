import type { AnyStateMachine } from 'xstate';
import { batchWalk } from '../kernel/batch/batch.walks.ts';
import { detailWalk, exportWalk, listWalk, logWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { trendSample, trendWalk } from '../kernel/report/trend.walks.ts';
import {
  adDetailsMachine,
  adminDetail,
  entityCohort,
  entityOrders,
  entityPixelEvents,
  entityRaw,
  entitySearch,
} from './ad-details.machine.ts';
import {
  adminAdExport,
  adminAdList,
  adminAds,
  adminAdTableView,
  adminAdViews,
  adminCampaignExport,
  adminCampaignList,
  adminCampaigns,
  adminCampaignTableView,
  adminCampaignViews,
  adminGroupExport,
  adminGroupList,
  adminGroups,
  adminGroupTableView,
  adminGroupViews,
  adminRowTrend,
  adminTrend,
  emergencyClose,
} from './admin-entities.machine.ts';

const finished = { type: 'emergencyClose.finished', batchId: 7, okIds: [4], failedIds: [5] };
const query = { filters: {}, sort: undefined, page: 1, pageSize: 20 };

const entitiesWalk = (machine: AnyStateMachine): MachineWalk =>
  pageWalk(machine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'trend.moved', search: '?step=week', how: 'replace' },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
    { type: 'page.located', search: '?user_id=7&homepage_id=9' },
    { type: 'adPickers.unseen', filter: 'user_id', ids: [7] },
    { type: 'homepagePicker.unseen', ids: [9] },
    { type: 'emergencyClose.started', batchId: 7, batchIds: [7] },
    { ...finished, watched: true },
    { ...finished, watched: false },
    { type: 'emergencyClose.failedChosen', ids: [5] },
  ]);

const place = { level: 'ad', id: 7 };

export const walks: MachineWalk[] = [
  ...[adminCampaigns, adminGroups, adminAds].map(entitiesWalk),
  ...[adminCampaignList, adminGroupList, adminAdList].map((machine) => listWalk(machine, { id: 1 })),
  ...[adminCampaignExport, adminGroupExport, adminAdExport].map((machine) => exportWalk(machine, query)),
  ...[adminCampaignTableView, adminGroupTableView, adminAdTableView].map((machine) =>
    tableViewWalk(machine, { shown: ['name'], density: 'compact' }),
  ),
  ...[adminCampaignViews, adminGroupViews, adminAdViews].map((machine) => viewsWalk(machine)),
  trendWalk(adminTrend),
  detailWalk(adminRowTrend, { ...place, name: 'Moon', step: 'day' }, trendSample),
  batchWalk(emergencyClose, { filter: { keyword: 'a' }, params: { level: 'ad' }, wrong: { reason: ' ' } }),
  pageWalk(adDetailsMachine, [
    { type: 'page.located', search: '?id=7' },
    { type: 'page.located', search: '?id=8&level=campaign' },
    { type: 'page.located', search: '' },
    { type: 'details.searched', keyword: 'moon', level: 'ad' },
    { type: 'details.searched', keyword: '' },
    { type: 'details.trendChosen', by: 'hour', days: 1 },
    { type: 'emergencyClose.started', batchId: 7, batchIds: [7] },
    { ...finished, watched: true },
  ]),
  detailWalk(entitySearch, { keyword: 'moon', level: undefined }, []),
  detailWalk(adminDetail, place, { entity: undefined }),
  detailWalk(entityCohort, place, { rows: [], step: 'day', totals: { spend_usd: 0, new_users: 0, dn: {} } }),
  detailWalk(entityOrders, place, { rows: [], total: 0 }),
  detailWalk(entityRaw, place, { body: null, synced_at: null, is_missing: false }),
  logWalk(entityPixelEvents, { level: 'ad', id: 7 }),
];

import { batchWalk } from '../kernel/batch/batch.walks.ts';
import { exportWalk, formWalk, listWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { discoverWalk } from '../parts/assets/assets.walks.ts';
import {
  homepageBatch,
  homepageDiscovery,
  homepageExport,
  homepageForm,
  homepageList,
  homepageManagementMachine,
  homepageSitesForm,
  homepageTableView,
  homepageViews,
} from './homepage-management.machine.ts';
import { type HomepageRow, homepageDraft, homepageSitesDraft } from './homepage-rules.ts';

const homepage: HomepageRow = {
  id: 5,
  version: 3,
  platform_page_id: '100200300400500',
  name: 'Drama Nights',
  picture_url: null,
  category: 'TV show',
  status: 'active',
  usable_for_ads: true,
  ads_obstacle: null,
  usable_for_posts: true,
  posts_obstacle: null,
  tasks: ['ADVERTISE', 'CREATE_CONTENT'],
  is_published: true,
  ad_limit: 250,
  ads_active: 240,
  posts: 3,
  sites: [{ id: 9, label: '短剧站' }],
  default_sites: [{ id: 9, label: '短剧站' }],
  biz: 'dj',
  assignees: [],
  personal_account: { id: 3, label: 'Ada Hale' },
  last_sync_at: null,
  sync_error: null,
  created_at: '2026-11-01T08:00:00Z',
  can: ['edit', 'sync'],
};
const found = {
  platform_id: 'a1',
  name: 'Drama Nights',
  status: 'active',
  sub: '',
  already: 'no' as const,
  authoriser: null,
  can_switch: false,
};

export const walks: MachineWalk[] = [
  pageWalk(homepageManagementMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
    { type: 'page.located', search: '?site_id=9&assignee_id=9&personal_account_id=9' },
    { type: 'personPicker.unseen', ids: [9] },
    { type: 'sitePicker.unseen', ids: [9] },
    { type: 'staffPicker.unseen', ids: [9] },
    { type: 'homepageForm.saved', saved: homepage },
    { type: 'homepageSitesForm.saved', saved: homepage },
    { type: 'homepageDiscovery.started', batchId: 7, siblings: [8] },
    { type: 'homepageBatch.started', batchId: 7, batchIds: [7] },
    { type: 'homepageBatch.finished', batchId: 7, watched: true, okIds: [5], failedIds: [6] },
    { type: 'homepageBatch.finished', batchId: 7, watched: false, okIds: [5], failedIds: [6] },
    { type: 'homepageBatch.failedChosen', ids: [6] },
    { type: 'assigning.started', batchId: 7, batchIds: [7] },
    { type: 'assigning.finished', batchId: 7, watched: true, okIds: [5], failedIds: [6] },
    { type: 'assigning.finished', batchId: 7, watched: false, okIds: [5], failedIds: [6] },
    { type: 'assigning.failedChosen', ids: [6] },
  ]),
  listWalk(homepageList, homepage),
  viewsWalk(homepageViews),
  tableViewWalk(homepageTableView, { shown: ['name'], density: 'compact' }),
  exportWalk(homepageExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  formWalk(homepageForm, { draft: homepageDraft(homepage), changes: { ad_limit: 1000 }, wrong: { ad_limit: undefined }, saved: homepage }),
  formWalk(homepageSitesForm, {
    draft: homepageSitesDraft(homepage),
    changes: { default_site_ids: [] },
    wrong: { default_site_ids: [10] },
    saved: homepage,
  }),
  batchWalk(homepageBatch, { filter: { keyword: 'dr' }, params: { action: 'enable' }, wrong: { action: 'unbind' } }),
  discoverWalk(homepageDiscovery, { found, params: { biz: 'dj' } }),
];

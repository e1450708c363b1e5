import { discoverWalk } from '../kernel/assets/assets.walks.ts';
import { batchWalk } from '../kernel/batch.walks.ts';
import { commandWalk, detailWalk, exportWalk, formWalk, listWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { viewsWalk } from '../kernel/saved-views.walks.ts';
import {
  adAccountBatch,
  adAccountDiscovery,
  adAccountExport,
  adAccountForm,
  adAccountList,
  adAccountManagementMachine,
  adAccountTableView,
  adAccountViews,
  enabledChange,
  statusLog,
} from './ad-account-management.machine.ts';
import { type AdAccountRow, adAccountDraft } from './ad-account-rules.ts';

export const account: AdAccountRow = {
  id: 4,
  version: 2,
  channel: 'meta',
  platform_account_id: '203001',
  name: 'Short drama 01',
  business_name: null,
  account_status: 1,
  disable_reason: 0,
  deliverable: true,
  undeliverable_reason: null,
  enabled: true,
  biz: 'dj',
  currency: 'USD',
  timezone_name: 'America/Los_Angeles',
  balance: 12_345,
  spend_cap: null,
  cap_left: null,
  amount_spent: 990_000,
  min_daily_budget: 100,
  personal_account: { id: 9, label: 'Ada Hale' },
  personal_status: 'active',
  primary: { id: 5, label: '李伟' },
  assignees: [{ kind: 'user', id: 5, label: '李伟' }],
  pixels: 1,
  last_sync_at: '2026-11-20T08:00:00Z',
  sync_error: null,
  sync_notice: null,
  is_syncing: true,
  remark: null,
  can: ['sync', 'edit'],
};
const found = { platform_id: 'a1', name: 'One', status: '1', sub: 'USD', already: 'no', authoriser: null, can_switch: false };

export const walks: MachineWalk[] = [
  pageWalk(adAccountManagementMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.turned', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
    { type: 'page.located', search: '?assignee_user_id=9&personal_account_id=9' },
    { type: 'personPicker.unseen', ids: [9] },
    { type: 'staffPicker.unseen', ids: [9] },
    { type: 'adAccountForm.saved', saved: account },
    { type: 'enabledChange.done', subject: { row: account, enabled: false }, result: account },
    { type: 'adAccountDiscovery.started', batchId: 7, siblings: [8] },
    { type: 'adAccountBatch.started', batchId: 7, batchIds: [7] },
    { type: 'assigning.started', batchId: 7, batchIds: [7] },
    { type: 'adAccountBatch.finished', batchId: 7, watched: true, okIds: [], failedIds: [4] },
    { type: 'adAccountBatch.finished', batchId: 7, watched: false, okIds: [], failedIds: [4] },
    { type: 'assigning.finished', batchId: 7, watched: true, okIds: [], failedIds: [4] },
    { type: 'assigning.finished', batchId: 7, watched: false, okIds: [], failedIds: [4] },
    { type: 'adAccountBatch.failedChosen', ids: [4] },
    { type: 'assigning.failedChosen', ids: [4] },
    { type: 'adAccountExport.done', subject: { query: {}, columns: ['name'] }, rows: 3 },
  ]),
  viewsWalk(adAccountViews),
  listWalk(adAccountList, account),
  formWalk(adAccountForm, { draft: adAccountDraft(account), changes: { biz: 'ec' }, wrong: { biz: undefined }, saved: account }),
  batchWalk(adAccountBatch, { filter: { keyword: 'a' }, params: { action: 'sync' }, wrong: { action: 'share', pixel_id: undefined } }),
  discoverWalk(adAccountDiscovery, { found, params: { biz: 'dj' } }),
  tableViewWalk(adAccountTableView, { shown: ['name', 'do'], density: 'compact' }),
  commandWalk(enabledChange, { row: account, enabled: false }, account),
  detailWalk(statusLog, { id: 4, name: account.name }, [{ at: '2026-11-20T08:00:00Z', account_status: 1, disable_reason: 0 }]),
  exportWalk(adAccountExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
];

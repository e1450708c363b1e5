import { batchWalk } from '../kernel/batch/batch.walks.ts';
import {
  commandWalk,
  exportWalk,
  formWalk,
  listWalk,
  logWalk,
  pageWalk,
  pickerWalk,
  tabbedWalk,
  tableViewWalk,
} from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { adHostingMachine } from './ad-hosting.machine.ts';
import { hostAccountDetails, hostAccountLog } from './host-account-details.machine.ts';
import { type BindableRule, bindingDraft, type HostAccountRow, hostAccountDraft, toEndingSubject } from './host-account-rules.ts';
import {
  accountClosing,
  bindingForm,
  endingForm,
  hostAccountExport,
  hostAccountForm,
  hostAccountList,
  hostAccountsMachine,
  hostAccountTableView,
  hostAccountViews,
  hostableAccountPicker,
  hostStateChange,
  reportForm,
  ruleLoading,
} from './host-accounts.machine.ts';

export const hostAccount: HostAccountRow = {
  id: 7,
  version: 2,
  account: { id: 4, label: 'Bennett Home Store', platform_account_id: '203001' },
  currency: 'USD',
  timezone_name: 'America/Chicago',
  account_status: 1,
  personal_account: { id: 9, label: 'Olivia Bennett' },
  personal_status: 'active',
  holder_name: 'Olivia Bennett',
  state: 'hosting',
  paused_by_authoriser: false,
  auto_level: 'suggest',
  operator: { id: 5, label: '朱托' },
  rules: 2,
  daily_cap: 30_000,
  cap_used_pct: 0.42,
  is_capped: false,
  target_roi_bp: 18_000,
  m_today: { spend: 12_600, roi_d0: 1.2 },
  m_7d: { spend: 90_000, roi: 1.9, roi_d0: 1.4 },
  campaigns_running: 3,
  actions_today: 1,
  suggestions: 1,
  start_at: '2026-11-16T00:00:00Z',
  end_at: null,
  consent_at: '2026-11-16T00:00:00Z',
  consent_note: null,
  last_sync_at: '2026-11-20T08:00:00Z',
  remark: null,
  can: ['edit', 'pause', 'end', 'bind_rules'],
};

const rule: BindableRule = {
  id: 1,
  label: '止损',
  level: 'campaign',
  status: 'enabled',
  dry_run: false,
  owner: { id: 5, label: '朱托' },
  is_bound: true,
};

const twoTabs = tabbedWalk(adHostingMachine, 'accounts', 'rules');
/** A tabbed page with three tabs is walked with the third one too. */
const allTabs: MachineWalk = {
  ...twoTabs,
  events: [...twoTabs.events, { type: 'page.located', search: '?tab=hits' }, { type: 'tab.chosen', tab: 'hits' }],
};

export const walks: MachineWalk[] = [
  allTabs,
  pageWalk(hostAccountsMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.updated', view: { shown: ['account'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: null, how: 'push' },
    { type: 'page.located', search: '?operator_user_id=5' },
    { type: 'staffPicker.unseen', ids: [5] },
    { type: 'hostAccountForm.saved', saved: hostAccount },
    { type: 'hostStateChange.done', subject: { row: hostAccount, to: 'paused' }, result: hostAccount },
    { type: 'ruleLoading.done', subject: { id: 7, name: 'A' }, result: [rule] },
    { type: 'bindingForm.saved', saved: hostAccount },
    { type: 'endingForm.saved', saved: { row: hostAccount, batchIds: [7] } },
    { type: 'endingForm.saved', saved: { row: hostAccount, batchIds: [] } },
    { type: 'accountClosing.started', batchId: 7, batchIds: [7] },
    { type: 'accountClosing.finished', batchId: 7, watched: true, okIds: [4], failedIds: [5] },
    { type: 'accountClosing.finished', batchId: 7, watched: false, okIds: [4], failedIds: [5] },
    { type: 'accountClosing.failedChosen', ids: [5] },
  ]),
  listWalk(hostAccountList, hostAccount),
  formWalk(hostAccountForm, {
    draft: hostAccountDraft(hostAccount),
    changes: { daily_cap: 200 },
    wrong: { daily_cap: 0 },
    saved: hostAccount,
  }),
  commandWalk(hostStateChange, { row: hostAccount, to: 'paused' as const }, hostAccount),
  formWalk(endingForm, {
    draft: { values: { close_campaigns: false }, subject: { ...toEndingSubject(hostAccount), campaigns: 0 } },
    changes: { close_campaigns: false },
    wrong: { close_campaigns: true },
    saved: { row: hostAccount, batchIds: [] },
  }),
  batchWalk(accountClosing, { filter: {}, params: { accountId: 4, account: 'A' }, wrong: { reason: 'x'.repeat(201) } }),
  formWalk(bindingForm, {
    draft: bindingDraft({ id: 7, name: 'A' }, [rule]),
    changes: { rule_ids: [2] },
    wrong: { rule_ids: Array.from({ length: 201 }, (_, index) => index + 1) },
    saved: hostAccount,
  }),
  commandWalk(ruleLoading, { id: 7, name: 'A' }, [rule]),
  formWalk(reportForm, {
    draft: { values: { date_from: '2026-11-14', date_to: '2026-11-20' }, subject: { id: 7, name: 'A' } },
    changes: { date_from: '2026-11-13' },
    wrong: { date_from: '' },
    saved: { file: 'report.xlsx' },
  }),
  {
    machine: hostAccountDetails,
    events: [
      { type: 'details.opened', subject: { id: 7, name: 'A' }, tab: 'info' },
      { type: 'details.opened', subject: { id: 7, name: 'A' }, tab: 'log' },
      { type: 'details.tabChosen', tab: 'info' },
      { type: 'details.tabChosen', tab: 'log' },
      { type: 'details.closed' },
    ],
  },
  logWalk(hostAccountLog, { target: 'host_account#8' }),
  viewsWalk(hostAccountViews),
  tableViewWalk(hostAccountTableView, { shown: ['account'], density: 'compact' }),
  pickerWalk(hostableAccountPicker),
  exportWalk(hostAccountExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
];

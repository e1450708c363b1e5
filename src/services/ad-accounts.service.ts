import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';
import { listFreshness } from './list-freshness.ts';
import { assignees, foundAssets } from './personal-accounts.service.ts';

const row = {
  id: true,
  version: true,
  channel: true,
  connector: true,
  platform_account_id: true,
  name: true,
  business_name: true,
  account_status: true,
  disable_reason: true,
  deliverable: true,
  undeliverable_reason: true,
  enabled: true,
  biz: true,
  usage: true,
  currency: true,
  timezone_name: true,
  balance: true,
  spend_cap: true,
  cap_left: true,
  amount_spent: true,
  min_daily_budget: true,
  personal_account: { id: true, label: true },
  personal_status: true,
  primary: { id: true, label: true },
  assignees,
  pixels: true,
  campaigns_running: true,
  unassigned_campaigns: true,
  spend_7d_usd: true,
  last_sync_at: true,
  sync_error: true,
  sync_notice: true,
  is_syncing: true,
  remark: true,
  created_at: true,
  updated_at: true,
  can: true,
} as const;

export const listAdAccounts = call('/auth-accounts/list', { list: [row], total: true, ...listFreshness });
export const simpleAdAccounts = call('/auth-accounts/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true }],
  total: true,
});
/** Ad accounts for the publishing pages. */
export const accountsToPublish = call('/auth-accounts/simple_list', {
  list: [
    {
      id: true,
      label: true,
      sub: true,
      status: true,
      disabled: true,
      publish: { currency: true, timezone_name: true, cap_left: true, ads_running: true, pixel_id: true, pixel_usable: true },
    },
  ],
  total: true,
});
export const discoverAdAccounts = call('/auth-accounts/discover', { list: foundAssets });
export const bindAdAccounts = call('/auth-accounts/bind', batchStart);
export const syncAdAccounts = call('/auth-accounts/sync', batchStart);
export const editAdAccount = call('/auth-accounts/edit', row);
export const setAdAccountsEnabled = call('/auth-accounts/set_enabled', batchStart);
export const adAccountStatusLog = call('/auth-accounts/status_log', { list: [{ at: true, account_status: true, disable_reason: true }] });
export const unbindAdAccounts = call('/auth-accounts/unbind', batchStart);
export const exportAdAccounts = fileCall('/auth-accounts/export');

import { call, fileCall } from './call.ts';
import { listFreshness } from './list-freshness.ts';

const row = {
  id: true,
  version: true,
  account: { id: true, label: true, platform_account_id: true },
  currency: true,
  timezone_name: true,
  account_status: true,
  personal_account: { id: true, label: true },
  personal_status: true,
  holder_name: true,
  state: true,
  paused_by_authoriser: true,
  auto_level: true,
  operator: { id: true, label: true },
  rules: true,
  daily_cap: true,
  cap_used_pct: true,
  is_capped: true,
  target_roi_bp: true,
  m_today: true,
  m_7d: true,
  campaigns_running: true,
  actions_today: true,
  suggestions: true,
  start_at: true,
  end_at: true,
  consent_at: true,
  consent_note: true,
  last_sync_at: true,
  remark: true,
  can: true,
} as const;

export const listHostAccounts = call('/operation-accounts/list', { list: [row], total: true, totals: { m_7d: true }, ...listFreshness });
export const createHostAccount = call('/operation-accounts/create', row);
export const editHostAccount = call('/operation-accounts/edit', row);
export const setHostState = call('/operation-accounts/set_state', { row, batch_ids: true });
export const bindableRules = call('/operation-accounts/rules', {
  list: [{ id: true, label: true, level: true, status: true, dry_run: true, owner: { id: true, label: true }, is_bound: true }],
});
export const bindRules = call('/operation-accounts/bind_rules', row);
export const exportHostAccounts = fileCall('/operation-accounts/export');
export const exportHostReport = fileCall('/operation-accounts/report_export');

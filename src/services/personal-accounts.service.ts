import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';

export const assignees = [{ kind: true, id: true, label: true }] as const;

export const personalRow = {
  id: true,
  version: true,
  channel: true,
  platform_user_id: true,
  name: true,
  usage: true,
  owner: { id: true, label: true },
  status: true,
  token_expires_at: true,
  data_access_expires_at: true,
  scopes: true,
  missing_scopes: true,
  accounts: true,
  homepages: true,
  pixels: true,
  running: true,
  blocked: true,
  assignees,
  last_checked_at: true,
  last_error: true,
  held_since: true,
  remark: true,
  created_at: true,
  updated_at: true,
  can: true,
} as const;

export const foundAssets = [
  { platform_id: true, name: true, status: true, sub: true, already: true, authoriser: true, can_switch: true },
] as const;

export const found = { accounts: foundAssets, homepages: foundAssets, pixels: foundAssets } as const;

export const authUrl = { url: true, state: true, expires_at: true } as const;
export const authResult = {
  status: true,
  personal_account_id: true,
  name: true,
  missing_scopes: true,
  found,
  reason: true,
  message: true,
} as const;
export const tokenAdded = { id: true, missing_scopes: true, found } as const;

export const listPersonalAccounts = call('/auth-personages/list', { list: [personalRow], total: true });
export const simplePersonalAccounts = call('/auth-personages/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true }],
  total: true,
});
export const personalAuthUrl = call('/auth-personages/auth_url', authUrl);
// Polled while the authorisation window is open: a failure is retried and not announced.
export const personalAuthResult = call('/auth-personages/auth_result', authResult, { quiet: true });
export const importPersonalAssets = call('/auth-personages/import', batchStart);
export const addPersonalToken = call('/auth-personages/token_add', tokenAdded);
export const checkPersonalAccounts = call('/auth-personages/check', batchStart);
export const syncPersonalAccounts = call('/auth-personages/sync', batchStart);
export const editPersonalAccount = call('/auth-personages/edit', personalRow);
export const setPersonalStatus = call('/auth-personages/set_status', personalRow);
export const deletePersonalAccount = call('/auth-personages/delete', {});
export const exportPersonalAccounts = fileCall('/auth-personages/export');

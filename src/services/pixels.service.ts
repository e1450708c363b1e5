import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';
import { assignees, foundAssets } from './personal-accounts.service.ts';

const ref = { id: true, label: true } as const;

const row = {
  id: true,
  version: true,
  platform_pixel_id: true,
  name: true,
  status: true,
  health: true,
  owner_account: ref,
  owner_business: true,
  shared_accounts: true,
  sites: [ref],
  capi_enabled: true,
  capi_token_set: true,
  test_event_code: true,
  last_fired_at: true,
  events_24h: true,
  dup_rate: true,
  report_gap: true,
  last_sync_at: true,
  sync_error: true,
  assignees,
  personal_account: ref,
  created_at: true,
  can: true,
} as const;

export const listPixels = call('/auth-pixels/list', { list: [row], total: true });
export const simplePixels = call('/auth-pixels/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true }],
  total: true,
});
export const discoverPixels = call('/auth-pixels/discover', { list: foundAssets });
export const bindPixels = call('/auth-pixels/bind', batchStart);
export const editPixel = call('/auth-pixels/edit', row);
export const sharePixel = call('/auth-pixels/share', batchStart);
export const unsharePixel = call('/auth-pixels/unshare', batchStart);
export const pixelShares = call('/auth-pixels/shares', {
  list: [{ account: ref, platform_account_id: true, status: true, error: true, updated_at: true }],
});
export const bindPixelSites = call('/auth-pixels/bind_sites', row);
export const sendTestEvent = call('/auth-pixels/test_event', { received: true, errors: [{ event_id: true, message: true }] });
export const setPixelStatuses = call('/auth-pixels/set_status', batchStart);
export const unbindPixels = call('/auth-pixels/unbind', batchStart);
export const exportPixels = fileCall('/auth-pixels/export');

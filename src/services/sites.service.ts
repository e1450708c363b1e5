import { call, fileCall } from './call.ts';
import { assignees } from './personal-accounts.service.ts';

const ref = { id: true, label: true } as const;

const row = {
  id: true,
  version: true,
  name: true,
  domain: true,
  biz: true,
  kind: true,
  app_url_ios: true,
  app_url_android: true,
  url_tags: true,
  timezone_name: true,
  verify_method: true,
  verify_state: true,
  verify_error: true,
  verified_at: true,
  pixels: [ref],
  default_pixel: ref,
  homepages: [ref],
  default_homepage: ref,
  landings: true,
  uv_7d: true,
  revenue_7d_usd: true,
  assignees,
  status: true,
  created_at: true,
  can: true,
} as const;

export const listSites = call('/auth-sites/list', { list: [row], total: true });
export const simpleSites = call('/auth-sites/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true }],
  total: true,
});
export const createSite = call('/auth-sites/create', row);
export const editSite = call('/auth-sites/edit', row);
export const setSiteStatus = call('/auth-sites/set_status', row);
export const deleteSite = call('/auth-sites/delete', {});
export const verifyInfo = call('/auth-sites/verify_info', { method: true, name: true, value: true, next_try_at: true });
export const verifySite = call('/auth-sites/verify', { verify_state: true, error: true, next_try_at: true });
export const exportSites = fileCall('/auth-sites/export');

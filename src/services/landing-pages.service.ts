import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';

const ref = { id: true, label: true } as const;

const row = {
  id: true,
  version: true,
  site: ref,
  biz: true,
  content: ref,
  title: true,
  slug: true,
  old_slugs: true,
  url: true,
  url_tagged: true,
  template: true,
  start_episode: true,
  language: true,
  country: true,
  ab_group: true,
  status: true,
  ads_running: true,
  pv_7d: true,
  lp_pay_rate: true,
  created_at: true,
  can: true,
} as const;

export const listLandings = call('/auth-landings/list', { list: [row], total: true });
export const simpleLandings = call('/auth-landings/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true }],
  total: true,
});
export const createLanding = call('/auth-landings/create', row);
export const editLanding = call('/auth-landings/edit', row);
export const createLandings = call('/auth-landings/batch_create', batchStart);
export const setLandingStatuses = call('/auth-landings/batch_status', batchStart);
export const deleteLanding = call('/auth-landings/delete', {});
export const exportLandings = fileCall('/auth-landings/export');

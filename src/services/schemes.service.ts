import { call, fileCall } from './call.ts';
import { listFreshness } from './list-freshness.ts';

const row = {
  id: true,
  version: true,
  name: true,
  biz: true,
  channel: true,
  owner: { id: true, label: true },
  visibility: true,
  status: true,
  current_version: true,
  remark: true,
  objective: true,
  source: true,
  budget_usd: true,
  budget_mode: true,
  budget_level: true,
  bid_strategy: true,
  countries: true,
  structure: true,
  missing: true,
  publish_count: true,
  last_published_at: true,
  roi_d0_30d: true,
  created_at: true,
  updated_at: true,
  can: true,
} as const;

export const listSchemes = call('/ad-schemes/list', { list: [row], total: true, ...listFreshness });
export const schemeDetail = call('/ad-schemes/detail', { ...row, shown_version: true, body: true, versions_count: true });
export const schemeVersions = call('/ad-schemes/versions', {
  list: [{ version: true, created_at: true, by: { id: true, label: true }, publish_count: true }],
});
export const simpleSchemes = call('/ad-schemes/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true }],
  total: true,
});
export const createScheme = call('/ad-schemes/create', { id: true, version: true });
export const editScheme = call('/ad-schemes/edit', { id: true, version: true, current_version: true });
export const schemeAudiences = call('/ad-schemes/audiences', {
  list: [{ id: true, name: true, kind: true, size: true, is_ready: true, accounts: [{ id: true, label: true }] }],
});
export const schemeInterests = call('/ad-schemes/interests', { list: [{ value: true, label_zh: true, label_en: true }] });
export const saveCampaignAsScheme = call('/ad-schemes/from_campaign', { id: true, version: true, name: true });
export const copyScheme = call('/ad-schemes/copy', { id: true, version: true });
export const setSchemeStatus = call('/ad-schemes/set_status', { id: true, version: true, status: true });
export const deleteScheme = call('/ad-schemes/delete', { id: true });
export const exportSchemes = fileCall('/ad-schemes/export');

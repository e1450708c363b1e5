import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';
import { listFreshness } from './list-freshness.ts';

const ref = { id: true, label: true } as const;
const row = {
  id: true,
  version: true,
  code: true,
  biz: true,
  kind: true,
  drama: ref,
  product: ref,
  title: true,
  cover_url: true,
  width: true,
  height: true,
  duration_ms: true,
  ratio: true,
  size_bytes: true,
  language: true,
  tags: true,
  creator: ref,
  uploader: ref,
  visibility: true,
  status: true,
  fail_reason: true,
  hit_level: true,
  parent: ref,
  used_ads: true,
  accounts_synced: true,
  first_used_at: true,
  created_at: true,
  can: true,
} as const;

const figures = { m: true, mature: true, running: true } as const;
/** With the figures of their ads in the requested days. */
const page = {
  list: [{ ...row, ...figures }],
  total: true,
  totals: { ...figures, used_ads: true },
  ...listFreshness,
} as const;

export const listMaterials = call('/material-files/list', page);
export const materialsToPublish = call('/material-files/list', {
  list: [{ ...row, m: true, publish: { last_used_at: true } }],
  total: true,
});
// Polled while materials are processed: a failure is not announced.
export const pollMaterials = call('/material-files/list', page, { quiet: true });
export const materialDetail = call('/material-files/detail', {
  ...row,
  versions: [{ id: true, label: true, code: true, parent_id: true, status: true, created_at: true }],
});
/** Polled while a file is read: a failure is not announced. */
export const pollMaterial = call('/material-files/detail', { status: true, fail_reason: true }, { quiet: true });
export const materialUsage = call('/material-files/usage', {
  ads: [{ id: true, label: true, account: ref, effective_status: true }],
  posts: [{ id: true, label: true, homepage: ref, status: true }],
  accounts: [{ id: true, label: true, platform_account_id: true, status: true, error: true, updated_at: true }],
});
export const materialUrl = call('/material-files/url', { url: true, expires_at: true });
export const simpleMaterials = call('/material-files/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true, cover_url: true }],
  total: true,
});
export const exportMaterials = fileCall('/material-files/export');
export const editMaterial = call('/material-files/edit', row);
export const setMaterialCover = call('/material-files/set_cover', row);
export const tagMaterials = call('/material-files/batch_tag', batchStart);
export const shareMaterials = call('/material-files/batch_share', batchStart);
export const archiveMaterials = call('/material-files/batch_archive', batchStart);
export const deleteMaterials = call('/material-files/batch_delete', batchStart);
export const syncMaterials = call('/material-files/batch_sync', batchStart);
export const bindMaterialsToProduct = call('/material-files/batch_bind_product', batchStart);
export const editMaterials = call('/material-files/batch_edit', batchStart);
export const reprocessMaterials = call('/material-files/reprocess', batchStart);
export const unblockMaterials = call('/material-files/unblock', batchStart);

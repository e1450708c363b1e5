import { call, fileCall } from './call.ts';

const words = { zh: true, en: true } as const;
const counts = { total: true, done: true, ok: true, fail: true, skip: true, unknown: true, canceled: true } as const;

/** Reply of an order that is one batch, however large. */
export const startedBatch = { batch_id: true, status: true, ...counts } as const;
/** Reply of a bulk call whose order may be split into several batches. */
export const batchStart = { ...startedBatch, siblings: true } as const;

const row = {
  id: true,
  type: true,
  level: true,
  origin: true,
  origin_label: words,
  user: { id: true, label: true },
  status: true,
  summary: words,
  created_at: true,
  started_at: true,
  finished_at: true,
  can: true,
  undoable: true,
  ...counts,
  removed: true,
} as const;

const itemRow = {
  id: true,
  seq: true,
  parent_seq: true,
  target_type: true,
  target_id: true,
  label: true,
  status: true,
  attempt: true,
  code: true,
  reason: true,
  text: true,
  platform_code: true,
  platform_subcode: true,
  before: true,
  after: true,
  started_at: true,
  finished_at: true,
  account: { id: true, label: true },
  undone: true,
  retryable: true,
  resolvable: true,
} as const;

export const listBatches = call('/op-batches/list', {
  list: [row],
  total: true,
  totals: { total: true, ok: true, fail: true, skip: true, unknown: true },
});
// Polled while something runs: a failure is retried and not announced.
export const pollBatches = call('/op-batches/list', { list: [row], total: true }, { quiet: true });
const failure = {
  reason: true,
  text: true,
  platform_code: true,
  platform_subcode: true,
  target_type: true,
  account: { id: true, label: true },
  count: true,
  item_ids: true,
  remedy: true,
} as const;
export const batchDetail = call('/op-batches/detail', { ...row, failures: [failure] }, { quiet: true });
export const batchOrder = call('/op-batches/detail', {
  again: { action: true, level: true, ids: true, currency: true, timezone_name: true, values: true },
});
export const loadBatchResults = call('/op-batches/items', { list: [{ target_id: true, target_type: true }], total: true }, { quiet: true });
export const batchItems = call('/op-batches/items', { list: [itemRow], total: true });
export const cancelBatch = call('/op-batches/cancel', row);
export const retryBatch = call('/op-batches/retry', startedBatch);
export const undoBatches = call('/op-batches/undo', batchStart);
export const resolveBatchItem = call('/op-batches/resolve', itemRow);
export const exportBatches = fileCall('/op-batches/export');
export const exportBatchItems = fileCall('/op-batches/export_items');

import { startedBatch } from './batches.service.ts';
import { call, fileCall } from './call.ts';

const ref = { id: true, label: true } as const;
const finding = { reason: true, text: true, data: true } as const;

const node = {
  node: true,
  parent: true,
  level: true,
  name: true,
  account: ref,
  currency: true,
  timezone_name: true,
  countries: true,
  creative: { material: ref, post: ref, cover_url: true, text: true, headline: true },
  homepage: ref,
  landing: ref,
  pixel: ref,
  start_at: true,
  end_at: true,
  budget_mode: true,
  budget: true,
  budget_usd: true,
  initial_status: true,
  left_out: true,
  errors: [finding],
  warnings: [finding],
} as const;

const job = {
  id: true,
  status: true,
  user: ref,
  total: true,
  done: true,
  ok: true,
  fail: true,
  skip: true,
  unknown: true,
  canceled: true,
  removed: true,
  created_at: true,
  started_at: true,
  finished_at: true,
  can: true,
  scheme: { id: true, label: true, version: true },
  accounts: true,
  ads: { total: true, ok: true, fail: true, unknown: true },
  budget_day_usd: true,
} as const;

export const previewPublish = call('/ad-publish/preview', {
  plan_id: true,
  expires_at: true,
  scheme: { id: true, label: true, version: true },
  tree: [node],
  counts: { accounts: true, campaigns: true, groups: true, ads: true, uploads: true },
  budgets: [{ currency: true, amount: true, usd: true }],
  total_usd_day: true,
  yesterday_usd: true,
  confirm_budget: true,
  errors: [{ ...finding, node: true }],
  warnings: [{ ...finding, node: true }],
});
export const checkPublish = call('/ad-publish/check', {
  asked: true,
  problems: [{ ...finding, severity: true, node: true, level: true, account: ref, field: true, alike: true }],
  unchecked: [{ level: true, reason: true, objects: true }],
  ends_at: true,
  schedule: [{ account: ref, writes: true, tier: true, ends_at: true }],
});
export const submitPublish = call('/ad-publish/submit', startedBatch);
/** Retries failed objects with another page, pixel or budget. */
export const retryPublish = call('/ad-publish/retry', startedBatch);
export const listPublishJobs = call('/ad-publish/jobs', { list: [job], total: true });
export const exportPublishJobs = fileCall('/ad-publish/export_jobs');

/** Publishes copies of existing objects. */
export const copyEntities = call('/ad-entities/batch_copy', {
  ...startedBatch,
  preview: {
    list: [
      {
        id: true,
        label: true,
        account: ref,
        before: { name: true, status: true },
        after: { name: true, campaigns: true, groups: true, ads: true, uploads: true, budget_usd: true },
        missing: [{ part: true, id: true, label: true, reason: true }],
        refused: finding,
      },
    ],
    ads: true,
  },
});

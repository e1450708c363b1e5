import { call } from './call.ts';
import { trendReads } from './report-reads.ts';

export const adminSummary = call('/admin-home/summary', {
  cards: true,
  date: true,
  is_today: true,
  is_before_today: true,
  hour: true,
  as_of: true,
  newest_at: true,
  warnings: [{ kind: true, text: true, refs: [{ id: true, label: true, since: true }] }],
});
export const adminTrend = call('/admin-home/trend', { ...trendReads, clock: { date: true, timezone: true, moving_from: true } });
export const adminTop = call('/admin-home/top', { list: [{ id: true, label: true, m: true }] });
export const adminHealth = call('/admin-home/health', {
  stale_accounts: [{ id: true, label: true, since: true, error: true }],
  failed_crons: [{ key: true, name_zh: true, name_en: true, failures: true, last_at: true, message: true }],
  scheduler_at: true,
  batches: { running: true, failed: true },
  tokens: { expiring: true, expired: true },
  queues: [{ kind: true, count: true }],
  channels: [{ channel: true, accounts: true, failing: true, newest_at: true }],
  database: { size_bytes: true, latency_ms: true },
  disk: { free_bytes: true, has_room: true },
});

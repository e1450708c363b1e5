import { call, fileCall } from './call.ts';
import { eventReads } from './launches.service.ts';

const keyset = { next_cursor: true, total: true, total_capped: true } as const;

export const listCloses = call('/ad-logs/close_list', {
  list: [{ ...eventReads, after_revenue_usd: true, current_status: true, version: true, reopenable: true }],
  ...keyset,
});
export const closeTrend = call('/ad-logs/close_trend', { x: true, series: [{ key: true, label: true, metric: true, data: true }] });
export const listRemovals = call('/ad-logs/remove_list', {
  list: [{ ...eventReads, platform_id: true, children: true, lifetime_spend_usd: true, lifetime_revenue_usd: true, lifetime_roi: true }],
  ...keyset,
});
export const logRules = call('/ad-logs/rules', { list: [{ id: true, label: true, sub: true, status: true }] });
export const exportLogs = fileCall('/ad-logs/export');

import { call } from './call.ts';

export const listCrons = call('/admin-crons/list', {
  list: [
    {
      key: true,
      name_zh: true,
      name_en: true,
      cron: true,
      enabled: true,
      allow_manual: true,
      core: true,
      timeout_s: true,
      last_status: true,
      last_run_at: true,
      last_duration_ms: true,
      next_run_at: true,
      next_runs: true,
      success_24h: true,
      rows_out: true,
      running_run_id: true,
    },
  ],
  total: true,
  heartbeat_at: true,
});
export const editCron = call('/admin-crons/edit', {});
export const setCronEnabled = call('/admin-crons/set_enabled', {});
export const runCron = call('/admin-crons/run', { run_id: true });
export const cronRuns = call('/admin-crons/runs', {
  list: [
    {
      id: true,
      trigger: true,
      triggered_by: { id: true, label: true },
      status: true,
      started_at: true,
      finished_at: true,
      rows_in: true,
      rows_out: true,
      message: true,
    },
  ],
  next_cursor: true,
  total: true,
  total_capped: true,
});
export const cronLog = call('/admin-crons/log', { text: true, next_offset: true, done: true });
export const cronTimeline = call('/admin-crons/timeline', {
  from: true,
  to: true,
  lanes: [{ key: true, runs: [{ id: true, status: true, started_at: true, finished_at: true }] }],
});

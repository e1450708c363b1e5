import { commandWalk, detailWalk, formWalk, listWalk, logWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  cronForm,
  cronList,
  cronManagementMachine,
  cronRuns,
  cronStart,
  cronSwitch,
  cronTableView,
  cronTimeline,
  cronViews,
} from './cron-management.machine.ts';
import type { CronJob } from './cron-rules.ts';
import { runLogMachine } from './run-log.machine.ts';

const job: CronJob = {
  key: 'cleanup.daily',
  name_zh: '清理',
  name_en: 'Clean up',
  cron: '0 3 * * *',
  enabled: true,
  allow_manual: true,
  core: false,
  timeout_s: 600,
  last_status: 'succeeded',
  last_run_at: '2026-11-20T03:00:00Z',
  last_duration_ms: 1200,
  next_run_at: '2026-11-21T03:00:00Z',
  next_runs: [],
  success_24h: 1,
  rows_out: 0,
  running_run_id: null,
};

export const walks: MachineWalk[] = [
  pageWalk(cronManagementMachine, [
    { type: 'list.moved', search: '?enabled=true', how: 'push' },
    { type: 'views.applied', query: '?enabled=true', table: null, how: 'push' },
    { type: 'cronForm.saved', saved: { key: job.key } },
    { type: 'cronSwitch.done', subject: { job, enabled: false }, result: undefined },
    { type: 'cronStart.done', subject: job, result: { runId: 9 } },
    { type: 'cronStart.done', subject: job, result: { runId: 9, wasRunning: true } },
    { type: 'collision.dismissed' },
    { type: 'runs.opened', job },
    { type: 'runs.opened', job, runId: 9 },
    { type: 'runs.closed' },
    { type: 'runLog.ended', runId: 9 },
    { type: 'xstate.after.watchPause.cronManagement.records.open.pausing' },
    { type: 'xstate.after.watchPause.cronManagement.watch.pausing' },
  ]),
  viewsWalk(cronViews),
  tableViewWalk(cronTableView, { shown: ['key'], density: 'compact' }),
  listWalk(cronList, job, [job.key]),
  formWalk(cronForm, {
    draft: { values: { cron: job.cron, timeout_s: 600 }, subject: { key: job.key } },
    changes: { timeout_s: 60 },
    wrong: { cron: 'now' },
    saved: { key: job.key },
  }),
  commandWalk(cronSwitch, { job, enabled: false }),
  commandWalk(cronStart, job, { runId: 9 }),
  detailWalk(cronTimeline, { hours: 24 }, { from: '2026-11-19T08:00:00Z', to: '2026-11-20T08:00:00Z', lanes: [] }),
  logWalk(cronRuns, { job_key: job.key }),
  {
    machine: runLogMachine,
    events: [
      { type: 'runLog.opened', runId: 9 },
      { type: 'runLog.closed' },
      { type: 'runLog.retried' },
      { type: 'runLog.seen' },
      { type: 'xstate.after.followPause.runLog.pausing' },
      { type: 'xstate.done.actor.loadPart', output: { text: 'a', nextOffset: 1, done: false } },
      { type: 'xstate.done.actor.loadPart', output: { text: 'b', nextOffset: 2, done: true } },
      { type: 'xstate.error.actor.loadPart', error: { message: 'no answer', traceId: '' } },
    ],
  },
];

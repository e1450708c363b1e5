import { fromPromise } from 'xstate';
import type { cronSortable } from '#contracts/vocabulary/crons.ts';
import {
  type CronStart,
  cronForm,
  cronList,
  cronManagementMachine,
  cronRuns,
  cronStart,
  cronSwitch,
  cronTableView,
  cronTimeline,
  cronViews,
} from '#machines/admin-sys-cron/cron-management.machine.ts';
import { type LogPart, runLogMachine } from '#machines/admin-sys-cron/run-log.machine.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { savedViewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { ApiError } from '#src/services/api-error.ts';
import * as crons from '#src/services/crons.service.ts';
import { logPage, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';

type Field = (typeof cronSortable)[number];

/** Rows per page of the run table. */
const RUNS_PER_PAGE = 50;

const list = cronList.provide({
  actors: {
    loadRows: fromPromise(async ({ input, signal }) => {
      const { list: rows, total, heartbeat_at } = await crons.listCrons(pageRequest<Field, typeof input.filters>(input), signal);
      return { rows, total, heartbeatAt: heartbeat_at };
    }),
  },
});

const form = cronForm.provide({
  actors: {
    save: fromPromise(({ input: { values, subject, key: idempotency_key } }) => {
      const key = subject?.key ?? '';
      const cron = values.cron.trim().replaceAll(/\s+/g, ' ');
      const saving = crons.editCron({ key, cron, timeout_s: values.timeout_s ?? 0, idempotency_key });
      return toSaveOutcome(
        saving.then(() => ({ key })),
        { fields: ['cron', 'timeout_s'] },
      );
    }),
  },
});

const runs = cronRuns.provide({
  actors: {
    loadPage: fromPromise(async ({ input: { filters, cursor }, signal }) =>
      logPage(await crons.cronRuns({ job_key: filters.job_key ?? '', page_size: RUNS_PER_PAGE, ...(cursor ? { cursor } : {}) }, signal)),
    ),
  },
});

const runLog = runLogMachine.provide({
  actors: {
    loadPart: fromPromise(async ({ input: { runId, offset }, signal }): Promise<LogPart> => {
      const { text, next_offset, done } = await crons.cronLog({ run_id: runId, offset }, signal);
      return { text, nextOffset: next_offset, done };
    }),
  },
});

/** A task that is already running is not a failure: the user is shown that run. */
async function startCron(key: string): Promise<CronStart> {
  try {
    return { runId: (await crons.runCron({ key })).run_id };
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'CRON_RUNNING' && typeof error.data.run_id === 'number' && error.data.run_id > 0) {
      return { runId: error.data.run_id, wasRunning: true };
    }
    throw error;
  }
}

/** Provides scheduled tasks with all actors. */
export const cronManagement = cronManagementMachine.provide({
  actors: {
    list,
    form,
    runs,
    tableView: tableViewWith(cronTableView, '/admin/sys/cron', prefs),
    views: savedViewsWith(cronViews, '/admin/sys/cron', { ...views, simpleRoles }),
    runLog,
    cronSwitch: cronSwitch.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) => crons.setCronEnabled({ key: subject.job.key, enabled: subject.enabled })),
      },
    }),
    start: cronStart.provide({ actors: { run: fromPromise(({ input }) => startCron(input.subject.key)) } }),
    timeline: cronTimeline.provide({
      actors: { loadDetail: fromPromise(({ input, signal }) => crons.cronTimeline(input.subject, signal)) },
    }),
  },
});

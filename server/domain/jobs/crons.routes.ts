import * as crons from '#contracts/endpoints/crons.ts';
import { type CallContext, defineCall } from '../call.ts';
import { refuse, refuseField } from '../refusal.ts';
import { decodeCursor } from '../searching.ts';
import { listCronRows, loadLanes, loadLastHeartbeat, loadLog, loadRuns, lockCron, saveCron } from './crons.repository.ts';
import { findScheduleFault, nextRun } from './schedule.rules.ts';

const DAY_MS = 86_400_000;

async function requireLockedCron(db: CallContext['db'], key: string) {
  const job = await lockCron(db, key);
  if (job === undefined) throw refuse('NOT_FOUND');
  return job;
}

/** The calls of the page of scheduled tasks, which only super admins may open. */
export const cronCalls = [
  defineCall({
    endpoint: crons.listCrons,
    audit: 'read',
    async handle({ db, now }, { page = 1, page_size = 20, sort = [], ...filter }) {
      const { list, total } = await listCronRows(db, filter, { sort, page, pageSize: page_size, now });
      return { list, total, page, page_size, heartbeat_at: await loadLastHeartbeat(db) };
    },
  }),
  defineCall({
    endpoint: crons.editCron,
    audit: 'write',
    subject: 'cron_job',
    async handle({ db, now, audit, unchanged }, { key, cron, timeout_s }) {
      const fault = findScheduleFault(cron, now);
      if (fault !== undefined) throw refuseField('cron', fault);
      const job = await requireLockedCron(db, key);
      const schedule = cron.trim().split(/\s+/).join(' ');
      if (schedule === job.cron && timeout_s === job.timeout_s) {
        unchanged();
        return {};
      }
      await saveCron(db, key, { cron: schedule, timeout_s, next_run_at: job.enabled ? nextRun(schedule, now) : null, updated_at: now });
      audit({
        targetType: 'cron_job',
        targetLabel: key,
        before: { cron: job.cron, timeout_s: job.timeout_s },
        after: { cron: schedule, timeout_s },
      });
      return {};
    },
  }),
  defineCall({
    endpoint: crons.setCronEnabled,
    audit: 'write',
    subject: 'cron_job',
    async handle({ db, now, audit, unchanged }, { key, enabled }) {
      const job = await requireLockedCron(db, key);
      if (job.core && !enabled) throw refuse('CRON_CORE');
      if (job.enabled === enabled) {
        unchanged();
        return {};
      }
      await saveCron(db, key, { enabled, next_run_at: enabled ? nextRun(job.cron, now) : null, updated_at: now });
      audit({ targetType: 'cron_job', targetLabel: key, before: { enabled: job.enabled }, after: { enabled } });
      return {};
    },
  }),
  defineCall({
    endpoint: crons.runCron,
    audit: 'write',
    subject: 'cron_job',
    async handle({ db, now, caller, jobs, audit, afterCommit }, { key }) {
      const job = await requireLockedCron(db, key);
      if (!job.allow_manual || !jobs.jobs.some((each) => each.key === key)) throw refuseField('key', 'exists');
      const start = await jobs.startManually(db, { key, timeoutS: job.timeout_s }, caller.userId, now);
      if ('runningId' in start) throw refuse('CRON_RUNNING', { run_id: start.runningId });
      audit({ targetType: 'cron_job', targetLabel: key, after: { run_id: start.started.id } });
      afterCommit(() => jobs.runInBackground(start.started));
      return { run_id: start.started.id };
    },
  }),
  defineCall({
    endpoint: crons.cronRuns,
    audit: 'read',
    async handle({ db }, { job_key, cursor, page_size = 50 }) {
      const after = cursor === undefined ? undefined : decodeCursor(cursor);
      if (cursor !== undefined && after === undefined) throw refuseField('cursor', 'cursor');
      return await loadRuns(db, job_key, { after, pageSize: page_size });
    },
  }),
  defineCall({
    endpoint: crons.cronLog,
    audit: 'read',
    async handle({ db }, { run_id, offset }) {
      const log = await loadLog(db, run_id, offset);
      if (log === undefined) throw refuse('NOT_FOUND');
      return log;
    },
  }),
  defineCall({
    endpoint: crons.cronTimeline,
    audit: 'read',
    async handle({ db, now }) {
      const from = new Date(now.getTime() - DAY_MS);
      return { from: from.toISOString(), to: now.toISOString(), lanes: await loadLanes(db, from) };
    },
  }),
];

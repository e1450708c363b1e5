import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { AnyBatchType } from '../batches/index.ts';
import type { Call } from '../call.ts';
import type { Clock } from '../clock.ts';
import { nothingOutside, type Outside } from '../outside.ts';
import { createReconcileJob } from './batches.job.ts';
import { cleanBatches, cleanFailures, cleanHistory, cleanSessions } from './cleanup.job.ts';
import { cronCalls } from './crons.routes.ts';
import { databaseStatistics } from './database.job.ts';
import type { Job } from './job.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

export { createStandardJobs } from './standard-jobs.ts';

export const jobCalls: readonly Call[] = cronCalls;

/** A scheduler that only runs what is started by hand, for an app without a scheduler of its own. */
export const createManualScheduler = ({
  db,
  clock,
  batchTypes = [],
  outside = nothingOutside,
  more: areaJobs = [],
}: {
  db: Kysely<Database>;
  clock: Clock;
  batchTypes?: readonly AnyBatchType[];
  outside?: Outside;
  more?: readonly Job[];
}): Scheduler =>
  createScheduler({
    db,
    clock,
    jobs: [cleanSessions, cleanFailures, cleanHistory, cleanBatches, createReconcileJob(batchTypes), databaseStatistics, ...areaJobs],
    outside,
    instance: `manual-${randomUUID()}`,
  });

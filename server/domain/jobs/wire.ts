import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { AnyBatchType } from '../batches/index.ts';
import type { Call } from '../call.ts';
import type { Clock } from '../clock.ts';
import { nothingOutside, type Outside } from '../outside.ts';
import { reconcileBatches } from './batches.job.ts';
import { cleanBatches, cleanFailures, cleanHistory, cleanSessions } from './cleanup.job.ts';
import { cronCalls } from './crons.routes.ts';
import { databaseStatistics } from './database.job.ts';
import type { Job } from './job.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

export { standardJobs } from './standard-jobs.ts';

/** Every call of the page of scheduled tasks. */
export const jobCalls: readonly Call[] = cronCalls;

/** Carries out what is begun by hand and nothing else: for an app without a scheduler beside it. */
export const manualOnly = ({
  db,
  clock,
  batchTypes = [],
  outside = nothingOutside,
  more = [],
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
    jobs: [cleanSessions, cleanFailures, cleanHistory, cleanBatches, reconcileBatches(batchTypes), databaseStatistics, ...more],
    outside,
    instance: `manual-${randomUUID()}`,
  });

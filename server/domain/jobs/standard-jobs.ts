import type { AnyBatchType } from '../batches/index.ts';
import { createReconcileJob } from './batches.job.ts';
import { cleanBatches, cleanFailures, cleanHistory, cleanSessions } from './cleanup.job.ts';
import { createBackupJob, databaseStatistics } from './database.job.ts';
import type { Job } from './job.ts';

/** All scheduled tasks of this server. */
export const createStandardJobs = (options: {
  databaseUrl: string;
  backupFolder: string;
  batchTypes: readonly AnyBatchType[];
  areaJobs?: readonly Job[];
}): Job[] => [
  cleanSessions,
  cleanFailures,
  cleanHistory,
  cleanBatches,
  createReconcileJob(options.batchTypes),
  createBackupJob({ databaseUrl: options.databaseUrl, folder: options.backupFolder }),
  databaseStatistics,
  ...(options.areaJobs ?? []),
];

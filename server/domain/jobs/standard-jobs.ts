import type { AnyBatchType } from '../batches/index.ts';
import { reconcileBatches } from './batches.job.ts';
import { cleanBatches, cleanFailures, cleanHistory, cleanSessions } from './cleanup.job.ts';
import { backupDaily, databaseStatistics } from './database.job.ts';
import type { Job } from './job.ts';

/** Every task of this server. */
export const standardJobs = (options: {
  databaseUrl: string;
  backupFolder: string;
  batchTypes: readonly AnyBatchType[];
  /** Those of the areas. */
  more?: readonly Job[];
}): Job[] => [
  cleanSessions,
  cleanFailures,
  cleanHistory,
  cleanBatches,
  reconcileBatches(options.batchTypes),
  backupDaily({ databaseUrl: options.databaseUrl, folder: options.backupFolder }),
  databaseStatistics,
  ...(options.more ?? []),
];

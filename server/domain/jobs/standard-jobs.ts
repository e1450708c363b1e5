import { cleanFailures, cleanHistory, cleanSessions } from './cleanup.job.ts';
import { backupDaily, databaseStatistics } from './database.job.ts';
import type { Job } from './job.ts';

/** Every task of this server. */
export const standardJobs = (options: { databaseUrl: string; backupFolder: string }): Job[] => [
  cleanSessions,
  cleanFailures,
  cleanHistory,
  backupDaily({ databaseUrl: options.databaseUrl, folder: options.backupFolder }),
  databaseStatistics,
];

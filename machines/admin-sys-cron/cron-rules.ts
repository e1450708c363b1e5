import type { CronRunRow, CronRow as WholeCronRow } from '#contracts/endpoints/crons.ts';
import { SCHEDULE_MAX, TIMEOUT_S } from '#contracts/rules/cron-limits.ts';
import { cronFilters, cronSortable } from '#contracts/vocabulary/crons.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import {
  faultsIn,
  firstFault,
  numberRange,
  pattern,
  required,
  requiredChoice,
  stringMaximum,
  wholeNumber,
} from '../kernel/form/field-rules.ts';
import type { ListAnswer } from '../kernel/list/list.machine.ts';
import { defineListQuery, text } from '../kernel/list/list-query.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type CronJob = WholeCronRow;
export type CronRun = Omit<CronRunRow, 'job_key'>;

export interface CronAnswer extends ListAnswer<CronJob> {
  /** Instant of the scheduler's last heartbeat. */
  heartbeatAt: string | null;
}

export const cronQuery = vocabularyQuery(cronFilters, cronSortable);

export type CronFilters = ReturnType<typeof cronQuery.read>['filters'];

export const runsQuery = defineListQuery({ job_key: text }, []);

export type RunsFilters = ReturnType<typeof runsQuery.read>['filters'];

export interface CronValues {
  cron: string;
  /** In seconds. */
  timeout_s: number | undefined;
}

/** Five fields; the server checks their values. */
const FIVE_FIELDS = /^\s*(\S+\s+){4}\S+\s*$/;

export const checkCron = ({ cron, timeout_s }: CronValues): FieldFaults<CronValues> =>
  faultsIn<CronValues>({
    cron: firstFault(cron, required, pattern(FIVE_FIELDS), stringMaximum(SCHEDULE_MAX)),
    timeout_s: firstFault(timeout_s, requiredChoice, wholeNumber, numberRange(TIMEOUT_S.min, TIMEOUT_S.max)),
  });

/** A running scheduler sends heartbeats more often than this, in milliseconds. */
export const HEARTBEAT_TIMEOUT_MS = 120_000;

/** Whether the scheduler is not running. `now` is in milliseconds since 1970. */
export const isSchedulerSilent = (heartbeatAt: string | null, now: number): boolean =>
  heartbeatAt === null || now - Date.parse(heartbeatAt) > HEARTBEAT_TIMEOUT_MS;

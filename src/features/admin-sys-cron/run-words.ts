import type { CronRunStatusName } from '#contracts/vocabulary/crons.ts';
import type { CronJob } from '#machines/admin-sys-cron/cron-rules.ts';
import type { LocaleName } from '#src/locale/locales.ts';
import type { StatusKind } from '#src/ui/text/status-tag.tsx';

export const statusKind: Record<CronRunStatusName, StatusKind> = {
  running: 'info',
  succeeded: 'ok',
  failed: 'error',
  timeout: 'warn',
  skipped: 'muted',
};

export const jobName = (job: CronJob, locale: LocaleName): string => (locale === 'en' ? job.name_en : job.name_zh);

/** Milliseconds; null while it runs. */
export const runDuration = ({ started_at, finished_at }: { started_at: string; finished_at: string | null }): number | null =>
  finished_at === null ? null : Math.max(0, Date.parse(finished_at) - Date.parse(started_at));

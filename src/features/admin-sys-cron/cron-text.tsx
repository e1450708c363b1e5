import type { CronJob } from '#machines/admin-sys-cron/cron-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { useCronMeaning } from './use-cron-meaning.ts';

/** A cron expression; its meaning and next runs are shown on hover and focus. */
export function CronText({ job }: { job: CronJob }) {
  const t = useText();
  const format = useFormat();
  const meaning = useCronMeaning(job.cron, job.next_runs[0]);
  const next = job.next_runs.map((at) => format.instant(at));
  const content = [
    ...(meaning === undefined ? [] : [meaning]),
    ...(next.length > 0 ? [t('cron.nextRuns', { timezone: format.timezone }), ...next] : []),
    ...(job.enabled ? [] : [t('cron.disabled')]),
  ];
  return (
    <Tooltip content={content.join('\n')}>
      {(describedBy) => (
        <code className="ads-numbers" tabIndex={0} aria-describedby={describedBy}>
          {job.cron}
        </code>
      )}
    </Tooltip>
  );
}

import type { CronJob } from '#machines/admin-sys-cron/cron-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { cronWords } from './cron-words.ts';

/** A cron expression; its meaning and next runs are shown on hover and focus. */
export function CronText({ job }: { job: CronJob }) {
  const t = useText();
  const locale = useLocaleName();
  const format = useFormat();
  const words = cronWords(job.cron, locale, t);
  const next = job.next_runs.map((at) => format.instant(at));
  const content = [
    ...(words === undefined ? [] : [t('cron.cronMeans', { words })]),
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

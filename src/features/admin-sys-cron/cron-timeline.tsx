import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { cronRunStatusWords } from '#contracts/vocabulary/crons.ts';
import type { cronList, cronTimeline } from '#machines/admin-sys-cron/cron-management.machine.ts';
import type { CronJob } from '#machines/admin-sys-cron/cron-rules.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import { LaneTimeline } from '#src/ui/text/timeline.tsx';
import { jobName, statusKind } from './run-words.ts';
import './cron-timeline.css';

interface Props {
  list: ActorRefFrom<typeof cronList>;
  timeline: ActorRefFrom<typeof cronTimeline>;
  onRun: (job: CronJob, runId: number) => void;
}

/** The runs of the last day: one lane per task of the table. */
export function CronTimeline({ list, timeline, onRun }: Props) {
  const t = useText();
  const [open, setOpen] = useState(true);
  const Mark = open ? IconCaretDown : IconCaretRight;
  return (
    <div className="ads-cron-timeline">
      <button type="button" className="ads-cron-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Mark aria-hidden="true" />
        {t('cron.timeline')}
      </button>
      {open && <Lanes list={list} timeline={timeline} onRun={onRun} />}
    </div>
  );
}

function Lanes({ list, timeline, onRun }: Props) {
  const t = useText();
  const w = useWords();
  const locale = useLocaleName();
  const jobs = useSelector(list, (state) => state.context.answer?.rows);
  const { answer, failure } = useSelector(timeline, (state) => state.context);
  if (!answer && failure) {
    return (
      <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={() => timeline.send({ type: 'detail.refreshRequested' })} />
    );
  }
  if (!answer || !jobs) return <LoadingBlock />;
  const runsOf = (job: CronJob) => answer.lanes.find(({ key }) => key === job.key)?.runs ?? [];
  return (
    <LaneTimeline
      label={t('cron.timeline')}
      to={new Date(answer.to)}
      lanes={jobs.map((job) => ({
        key: job.key,
        title: jobName(job, locale),
        runs: runsOf(job).map(({ id, status, started_at, finished_at }) => ({
          id,
          from: started_at,
          to: finished_at ?? undefined,
          kind: statusKind[status],
          text: w(cronRunStatusWords[status]),
        })),
      }))}
      onRun={(lane, run) => {
        const job = jobs.find(({ key }) => key === lane.key);
        if (job) onRun(job, Number(run.id));
      }}
    />
  );
}

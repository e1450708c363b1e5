import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { cronRunStatusWords, cronTriggerWords } from '#contracts/vocabulary/crons.ts';
import type { CronManagement, cronRuns } from '#machines/admin-sys-cron/cron-management.machine.ts';
import type { CronRun } from '#machines/admin-sys-cron/cron-rules.ts';
import type { runLogMachine } from '#machines/admin-sys-cron/run-log.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { RunLog } from './run-log.tsx';
import { jobName, runDuration, statusKind } from './run-words.ts';

interface Props {
  page: CronManagement;
  runs: ActorRefFrom<typeof cronRuns>;
  runLog: ActorRefFrom<typeof runLogMachine>;
}

/** The runs of one task, newest first, each with its log. */
export function RunsDrawer({ page, runs, runLog }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const locale = useLocaleName();
  const job = useSelector(page, (state) => state.context.job);
  const { answer, table, footer } = useLog(runs);
  const shown = useSelector(runLog, (state) => (state.hasTag('open') ? state.context.runId : undefined));

  const columns = useMemo(
    (): Column<CronRun>[] => [
      {
        key: 'started_at',
        title: t('cron.startedAt'),
        width: 192,
        frozen: true,
        render: (run) => <span className="ads-numbers">{format.instant(run.started_at, true)}</span>,
      },
      {
        key: 'status',
        title: t('cron.status'),
        width: 112,
        render: ({ status }) => <StatusTag kind={statusKind[status]} text={w(cronRunStatusWords[status])} />,
      },
      { key: 'duration', title: t('cron.duration'), width: 108, align: 'right', render: (run) => format.duration(runDuration(run)) },
      { key: 'trigger', title: t('cron.trigger'), width: 96, render: ({ trigger }) => w(cronTriggerWords[trigger]) },
      { key: 'triggered_by', title: t('cron.triggeredBy'), width: 120, render: (run) => <NameText text={run.triggered_by?.label ?? ''} /> },
      { key: 'rows_in', title: t('cron.rowsIn'), width: 96, align: 'right', render: (run) => format.number(run.rows_in) },
      { key: 'rows_out', title: t('cron.rowsOut'), width: 100, align: 'right', render: (run) => format.number(run.rows_out) },
      { key: 'message', title: t('cron.message'), width: 240, render: (run) => <NameText text={run.message ?? ''} /> },
    ],
    [t, w, format],
  );
  const renderLog = useCallback(() => <RunLog runLog={runLog} />, [runLog]);

  const expanded = useMemo(() => (shown === undefined ? [] : [shown]), [shown]);
  const isElsewhere = shown !== undefined && answer !== undefined && !answer.rows.some(({ id }) => id === shown);
  const title = t('cron.runsTitle', { name: job ? jobName(job, locale) : '' });
  return (
    <DetailDrawer open title={title} onClose={() => page.send({ type: 'runs.closed' })}>
      {isElsewhere && (
        <section className="ads-run-elsewhere">
          <header>
            <h3>{t('cron.foreignRun', { run: shown })}</h3>
            <button type="button" className="ads-link-button" onClick={() => runLog.send({ type: 'runLog.closed' })}>
              {t('cron.hideLog')}
            </button>
          </header>
          <RunLog runLog={runLog} />
        </section>
      )}
      <DataTable
        {...table}
        label={title}
        columns={columns}
        rowKey={(run) => run.id}
        rowName={(run) => format.instant(run.started_at, true)}
        expanded={expanded}
        onToggle={(id) => runLog.send(id === shown ? { type: 'runLog.closed' } : { type: 'runLog.opened', runId: id })}
        renderExpanded={renderLog}
        empty={{ text: t('cron.noRuns') }}
      />
      {footer && <KeysetFooter {...footer} />}
    </DetailDrawer>
  );
}

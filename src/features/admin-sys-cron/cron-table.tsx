import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { cronFilters, cronRunStatusWords } from '#contracts/vocabulary/crons.ts';
import type { cronForm, cronList, cronStart, cronSwitch, cronTableView } from '#machines/admin-sys-cron/cron-management.machine.ts';
import type { CronJob } from '#machines/admin-sys-cron/cron-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { statusWidth } from '#src/ui/text/text-width.ts';
import { CronText } from './cron-text.tsx';
import { jobName, statusKind } from './run-words.ts';

/** Room for an expression with four minutes, such as 10,25,40,55. */
const CRON_WIDTH = 192;

interface Props {
  list: ActorRefFrom<typeof cronList>;
  cronSwitch: ActorRefFrom<typeof cronSwitch>;
  start: ActorRefFrom<typeof cronStart>;
  form: ActorRefFrom<typeof cronForm>;
  tableView: ActorRefFrom<typeof cronTableView>;
  onRuns: (job: CronJob, runId: number | null) => void;
}

export function CronTable({ list, cronSwitch: switching, start, form, tableView, onRuns }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const locale = useLocaleName();
  const { table, pager, refresh } = useList(list);
  const switchedKey = useSelector(switching, (state) => (state.hasTag('writing') ? state.context.subject?.job.key : undefined));

  const columns = useMemo((): Column<CronJob>[] => {
    const renderAbsent = (text: string) => <span title={t('cron.never')}>{text}</span>;
    const toggle = (job: CronJob, enabled: boolean) =>
      switching.send({ type: enabled ? 'command.runRequested' : 'command.requested', subject: { job, enabled } });
    return [
      { key: 'key', title: t('cron.key'), width: 196, frozen: true, render: (job) => <CopyText text={job.key} label={t('cron.key')} /> },
      { key: 'name', title: t('cron.name'), width: 148, grows: true, render: (job) => <NameText text={jobName(job, locale)} /> },
      { key: 'cron', title: t('cron.cron'), width: CRON_WIDTH, render: (job) => <CronText job={job} /> },
      {
        key: 'enabled',
        title: w(cronFilters.enabled.label),
        width: 80,
        render: (job) => (
          <RowSwitch
            label={t('cron.enabledOf', { name: jobName(job, locale) })}
            checked={job.enabled}
            busy={switchedKey === job.key}
            refusal={job.core && job.enabled ? t('cron.core') : undefined}
            onChange={(enabled) => toggle(job, enabled)}
          />
        ),
      },
      {
        key: 'last_status',
        title: w(cronFilters.last_status.label),
        width: Math.max(112, statusWidth(...Object.values(cronRunStatusWords).map(w))),
        sortable: true,
        render: ({ last_status }) =>
          last_status === null ? renderAbsent('—') : <StatusTag kind={statusKind[last_status]} text={w(cronRunStatusWords[last_status])} />,
      },
      {
        key: 'last_run_at',
        title: t('cron.lastRunAt'),
        width: 152,
        sortable: true,
        render: ({ last_run_at }) => (last_run_at === null ? renderAbsent('—') : format.instant(last_run_at)),
      },
      {
        key: 'last_duration',
        title: t('cron.lastDuration'),
        width: 96,
        align: 'right',
        render: (job) => format.duration(job.last_duration_ms),
      },
      {
        key: 'next_run_at',
        title: t('cron.nextRunAt'),
        width: 152,
        sortable: true,
        render: ({ next_run_at, enabled }) =>
          enabled ? format.instant(next_run_at) : <span title={t('cron.disabled')}>{format.instant(next_run_at)}</span>,
      },
      { key: 'success_24h', title: t('cron.success24h'), width: 120, align: 'right', render: (job) => format.percent(job.success_24h) },
      { key: 'rows_out', title: t('cron.rowsOut'), width: 100, align: 'right', render: (job) => format.number(job.rows_out) },
      {
        key: 'do',
        title: t('cron.do'),
        width: 176,
        frozen: 'right',
        render: (job) => (
          <RowActions
            subject={jobName(job, locale)}
            actions={[
              {
                key: 'run',
                text: t('cron.run'),
                refusal: job.allow_manual ? undefined : t('cron.allowedNot'),
                onRun: () => start.send({ type: 'command.requested', subject: job }),
              },
              {
                key: 'edit',
                text: t('cron.edit'),
                onRun: () =>
                  form.send({
                    type: 'form.opened',
                    draft: { values: { cron: job.cron, timeout_s: job.timeout_s }, subject: { key: job.key } },
                  }),
              },
              { key: 'runs', text: t('cron.runs'), onRun: () => onRuns(job, job.running_run_id) },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, locale, switchedKey, switching, start, form, onRuns]);

  const view = useTableView(tableView, columns);
  return (
    <>
      <Toolbar
        end={
          <>
            <ColumnSettings {...view.settings} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        <span className="ads-quiet">{t('cron.timezone', { timezone: format.timezone })}</span>
      </Toolbar>
      <DataTable
        {...table}
        {...view.table}
        label={t('cron.title')}
        columns={columns}
        rowKey={(job) => job.key}
        rowName={(job) => jobName(job, locale)}
        onRowOpen={(job) => onRuns(job, job.running_run_id)}
        empty={{ text: t('cron.empty') }}
      />
      <Pager {...pager} />
    </>
  );
}

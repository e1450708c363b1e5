import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { batchStatusWords } from '#contracts/vocabulary/batches.ts';
import { jobColumnWords } from '#contracts/vocabulary/publish-jobs.ts';
import type { PublishJob, PublishJobs } from '#machines/advertising-publish/publish-jobs.machine.ts';
import { hasEnded } from '#machines/kernel/batch/order-status.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { batchKinds } from '#src/ui/batch/batch-words.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { actionsWidth } from '#src/ui/text/text-width.ts';

const START = '/advertising/start';
const COUNT_COLUMNS = ['total', 'ok', 'fail', 'unknown'] as const;

type Parts = ReturnType<PublishJobs['getSnapshot']>['children'];
type Props = { [Name in 'list' | 'progress' | 'tableView']: NonNullable<Parts[Name]> } & { download: NonNullable<Parts['export']> };

/** Publish jobs; running ones are followed, so that their end shows at once. */
export function JobTable({ list, progress, tableView, download }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const canOpen = useViewer().canOpen(START);
  const { table, pager, query, refresh } = useList(list);
  const shown = useSelector(progress, (state) => state.context.shown);
  const rows = table.rows;
  useEffect(() => {
    for (const row of rows ?? []) {
      if (!hasEnded(row)) progress.send({ type: 'progress.followed', batchIds: [row.id], show: false });
    }
  }, [rows, progress]);

  const columns = useMemo((): Column<PublishJob>[] => {
    const show = ({ id }: PublishJob) => progress.send({ type: 'progress.followed', batchIds: [id], show: true });
    const { retry, cancel } = progress.getSnapshot().children;
    const count = (key: (typeof COUNT_COLUMNS)[number]): Column<PublishJob> => ({
      key,
      title: w(jobColumnWords[key]),
      width: 88,
      align: 'right',
      render: ({ ads }) => format.number(ads[key]),
    });
    return [
      { key: 'id', title: w(jobColumnWords.id), width: 88, frozen: true, render: ({ id }) => <span className="ads-numbers">{id}</span> },
      {
        key: 'scheme',
        title: w(jobColumnWords.scheme),
        width: 200,
        render: ({ scheme }) => (scheme ? <NameText text={scheme.label} note={`v${scheme.version}`} /> : DASH),
      },
      { key: 'accounts', title: w(jobColumnWords.accounts), width: 88, align: 'right', render: ({ accounts }) => format.number(accounts) },
      ...COUNT_COLUMNS.map(count),
      {
        key: 'status',
        title: w(jobColumnWords.status),
        width: 136,
        sortable: true,
        render: (row) => (
          <span className="ads-name">
            <StatusTag
              kind={batchKinds[row.status]}
              text={w(batchStatusWords[row.status])}
              hint={hasEnded(row) ? undefined : t('batch.progress', { done: format.number(row.done), total: format.number(row.total) })}
            />
            {row.removed > 0 && (
              <small title={t('batch.removed', { count: row.removed })}>{t('publish.job.removed', { count: row.removed })}</small>
            )}
          </span>
        ),
      },
      {
        key: 'budget_day',
        title: w(jobColumnWords.budget_day),
        width: 128,
        align: 'right',
        render: ({ budget_day_usd }) => format.money(budget_day_usd, 'USD'),
      },
      { key: 'user', title: w(jobColumnWords.user), width: 112, render: ({ user }) => <NameText text={user.label} /> },
      {
        key: 'created_at',
        title: w(jobColumnWords.created_at),
        width: 152,
        sortable: true,
        render: ({ created_at }) => <span className="ads-numbers">{format.instant(created_at)}</span>,
      },
      {
        key: 'finished_at',
        title: w(jobColumnWords.finished_at),
        width: 152,
        defaultHidden: true,
        render: ({ finished_at }) => <span className="ads-numbers">{format.instant(finished_at)}</span>,
      },
      {
        key: 'do',
        title: t('publish.do'),
        width: actionsWidth(t('publish.job.results'), t('publish.job.cancel'), t('publish.job.campaigns')),
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={String(row.id)}
            actions={[
              { key: 'results', text: t('publish.job.results'), onRun: () => show(row) },
              ...(row.can.includes('retry') && row.fail > 0
                ? [
                    {
                      key: 'retry',
                      text: t('publish.job.retry'),
                      onRun: () => {
                        show(row);
                        retry?.send({ type: 'command.runRequested', subject: { batchIds: [row.id] } });
                      },
                    },
                  ]
                : []),
              ...(row.can.includes('cancel')
                ? [
                    {
                      key: 'cancel',
                      text: t('publish.job.cancel'),
                      danger: true,
                      // The dialog of the batch asks for confirmation.
                      onRun: () => {
                        show(row);
                        cancel?.send({ type: 'command.requested', subject: { batchIds: [row.id] } });
                      },
                    },
                  ]
                : []),
              ...(canOpen
                ? [
                    {
                      key: 'campaigns',
                      text: t('publish.job.campaigns'),
                      onRun: () => void navigate({ pathname: START, search: `?${new URLSearchParams({ batch_id: String(row.id) })}` }),
                    },
                  ]
                : []),
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, progress, canOpen, navigate]);
  const view = useTableView(tableView, columns);

  return (
    <>
      <Toolbar
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('publish.jobs')}
              query={query}
              columns={view.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable
        {...table}
        {...view.table}
        label={t('publish.jobs')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ id }) => String(id)}
        current={shown}
        empty={{ text: t('publish.noJobs') }}
      />
      <Pager {...pager} />
    </>
  );
}

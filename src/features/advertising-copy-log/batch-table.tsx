import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { batchColumnWords, batchStatusWords, wordsOfBatchType } from '#contracts/vocabulary/batches.ts';
import type { BatchTotals, batchExport, batchList } from '#machines/advertising-copy-log/batch-log.machine.ts';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import { hasEnded } from '#machines/kernel/batch/order-status.ts';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { BatchPanel } from '#src/ui/batch/batch-panel.tsx';
import { batchKinds } from '#src/ui/batch/batch-words.ts';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { useOrderAgain } from './use-order-again.ts';

const COUNT_COLUMNS = ['total', 'ok', 'fail', 'skip', 'unknown'] as const;
/** As narrow as their titles. */
const COUNT_WIDTHS = { total: 80, ok: 92, fail: 72, skip: 80, unknown: 88 } as const;
const isCounted = (key: string): key is keyof BatchTotals => COUNT_COLUMNS.some((one) => one === key);

/** The rows with current progress, because running batches are polled more often than the list; they come first. */
function useCurrentRows(rows: readonly BatchRow[] | undefined, progress: BatchProgress, isSorted: boolean) {
  const polledBatches = useSelector(progress, (state) => state.context.answer?.batches);
  useEffect(() => {
    for (const row of rows ?? []) {
      if (!hasEnded(row)) progress.send({ type: 'progress.followed', batchIds: [row.id], show: false });
    }
  }, [rows, progress]);
  return useMemo(() => {
    const now = rows?.map((row) => (hasEnded(row) ? row : (polledBatches?.find(({ id }) => id === row.id) ?? row)));
    return now && !isSorted ? [...now.filter((row) => !hasEnded(row)), ...now.filter(hasEnded)] : now;
  }, [rows, polledBatches, isSorted]);
}

interface Props {
  list: ActorRefFrom<typeof batchList>;
  progress: BatchProgress;
  download: ActorRefFrom<typeof batchExport>;
}

export function BatchTable({ list, progress, download }: Props) {
  const t = useText();
  const format = useFormat();
  const w = useWords();
  const locale = useLocaleName();
  const { query, table, pager, answer, refresh } = useList(list);
  const rows = useCurrentRows(table.rows, progress, query.sort !== undefined);
  const shown = useSelector(progress, (state) => state.context.shown);
  const navigate = useNavigate();
  const toOrderAgainAddress = useOrderAgain();

  const columns = useMemo((): Column<BatchRow>[] => {
    const show = ({ id }: BatchRow) => progress.send({ type: 'progress.followed', batchIds: [id], show: true });
    const { retry, undo, cancel } = progress.getSnapshot().children;
    const count = (key: (typeof COUNT_COLUMNS)[number]): Column<BatchRow> => ({
      key,
      title: w(batchColumnWords[key]),
      width: COUNT_WIDTHS[key],
      align: 'right',
      render: (row) => format.number(row[key]),
    });
    return [
      { key: 'id', title: w(batchColumnWords.id), width: 72, frozen: true, render: ({ id }) => <span className="ads-numbers">{id}</span> },
      {
        key: 'type',
        title: w(batchColumnWords.type),
        width: locale === 'en' ? 144 : 120,
        render: ({ type }) => <PlainTag text={w(wordsOfBatchType(type))} />,
      },
      { key: 'level', title: w(batchColumnWords.level), width: 88, defaultHidden: true, render: ({ level }) => level ?? '' },
      {
        key: 'origin',
        title: w(batchColumnWords.origin),
        // Page names are longer in English.
        width: locale === 'en' ? 128 : 104,
        render: ({ origin_label }) => <NameText text={w(origin_label)} />,
      },
      { key: 'user', title: w(batchColumnWords.user), width: 96, render: ({ user }) => <NameText text={user.label} /> },
      {
        key: 'status',
        title: w(batchColumnWords.status),
        width: 128,
        sortable: true,
        render: (row) => (
          <StatusTag
            kind={batchKinds[row.status]}
            text={w(batchStatusWords[row.status])}
            hint={hasEnded(row) ? undefined : t('batch.progress', { done: format.number(row.done), total: format.number(row.total) })}
          />
        ),
      },
      count('total'),
      count('ok'),
      count('fail'),
      count('skip'),
      count('unknown'),
      { key: 'summary', title: w(batchColumnWords.summary), render: (row) => <NameText text={w(row.summary)} /> },
      {
        key: 'duration',
        title: t('oplog.batch.duration'),
        width: 112,
        align: 'right',
        render: ({ started_at, finished_at }) =>
          format.duration(started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : null),
      },
      {
        key: 'created_at',
        title: w(batchColumnWords.created_at),
        width: 160,
        sortable: true,
        render: ({ created_at }) => <span className="ads-numbers">{format.instant(created_at)}</span>,
      },
      {
        key: 'do',
        title: t('batch.do'),
        width: 148,
        frozen: 'right',
        render: (row) => {
          const orderAgainAddress = toOrderAgainAddress(row);
          const actions = [
            ...(row.can.includes('retry') && row.fail > 0
              ? [
                  {
                    key: 'retry',
                    text: t('oplog.batch.retry'),
                    onRun: () => {
                      show(row);
                      retry?.send({ type: 'command.runRequested', subject: { batchIds: [row.id] } });
                    },
                  },
                ]
              : []),
            ...(row.can.includes('undo')
              ? [
                  {
                    key: 'undo',
                    text: t('batch.undo'),
                    // The dialog of the batch asks for confirmation.
                    onRun: () => {
                      show(row);
                      undo?.send({ type: 'command.requested', subject: { batchIds: [row.id] } });
                    },
                  },
                ]
              : []),
            ...(row.can.includes('cancel')
              ? [
                  {
                    key: 'cancel',
                    text: t('oplog.batch.cancel'),
                    danger: true,
                    // The dialog of the batch asks for confirmation.
                    onRun: () => {
                      show(row);
                      cancel?.send({ type: 'command.requested', subject: { batchIds: [row.id] } });
                    },
                  },
                ]
              : []),
            ...(orderAgainAddress === undefined
              ? []
              : [{ key: 'again', text: t('oplog.batch.again'), onRun: () => void navigate(orderAgainAddress) }]),
          ];
          return actions.length > 0 && <RowActions subject={String(row.id)} actions={actions} inline={1} />;
        },
      },
    ];
  }, [t, w, format, locale, progress, navigate, toOrderAgainAddress]);

  const totals = answer?.totals;
  const total = useCallback(
    (key: string) => {
      if (key === 'id') return t('oplog.batch.sum');
      return totals && isCounted(key) ? format.number(totals[key]) : undefined;
    },
    [t, format, totals],
  );
  const toggle = (id: number) =>
    progress.send(id === shown ? { type: 'progress.dismissed' } : { type: 'progress.followed', batchIds: [id], show: true });
  const { date_from: _from, date_to: _to, ...narrowing } = query.filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <>
      <Toolbar
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('oplog.batches')}
              query={query}
              columns={columns.filter(({ key }) => key !== 'do' && key !== 'duration')}
            />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        <span className="ads-quiet">{t('oplog.timezone', { timezone: format.timezone })}</span>
      </Toolbar>
      <DataTable
        {...table}
        rows={rows}
        label={t('oplog.batches')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.id} ${w(row.summary)}`}
        expanded={shown === undefined ? [] : [shown]}
        onToggle={toggle}
        renderExpanded={() => <BatchPanel progress={progress} />}
        totals={total}
        onResetFilters={isNarrowed ? table.onResetFilters : undefined}
        empty={{ text: t('oplog.empty') }}
      />
      <Pager {...pager} />
    </>
  );
}

import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { batchColumnWords, batchStatusWords, batchTypes, wordsOfBatchType } from '#contracts/vocabulary/batches.ts';
import { entityLevelWords, isEntityLevel } from '#contracts/vocabulary/launches.ts';
import { type BatchLog, type BatchTotals, isOfUsualTypes } from '#machines/advertising-copy-log/batch-log.machine.ts';
import { hasEnded } from '#machines/kernel/batch/order-status.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { BatchPanel } from '#src/ui/batch/batch-panel.tsx';
import { batchKinds } from '#src/ui/batch/batch-words.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { useOrderAgain } from './use-order-again.ts';

const COUNT_COLUMNS = ['total', 'ok', 'fail', 'skip', 'unknown'] as const;
/** As narrow as their titles. */
const COUNT_WIDTHS = { total: 80, ok: 92, fail: 72, skip: 80, unknown: 88 } as const;
const isCounted = (key: string): key is keyof BatchTotals => COUNT_COLUMNS.some((one) => one === key);

/** Brings rows up to date, because running batches are polled more often than the list; they come first. */
function useCurrentRows({ list, progress }: Pick<BatchLogParts, 'list' | 'progress'>) {
  const rows = useSelector(list, (state) => state.context.answer?.rows);
  const isSorted = useSelector(list, (state) => state.context.query.sort !== undefined);
  const polledBatches = useSelector(progress, (state) => state.context.answer?.batches);
  useEffect(() => {
    for (const row of rows ?? []) {
      if (!hasEnded(row)) progress.send({ type: 'progress.followed', batchIds: [row.id], show: false });
    }
  }, [rows, progress]);
  return useCallback(
    (listed: readonly BatchRow[] | undefined) => {
      const now = listed?.map((row) => (hasEnded(row) ? row : (polledBatches?.find(({ id }) => id === row.id) ?? row)));
      return now && !isSorted ? [...now.filter((row) => !hasEnded(row)), ...now.filter(hasEnded)] : now;
    },
    [polledBatches, isSorted],
  );
}

export type BatchLogParts = PartsOf<BatchLog>;

export function BatchTable({ parts }: { parts: BatchLogParts }) {
  const t = useText();
  const format = useFormat();
  const w = useWords();
  const locale = useLocaleName();
  const { list, progress } = parts;
  const drawnRows = useCurrentRows(parts);
  const filters = useSelector(list, (state) => state.context.query.filters);
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
      {
        key: 'level',
        title: w(batchColumnWords.level),
        width: 88,
        defaultHidden: true,
        render: ({ level }) => (isEntityLevel(level) ? w(entityLevelWords[level]) : DASH),
      },
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
        exported: false,
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
            ...(row.undoable
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

  const toggle = (id: number) =>
    progress.send(id === shown ? { type: 'progress.dismissed' } : { type: 'progress.followed', batchIds: [id], show: true });
  const { date_from: _from, date_to: _to, ...narrowing } = filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <ListTable
      parts={parts}
      things={t('oplog.batches')}
      label={t('oplog.batches')}
      columns={columns}
      drawnRows={drawnRows}
      rowName={(row) => `${row.id} ${w(row.summary)}`}
      expanded={shown === undefined ? [] : [shown]}
      onToggle={toggle}
      renderExpanded={() => <BatchPanel progress={progress} />}
      totalOf={(column, totals: BatchTotals) => {
        if (column === 'id') return t('oplog.batch.sum');
        return isCounted(column) ? format.number(totals[column]) : undefined;
      }}
      onResetFilters={isNarrowed ? () => list.send({ type: 'list.filtersChosen', filters: {} }) : undefined}
      empty={{ text: t('oplog.empty') }}
    >
      <span className="ads-quiet">{t('oplog.timezone', { timezone: format.timezone })}</span>
      {isOfUsualTypes(filters) && (
        <span className="ads-quiet">
          {t('oplog.batch.usualTypes')}{' '}
          <button
            type="button"
            className="ads-link-button"
            onClick={() => list.send({ type: 'list.filtersChanged', changes: { type: [...batchTypes] } })}
          >
            {t('oplog.batch.allTypes')}
          </button>
        </span>
      )}
    </ListTable>
  );
}

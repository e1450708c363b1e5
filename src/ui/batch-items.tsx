import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { type batchItems, blankResolve } from '#machines/kernel/batch-parts.machine.ts';
import type { BatchProgress } from '#machines/kernel/batch-progress.machine.ts';
import type { BatchItemRow } from '#machines/kernel/batch-standing.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { itemKinds } from './batch-words.ts';
import { type Column, DataTable } from './data-table.tsx';
import { NameText } from './name-text.tsx';
import { placeOf } from './object-places.ts';
import { Pager } from './pager.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';
import { StatusTag } from './status-tag.tsx';
import { useList } from './use-list.ts';
import { useViewer } from './viewer.tsx';
import './batch.css';

function ObjectName({ row }: { row: BatchItemRow }) {
  const { canOpen } = useViewer();
  const place = placeOf(row);
  if (!place || !canOpen(place.pathname)) return <NameText text={row.label} />;
  return (
    <Link className="ads-batch-object" to={place}>
      {row.label}
    </Link>
  );
}

const codeOf = ({ platform_code, platform_subcode }: BatchItemRow) => [platform_code, platform_subcode].filter(Boolean).join('/');

interface Props {
  progress: BatchProgress;
  items: ActorRefFrom<typeof batchItems>;
  /** Nothing is done to single objects for now. */
  busy: boolean;
}

/** The objects of a batch, each with its result. */
export function BatchItems({ progress, items, busy }: Props) {
  const t = useText();
  const format = useFormat();
  const { query, table, pager } = useList(items);
  const { batch_id, status } = query.filters;
  const rows = table.rows;
  const hasCodes = rows?.some((row) => codeOf(row) !== '') ?? false;
  const hasActions = rows?.some(({ retryable, resolvable }) => retryable || resolvable) ?? false;

  const columns = useMemo((): Column<BatchItemRow>[] => {
    const { retry, resolve } = progress.getSnapshot().children;
    const actionsOf = (row: BatchItemRow): RowAction[] => [
      ...(row.retryable && batch_id !== undefined
        ? [
            {
              key: 'retry',
              text: t('batch.retryOne'),
              refusal: busy ? t('ui.loading') : undefined,
              onRun: () => retry?.send({ type: 'command.ordered', subject: { batchIds: [batch_id], itemIds: [row.id] } }),
            },
          ]
        : []),
      ...(row.resolvable
        ? [
            {
              key: 'resolve',
              text: t('batch.resolve'),
              onRun: () =>
                resolve?.send({ type: 'form.opened', draft: { values: blankResolve, subject: { itemId: row.id, label: row.label } } }),
            },
          ]
        : []),
    ];
    const all: (Column<BatchItemRow> | false)[] = [
      { key: 'seq', title: t('batch.seq'), width: 64, align: 'right', sortable: true, render: ({ seq }) => format.number(seq) },
      { key: 'label', title: t('batch.label'), width: 136, render: (row) => <ObjectName row={row} /> },
      {
        key: 'status',
        title: t('batch.result'),
        width: 120,
        sortable: true,
        render: (row) => <StatusTag kind={itemKinds[row.status]} text={t(`batch.item.${row.status}`)} hint={row.reason ?? undefined} />,
      },
      { key: 'text', title: t('batch.reason'), render: ({ text }) => <NameText text={text ?? ''} /> },
      hasCodes && {
        key: 'platform_code',
        title: t('batch.code'),
        width: 120,
        render: (row) => <span className="ads-numbers">{codeOf(row)}</span>,
      },
      { key: 'attempt', title: t('batch.attempt'), width: 96, align: 'right', render: ({ attempt }) => format.number(attempt) },
      {
        key: 'finished_at',
        title: t('batch.time'),
        width: 176,
        sortable: true,
        render: ({ finished_at }) => <span className="ads-numbers">{format.instant(finished_at, true)}</span>,
      },
      hasActions && {
        key: 'do',
        title: t('batch.do'),
        width: 96,
        frozen: 'right',
        render: (row) => {
          const actions = actionsOf(row);
          return actions.length > 0 && <RowActions subject={row.label} actions={actions} inline={1} />;
        },
      },
    ];
    return all.filter((column) => column !== false);
  }, [t, format, progress, batch_id, busy, hasCodes, hasActions]);

  return (
    <>
      <DataTable
        {...table}
        label={t('batch.items')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.label}
        density="compact"
        onResetFilters={status === undefined ? undefined : () => items.send({ type: 'list.filtersChosen', filters: { batch_id } })}
        empty={{ text: t('batch.pruned') }}
      />
      {(pager.total ?? 0) > pager.pageSize && <Pager {...pager} />}
    </>
  );
}

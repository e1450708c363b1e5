import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { batchItemColumnWords, itemStatusWords } from '#contracts/vocabulary/batches.ts';
import { type batchItems, blankResolve } from '#machines/kernel/batch/batch-parts.machine.ts';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import type { BatchItemRow } from '#machines/kernel/batch/order-status.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Pager } from '../list/pager.tsx';
import { useList } from '../list/use-list.ts';
import { useViewer } from '../overlay/viewer.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { type RowAction, RowActions } from '../table/row-actions.tsx';
import { Halves, splitInHalves } from '../text/halves.tsx';
import { NameText } from '../text/name-text.tsx';
import { toObjectPlace, toUsersPlace } from '../text/object-places.ts';
import { StatusTag } from '../text/status-tag.tsx';
import { itemTree } from './batch-tree.ts';
import { itemKinds, targetText } from './batch-words.ts';
import './batch.css';

function ObjectName({ row }: { row: BatchItemRow }) {
  const { canOpen } = useViewer();
  const place = toObjectPlace(row);
  if (!place || !canOpen(place.pathname)) return <NameText text={row.label} />;
  return (
    <Link className="ads-batch-object ads-name-lines" to={place} title={row.label} aria-label={splitInHalves(row.label) && row.label}>
      <Halves text={row.label} />
    </Link>
  );
}

/** Why an object was refused, with a link to the ads that use it. */
function Reason({ row }: { row: BatchItemRow }) {
  const t = useText();
  const { canOpen } = useViewer();
  const users = toUsersPlace(row);
  return (
    <span className="ads-batch-reason">
      {row.text}
      {users && canOpen(users.pathname) && (
        <>
          {' '}
          <Link className="ads-link-button" to={users}>
            {t('batch.showUsers')}
          </Link>
        </>
      )}
    </span>
  );
}

const formatCode = ({ platform_code, platform_subcode }: BatchItemRow) => [platform_code, platform_subcode].filter(Boolean).join('/');

/** The largest page size. */
const TREE_PAGE = 200;

interface Props {
  progress: BatchProgress;
  items: ActorRefFrom<typeof batchItems>;
  /** No command on single objects may start now. */
  busy: boolean;
}

/** The items of a batch with their results. */
export function BatchItems({ progress, items, busy }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { query, table, pager } = useList(items);
  const { batch_id, status } = query.filters;
  const rows = table.rows;
  const tree = useMemo(
    () => (query.sort === undefined && status === undefined && rows ? itemTree(rows) : undefined),
    [query.sort, status, rows],
  );
  const isTree = tree !== undefined;
  const [folded, setFolded] = useState<readonly number[]>([]);
  const expanded = tree?.parentIds.filter((one) => !folded.includes(one));
  const toggle = (one: number) => setFolded(folded.includes(one) ? folded.filter((other) => other !== one) : [...folded, one]);
  // A tree is easier to read on one page, as far as the largest page size allows.
  const isCut = isTree && query.pageSize < TREE_PAGE && (pager.total ?? 0) > query.pageSize;
  useEffect(() => {
    if (isCut) items.send({ type: 'list.pageSizeChosen', pageSize: TREE_PAGE });
  }, [isCut, items]);
  const hasTexts = rows?.some(({ text }) => text !== null && text !== '') ?? false;
  const hasCodes = rows?.some((row) => formatCode(row) !== '') ?? false;
  const hasAccounts = rows?.some(({ account }) => account !== null) ?? false;
  const hasRetries = rows?.some(({ attempt }) => attempt > 1) ?? false;
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
              onRun: () => retry?.send({ type: 'command.runRequested', subject: { batchIds: [batch_id], itemIds: [row.id] } }),
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
    const label: Column<BatchItemRow> = {
      key: 'label',
      title: w(batchItemColumnWords.label),
      // Names differ at their ends, so they get the room that the reasons leave.
      ...(hasTexts ? { width: 280 } : { width: 200, grows: true }),
      render: (row) => <ObjectName row={row} />,
    };
    const all: (Column<BatchItemRow> | false)[] = [
      isTree && label,
      isTree && { key: 'type', title: t('batch.target'), width: 88, render: ({ target_type }) => targetText(target_type, t) },
      !isTree && {
        key: 'seq',
        title: w(batchItemColumnWords.seq),
        width: 64,
        align: 'right',
        sortable: true,
        render: ({ seq }) => format.number(seq),
      },
      !isTree && label,
      hasAccounts && {
        key: 'account',
        title: t('batch.account'),
        width: 136,
        render: ({ account }) => account && <NameText text={account.label} />,
      },
      {
        key: 'status',
        title: w(batchItemColumnWords.status),
        width: 120,
        sortable: true,
        render: (row) => (
          <StatusTag
            kind={row.undone ? 'warn' : itemKinds[row.status]}
            text={row.undone ? t('batch.item.removed') : w(itemStatusWords[row.status])}
            hint={row.reason ?? undefined}
          />
        ),
      },
      hasTexts && {
        key: 'text',
        title: w(batchItemColumnWords.text),
        ...(isTree && { width: 280 }),
        render: (row) => <Reason row={row} />,
      },
      hasCodes && {
        key: 'platform_code',
        title: w(batchItemColumnWords.platform_code),
        width: 120,
        render: (row) => <span className="ads-numbers">{formatCode(row)}</span>,
      },
      hasRetries && {
        key: 'attempt',
        title: w(batchItemColumnWords.attempt),
        width: 88,
        align: 'right',
        render: ({ attempt }) => format.number(attempt),
      },
      {
        key: 'finished_at',
        title: w(batchItemColumnWords.finished_at),
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
  }, [t, w, format, progress, batch_id, busy, hasTexts, hasAccounts, hasCodes, hasRetries, hasActions, isTree]);

  return (
    <>
      <DataTable
        {...table}
        {...(tree && { rows: tree.roots, tree: { childrenOf: tree.childrenOf }, expanded: expanded ?? [], onToggle: toggle })}
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

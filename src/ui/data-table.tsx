import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '#machines/kernel/faults.ts';
import type { Sort } from '#machines/kernel/list-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { EmptyBlock, ErrorBlock } from './block.tsx';
import { FailureRemark } from './failure-remark.tsx';
import { type Column, chosenColumns, layOut } from './table-columns.ts';
import { TableHead } from './table-head.tsx';
import { type RowHandlers, type RowId, TableRow } from './table-row.tsx';
import { rowUnderKey, type TreeEntry, treeMove, visibleRows } from './table-tree.ts';
import './base.css';
import './data-table.css';

export type { Column } from './table-columns.ts';
export type Density = 'compact' | 'regular' | 'roomy';

const SKELETON_ROWS = 8;
const NO_IDS: readonly never[] = [];

/** Rows of a plain table have no place in a tree; what is written here is not read. */
const FLAT = { parent: undefined, level: 1, hasChildren: false, setSize: 0 };

/** Rows below rows. Which ones are unfolded is `expanded`. */
interface TreeOptions<Row, Id extends RowId> {
  childrenOf: (row: Row) => readonly Row[];
  /** Moving by drag. The row stays where it is until the data says otherwise, so a refusal snaps back by itself. */
  drag?: {
    canDrag: (row: Row) => boolean;
    canDrop: (dragged: Id, target: Id) => boolean;
    onDrop: (dragged: Id, target: Id) => void;
  };
}

export interface DataTableProps<Row, Id extends RowId> {
  /** What the table holds, for those who cannot see it. */
  label: string;
  /** Keep the array between renders: a new one draws every row again. */
  columns: Column<Row>[];
  /** Keys of the columns shown, in order. Default: those not hidden by default. */
  shown?: readonly string[] | undefined;
  /** Undefined until something was loaded. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Id;
  /** Names a row in the labels of its checkbox and buttons. */
  rowName: (row: Row) => string;
  /** Rows of the whole set, and how many stand on earlier pages. */
  total?: number | undefined;
  before?: number;
  busy: boolean;
  failure?: Failure | undefined;
  onRetry?: () => void;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  /** Ids may belong to rows of other pages; they are kept. */
  chosen?: readonly Id[];
  onChoose?: (ids: Id[]) => void;
  canChoose?: (row: Row) => boolean;
  expanded?: readonly Id[];
  onToggle?: (id: Id) => void;
  renderExpanded?: (row: Row) => ReactNode;
  tree?: TreeOptions<Row, Id>;
  onRowClick?: (row: Row) => void;
  /** The row that something beside the table speaks about. */
  current?: Id | undefined;
  density?: Density;
  /** With it an empty table says that nothing matches, and offers to reset. */
  onResetFilters?: (() => void) | undefined;
  /** What an empty table says when nothing is filtered. */
  empty?: { text: string; action?: ReactNode };
  /** Pinned under the header. */
  totals?: (column: string) => ReactNode;
}

export function DataTable<Row, Id extends RowId = number>(props: DataTableProps<Row, Id>) {
  const { label, columns, shown, rows, rowKey, rowName, total, before = 0, busy, failure, onRetry, sort, onSort, tree } = props;
  const { chosen = NO_IDS, onChoose, canChoose, expanded = NO_IDS, renderExpanded, onRowClick, density = 'regular' } = props;
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);

  const leads = (onChoose ? 1 : 0) + (renderExpanded ? 1 : 0);
  const layout = useMemo(() => layOut(chosenColumns(columns, shown), leads), [columns, shown, leads]);
  const chosenSet = useMemo(() => new Set<RowId>(chosen), [chosen]);
  const expandedSet = useMemo(() => new Set<RowId>(expanded), [expanded]);
  const entries: TreeEntry<Row>[] | undefined = rows && tree && visibleRows(rows, tree.childrenOf, rowKey, expandedSet);

  const [dragged, setDragged] = useState<RowId>();
  const [over, setOver] = useState<RowId>();
  const [tabStop, setTabStop] = useState<RowId>();
  const mayDrop = (target: RowId) =>
    dragged !== undefined && dragged !== target && (tree?.drag?.canDrop(dragged as Id, target as Id) ?? false);

  const newest = useRef<RowHandlers<Row>>(null as unknown as RowHandlers<Row>);
  const own: RowHandlers<Row> = {
    choose: (id, yes) => onChoose?.(yes ? [...chosen, id as Id] : chosen.filter((one) => one !== id)),
    toggle: (id) => props.onToggle?.(id as Id),
    click: (row) => onRowClick?.(row),
    dragStart: (id, event) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(id));
      setDragged(id);
    },
    dragOver: (id, event: DragEvent) => {
      if (dragged === undefined) return;
      if (mayDrop(id)) event.preventDefault();
      setOver(id);
    },
    dragEnd: () => {
      setDragged(undefined);
      setOver(undefined);
    },
    drop: (id, event) => {
      event.preventDefault();
      const moved = dragged;
      const allowed = mayDrop(id);
      own.dragEnd();
      if (allowed) tree?.drag?.onDrop(moved as Id, id as Id);
    },
  };
  useEffect(() => {
    newest.current = own;
  });
  const handlers = useMemo<RowHandlers<Row>>(
    () => ({
      choose: (id, yes) => newest.current.choose(id, yes),
      toggle: (id) => newest.current.toggle(id),
      click: (row) => newest.current.click(row),
      dragStart: (id, event) => newest.current.dragStart(id, event),
      dragOver: (id, event) => newest.current.dragOver(id, event),
      dragEnd: () => newest.current.dragEnd(),
      drop: (id, event) => newest.current.drop(id, event),
    }),
    [],
  );

  const choosable = (rows ?? []).filter((row) => canChoose?.(row) ?? true).map(rowKey);
  const chosenHere = choosable.filter((id) => chosenSet.has(id));
  const choice = onChoose && {
    state: chosenHere.length === 0 ? ('none' as const) : chosenHere.length === choosable.length ? ('all' as const) : ('some' as const),
    onToggle: (all: boolean) => {
      const others = chosen.filter((id) => !choosable.includes(id));
      onChoose(all ? [...others, ...choosable] : others);
    },
  };

  const stop = entries?.some(({ id }) => id === tabStop) ? tabStop : entries?.[0]?.id;
  const walk = (event: KeyboardEvent) => {
    const key = rowUnderKey(event);
    const at = key === undefined ? undefined : entries?.find(({ id }) => String(id) === key)?.id;
    const move = at === undefined || !entries ? undefined : treeMove(entries, at, expandedSet, event.key);
    if (!move) return;
    event.preventDefault();
    if ('to' in move) {
      setTabStop(move.to);
      frame.current?.querySelector<HTMLElement>(`tr[data-row-id="${CSS.escape(String(move.to))}"]`)?.focus();
    } else if ('toggle' in move) props.onToggle?.(move.toggle as Id);
    else onRowClick?.(move.open);
  };

  const listed: TreeEntry<Row>[] | undefined =
    entries ?? rows?.map((row, index) => ({ row, id: rowKey(row), ...FLAT, position: index + 1 }));
  const span = layout.widths.length;
  const table = (
    <table
      className="ads-table"
      style={{ minWidth: layout.minWidth }}
      aria-label={label}
      aria-busy={busy}
      aria-rowcount={total === undefined ? undefined : total + 1}
      role={tree ? 'treegrid' : undefined}
    >
      <colgroup>
        {layout.widths.map((width, index) => (
          <col key={layout.columns[index - span + layout.columns.length]?.key ?? index} style={{ width }} />
        ))}
      </colgroup>
      <TableHead layout={layout} sort={sort} onSort={onSort} choice={choice} expandable={renderExpanded !== undefined} />
      {props.totals && rows && rows.length > 0 && (
        <tbody className="ads-totals">
          <tr>
            {Array.from({ length: span - layout.columns.length }, (_, index) => (
              <td key={index} className="ads-cell ads-cell-lead" style={layout.leadStyles[index]} />
            ))}
            {layout.columns.map(({ key, className, style }) => (
              <td key={key} className={className} style={style}>
                {props.totals?.(key)}
              </td>
            ))}
          </tr>
        </tbody>
      )}
      <tbody onKeyDown={tree ? walk : undefined}>
        {!rows && !failure
          ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
              <tr key={index} className="ads-row" aria-hidden="true">
                {layout.widths.map((_, cell) => (
                  <td key={cell} className="ads-cell">
                    <i className="ads-skeleton" />
                  </td>
                ))}
              </tr>
            ))
          : listed?.map((entry, index) => (
              <TableRow
                key={entry.id}
                row={entry.row}
                id={entry.id}
                name={rowName(entry.row)}
                index={before + index + 2}
                layout={layout}
                handlers={handlers}
                chosen={onChoose && chosenSet.has(entry.id)}
                current={entry.id === props.current}
                choosable={canChoose?.(entry.row) ?? true}
                expanded={expandedSet.has(entry.id)}
                renderExpanded={renderExpanded}
                level={tree && entry.level}
                hasChildren={entry.hasChildren}
                setSize={entry.setSize}
                position={entry.position}
                tabStop={stop === entry.id}
                clickable={onRowClick !== undefined}
                draggable={tree?.drag?.canDrag(entry.row) ?? false}
                dropMark={
                  over === entry.id && dragged !== undefined && dragged !== entry.id ? (mayDrop(entry.id) ? 'yes' : 'no') : undefined
                }
              />
            ))}
      </tbody>
    </table>
  );

  return (
    <div className={`ads-table-frame ads-density-${density}`}>
      {busy && rows && <i className="ads-busy-bar" aria-hidden="true" />}
      {failure && !busy && rows && rows.length > 0 && (
        <div className="ads-table-strip">
          <FailureRemark failure={failure} title={t('ui.staleRows')} onRetry={onRetry} />
        </div>
      )}
      <div ref={frame} className="ads-table-scroll" tabIndex={tree ? undefined : 0} role="region" aria-label={label}>
        {table}
        {failure && !busy && !rows?.length && (
          <ErrorBlock title={t('ui.loadFailed')} message={failure.message} traceId={failure.traceId} onRetry={onRetry} />
        )}
        {!failure && rows?.length === 0 && (
          <EmptyBlock
            text={props.onResetFilters ? t('ui.nothingMatches') : (props.empty?.text ?? t('ui.nothingHere'))}
            action={
              props.onResetFilters ? (
                <button type="button" className="ads-link-button" onClick={props.onResetFilters}>
                  {t('ui.clearFilters')}
                </button>
              ) : (
                props.empty?.action
              )
            }
          />
        )}
      </div>
    </div>
  );
}

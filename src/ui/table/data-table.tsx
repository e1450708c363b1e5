import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { Sort } from '#machines/kernel/list/list-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { EmptyBlock, ErrorBlock } from '../page/block.tsx';
import { FailureRemark } from '../page/failure-remark.tsx';
import { memoize } from './memoize.ts';
import { createLines } from './table-body.tsx';
import {
  type Column,
  createPartCache,
  layOutColumns,
  scrollingColumns,
  selectColumns,
  type TableLayout,
  unfreezeColumns,
} from './table-columns.ts';
import { TableHead } from './table-head.tsx';
import { bodyItems } from './table-items.ts';
import type { RowHandlers, RowId, RowTone, RowWords } from './table-row.tsx';
import { SkeletonRows, TotalsRows } from './table-sticky-rows.tsx';
import { type TreeEntry, visibleRows } from './table-tree.ts';
import { firstLines, MAX_FULL_COLUMNS, MAX_FULL_LINES, type TableWindow, WHOLE_WINDOW } from './table-window.ts';
import { useColumnInSight } from './use-column-in-sight.ts';
import { useCutColumns, useFrozenSides } from './use-cut-columns.ts';
import { useNumberRoom } from './use-number-room.ts';
import { useRowChoice } from './use-row-choice.ts';
import { type TreeDrag, useRowDrag } from './use-row-drag.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useWindowCode } from './use-window-code.ts';
import type { VirtualWindowHandle } from './virtual-window.tsx';
import { WindowedTable } from './windowed-table.tsx';
import '../page/base.css';
import './data-table.css';

export type { Column } from './table-columns.ts';
export type Density = 'compact' | 'regular' | 'roomy';

/** Height of a row with its border, in pixels. */
const ROW_HEIGHTS = { compact: 32, regular: 40, roomy: 48 } as const;

const NO_IDS = [] as const;

/** Placeholder for the name of a row in a text; a character that is never typed. */
const NAME_PLACEHOLDER = '\u0001';

/** Tree fields of a row in a plain table, which are not read. */
const PLAIN_ROW = { parent: undefined, level: 1, hasChildren: false, setSize: 0 };

/** Options of a tree. `expanded` holds the expanded ids. */
interface TreeOptions<Row, Id extends RowId> {
  childrenOf: (row: Row) => readonly Row[];
  /** True also for children that are not loaded yet; default: whether there are some. */
  hasChildren?: (row: Row) => boolean;
  drag?: TreeDrag<Row, Id>;
}

export interface DataTableProps<Row, Id extends RowId> {
  /** Accessible name. */
  label: string;
  /** Must be referentially stable: a new array renders every row again. */
  columns: Column<Row>[];
  /** Keys of the shown columns in order. Default: those not hidden by default. */
  shown?: readonly string[] | undefined;
  /** Pixels by column, where the user chose them. */
  widths?: Readonly<Record<string, number>> | undefined;
  /** The column that a narrow table is scrolled to at first; such a table stays inside a narrow window. */
  columnInSight?: string | undefined;
  /** Makes the edges of headers movable. */
  onWidth?: ((column: string, width: number) => void) | undefined;
  /** Undefined until the first load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Id;
  /** Names a row in the labels of its checkbox and buttons. */
  rowName: (row: Row) => string;
  /** Number of all rows, and of those on earlier pages. */
  total?: number | undefined;
  before?: number;
  busy: boolean;
  failure?: Failure | undefined;
  onRetry?: () => void;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  /** Ids of rows on other pages are kept. */
  chosen?: readonly Id[];
  /** All matching rows on all pages are chosen. */
  allChosen?: boolean;
  onChoose?: ((ids: Id[]) => void) | undefined;
  canChoose?: (row: Row) => boolean;
  expanded?: readonly Id[];
  onToggle?: (id: Id) => void;
  renderExpanded?: (row: Row) => ReactNode;
  tree?: TreeOptions<Row, Id>;
  /** Colours a row that needs attention; a text in one of its cells gives the reason. */
  rowTone?: ((row: Row) => RowTone | undefined) | undefined;
  onRowClick?: (row: Row) => void;
  /** Enter on a row; default: same as a click, otherwise expands its details. */
  onRowOpen?: (row: Row) => void;
  /** The row that another part of the page refers to. */
  current?: Id | undefined;
  density?: Density;
  /** If given, an empty table says that nothing matches, and offers to reset. */
  onResetFilters?: (() => void) | undefined;
  /** Text of an empty table without filters. */
  empty?: { text: string; action?: ReactNode };
  /** Totals of all filtered rows, pinned under the header. */
  totals?: ((column: string) => ReactNode) | undefined;
  /** Pinned below the totals: what they leave out. */
  excludedTotals?: ((column: string) => ReactNode) | undefined;
}

/**
 * A generic table. A long or wide one renders only the visible part and fills the remaining height of its page. Keyboard: arrows, Home,
 * End and page keys move, Space chooses, with Shift a range, Enter opens, Escape clears the choice.
 */
export function DataTable<Row, Id extends RowId = number>(props: DataTableProps<Row, Id>) {
  const { label, columns, shown, widths, onWidth, rows, rowKey, total, before = 0, busy, failure, onRetry, sort, onSort, tree } = props;
  const {
    chosen = NO_IDS as readonly Id[],
    allChosen = false,
    onChoose,
    canChoose,
    expanded = NO_IDS as readonly Id[],
    renderExpanded,
    onRowClick,
  } = props;
  const { density = 'regular', totals, excludedTotals } = props;
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [edgeStop, setEdgeStop] = useState<string>();
  const virtual = useRef<VirtualWindowHandle>(null);
  const rowHeight = ROW_HEIGHTS[density];

  const attach = useCallback((element: HTMLDivElement | null) => {
    frame.current = element;
    setScroller(element);
  }, []);

  const renderDetails = tree ? undefined : renderExpanded;
  const leadingCount = (onChoose ? 1 : 0) + (renderDetails ? 1 : 0);
  const expandedSet = useMemo(() => new Set<RowId>(expanded), [expanded]);
  // Keeps the first function: row keys do not change, and a long table is not recomputed with every render.
  const [keyOf] = useState(() => rowKey);
  const flat = useMemo(() => rows?.map((row, index) => ({ row, id: keyOf(row), ...PLAIN_ROW, position: index + 1 })), [rows, keyOf]);
  const entries: readonly TreeEntry<Row>[] =
    (tree && rows ? visibleRows(rows, tree.childrenOf, keyOf, expandedSet, tree.hasChildren) : flat) ?? NO_IDS;
  const unfolded = renderDetails && expandedSet;
  const items = useMemo(() => bodyItems(entries, unfolded), [entries, unfolded]);

  const isChoosable = onChoose !== undefined;
  const choosable = useMemo(
    (): Id[] => (isChoosable && rows ? rows.filter((row) => canChoose?.(row) ?? true).map(keyOf) : []),
    [isChoosable, rows, canChoose, keyOf],
  );
  const isLong = items.length > MAX_FULL_LINES;
  const shownColumns = useMemo(() => selectColumns(columns, shown), [columns, shown]);
  const isWide = shownColumns.filter(({ frozen }) => !frozen).length > MAX_FULL_COLUMNS;
  const isWindowed = isLong || isWide;
  const { rooms, fitNumbers } = useNumberRoom(scroller);
  const frozenSides = useFrozenSides(
    scroller,
    useMemo(() => layOutColumns(shownColumns, leadingCount, widths, { rooms }), [shownColumns, leadingCount, widths, rooms]),
  );
  const layout = useMemo(
    () => layOutColumns(unfreezeColumns(shownColumns, frozenSides), leadingCount, widths, { isPositioned: isWindowed, rooms }),
    [shownColumns, frozenSides, leadingCount, widths, isWindowed, rooms],
  );
  const cuts = useCutColumns(scroller, layout, isWide);
  useColumnInSight(scroller, layout, props.columnInSight);
  const getPart = useMemo(() => createPartCache(layout), [layout]);
  const chosenSet = useMemo(() => new Set<RowId>(allChosen ? choosable : chosen), [allChosen, choosable, chosen]);
  const choice = useRowChoice<Id>({ choosable, chosen, allChosen, onChoose });

  const drag = useRowDrag<Row, Id>(tree?.drag);
  const keys = useRowKeys<Row>({
    frame,
    entries,
    isTree: tree !== undefined,
    expanded: expandedSet,
    rowHeight,
    onToggle: props.onToggle && ((id) => props.onToggle?.(id as Id)),
    onOpen: props.onRowOpen ?? onRowClick,
    choice: onChoose && {
      toggle: (id) => choice.toggle(id as Id),
      chooseRange: (id, start) => choice.chooseRange(id as Id, start as Id),
      none: allChosen || chosen.length > 0 ? choice.chooseNone : undefined,
    },
    onMove: (id) => {
      const at = items.findIndex(({ key }) => key === id);
      if (at >= 0) virtual.current?.showLine(at);
    },
  });

  const words = useMemo((): RowWords => {
    // Formats each text once and inserts only the name, because a long table needs it for every row while scrolling.
    const createLabeler = (id: 'ui.chooseRow' | 'ui.expandRow' | 'ui.collapseRow') => {
      const [before = '', after = ''] = t(id, { row: NAME_PLACEHOLDER }).split(NAME_PLACEHOLDER);
      return (row: string) => `${before}${row}${after}`;
    };
    return { choose: createLabeler('ui.chooseRow'), expand: createLabeler('ui.expandRow'), collapse: createLabeler('ui.collapseRow') };
  }, [t]);

  const newest = useRef<RowHandlers<Row>>(null as unknown as RowHandlers<Row>);
  useEffect(() => {
    newest.current = {
      choose: (id, isChosen, withShift) => (withShift && isChosen ? choice.chooseRange(id as Id) : choice.choose(id as Id, isChosen)),
      toggle: (id) => props.onToggle?.(id as Id),
      click: (row) => onRowClick?.(row),
      ...drag.handlers,
    };
  });
  const handlers = useMemo<RowHandlers<Row>>(
    () => ({
      choose: (id, isChosen, withShift) => newest.current.choose(id, isChosen, withShift),
      toggle: (id) => newest.current.toggle(id),
      click: (row) => newest.current.click(row),
      dragStart: (id, event) => newest.current.dragStart(id, event),
      dragOver: (id, event) => newest.current.dragOver(id, event),
      dragEnd: () => newest.current.dragEnd(),
      drop: (id, event) => newest.current.drop(id, event),
    }),
    [],
  );

  const scrollingWidths = useMemo(
    () => (isWide ? scrollingColumns(layout).map(({ fullWidth }) => fullWidth) : undefined),
    [isWide, layout],
  );
  const { Window, missing } = useWindowCode(isWindowed);
  const lines = useMemo(
    () => (isLong ? { count: items.length, height: rowHeight, keyOf: (index: number) => items[index]?.key ?? index } : undefined),
    [isLong, items, rowHeight],
  );

  // What the totals leave out is shown even without rows.
  const hasTotals = totals !== undefined && rows !== undefined && (rows.length > 0 || excludedTotals !== undefined);
  const totalRows = hasTotals ? [totals, ...(excludedTotals ? [excludedTotals] : [])] : [];
  const headHeight = density === 'compact' ? ROW_HEIGHTS.compact : ROW_HEIGHTS.regular;
  const firstIndex = before + 2 + totalRows.length;
  // While the window moves, only `table` is called; memoised parts return the same element.
  const stickyRows = memoize((part: TableLayout<Row>) => (
    <>
      <TableHead
        layout={part}
        sort={sort}
        onSort={onSort}
        choice={onChoose && { state: choice.state, isEmpty: choosable.length === 0, onToggle: choice.choosePage }}
        expandable={renderDetails !== undefined}
        onWidth={onWidth}
        edgeStop={layout.columns.some(({ key }) => key === edgeStop) ? edgeStop : layout.columns[0]?.key}
        onEdgeStop={setEdgeStop}
      />
      {hasTotals && <TotalsRows layout={part} leads={leadingCount} rows={totalRows} />}
    </>
  ));
  const bodyLines = createLines<Row>({
    items,
    leads: leadingCount,
    handlers,
    nameOf: props.rowName,
    words,
    firstIndex,
    isChosen: onChoose && ((id) => chosenSet.has(id)),
    canChoose,
    current: props.current,
    toneOf: props.rowTone,
    isExpanded: (id) => expandedSet.has(id),
    renderExpanded: renderDetails,
    isTree: tree !== undefined,
    tabStop: keys.stop,
    clickable: onRowClick !== undefined,
    canDrag: tree?.drag?.canDrag,
    dropMark: drag.dropMark,
  });
  const table = (window: TableWindow) => {
    const part = window.columns ? getPart(...window.columns) : layout;
    return (
      <table
        className={isWindowed ? 'ads-table ads-table-loose' : 'ads-table'}
        style={part.isWhole ? { minWidth: layout.minWidth } : { width: layout.minWidth }}
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={total === undefined ? undefined : firstIndex - before - 1 + total}
        aria-colcount={part.isWhole ? undefined : leadingCount + layout.columns.length}
        role={tree ? 'treegrid' : isWindowed ? 'table' : undefined}
      >
        {stickyRows(part)}
        <tbody ref={window.body} role={isWindowed ? 'rowgroup' : undefined} {...keys.body}>
          {!rows && !failure ? <SkeletonRows layout={layout} leads={leadingCount} /> : bodyLines(window, part)}
        </tbody>
      </table>
    );
  };

  const held = keys.focusedId === undefined ? -1 : items.findIndex(({ key }) => key === keys.focusedId);
  return (
    <div
      className={`ads-table-frame ads-density-${density}${isLong ? ' ads-table-long' : ''}${props.columnInSight ? ' ads-within-window' : ''}`}
    >
      {busy && rows && <i className="ads-busy-bar" aria-hidden="true" />}
      {failure && !busy && rows && rows.length > 0 && (
        <div className="ads-table-strip">
          <FailureRemark failure={failure} title={t('ui.staleRows')} onRetry={onRetry} />
        </div>
      )}
      <div
        ref={attach}
        className="ads-table-scroll"
        data-cuts={cuts}
        style={{ scrollPaddingLeft: layout.frozenLeft, scrollPaddingRight: layout.frozenRight }}
        tabIndex={entries.length > 0 ? undefined : 0}
        role="region"
        aria-label={label}
      >
        <WindowedTable
          tracker={
            Window && scroller
              ? (tell) => (
                  <Window
                    scroller={scroller}
                    handle={virtual}
                    lines={lines}
                    keptLine={held < 0 ? undefined : held}
                    columns={scrollingWidths}
                    frozen={{ top: headHeight + totalRows.length * rowHeight, left: layout.frozenLeft, right: layout.frozenRight }}
                    onChange={tell}
                  />
                )
              : undefined
          }
          onDrawn={() => {
            keys.arrive();
            fitNumbers();
          }}
          before={isLong && !missing ? firstLines(items.length, rowHeight) : WHOLE_WINDOW}
        >
          {table}
        </WindowedTable>
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

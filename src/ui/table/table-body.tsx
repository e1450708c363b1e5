import { memo, type ReactNode } from 'react';
import type { TableLayout } from './table-columns.ts';
import type { BodyItem } from './table-items.ts';
import { DetailsRow, type RowHandlers, type RowId, type RowTone, type RowWords, TableRow } from './table-row.tsx';
import type { TableWindow } from './table-window.ts';

/** Number of cached lines. */
const MAX_CACHED_LINES = 500;

interface TableBodyProps<Row> {
  items: readonly BodyItem<Row>[];
  leads: number;
  handlers: RowHandlers<Row>;
  nameOf: (row: Row) => string;
  words: RowWords;
  /** `aria-rowindex` of the first row. */
  firstIndex: number;
  /** Undefined when rows cannot be chosen. */
  isChosen: ((id: RowId) => boolean) | undefined;
  canChoose: ((row: Row) => boolean) | undefined;
  current: RowId | undefined;
  toneOf: ((row: Row) => RowTone | undefined) | undefined;
  isExpanded: (id: RowId) => boolean;
  renderExpanded: ((row: Row) => ReactNode) | undefined;
  isTree: boolean;
  tabStop: RowId | undefined;
  clickable: boolean;
  canDrag: ((row: Row) => boolean) | undefined;
  dropMark: (id: RowId) => 'yes' | 'no' | undefined;
}

/** Reserves the height of lines that are not rendered. */
const Room = memo(({ height }: { height: number }) => (
  <tr aria-hidden="true" style={{ height }}>
    <td />
  </tr>
));

/** Renders the lines of the table body and caches them, because only the window moves while scrolling. */
export function createLines<Row>(props: TableBodyProps<Row>) {
  const { items, handlers, isTree } = props;
  const cache = new Map<TableLayout<Row>, Map<number, ReactNode>>();

  const draw = (item: BodyItem<Row>, index: number, layout: TableLayout<Row>, isTabStop: boolean) => {
    if (item.kind === 'details') {
      return (
        <DetailsRow key={item.key} span={props.leads + layout.cells.length} item={index}>
          {props.renderExpanded?.(item.row)}
        </DetailsRow>
      );
    }
    const { row, id, level, hasChildren, setSize, position } = item.entry;
    return (
      <TableRow
        key={item.key}
        row={row}
        id={id}
        name={props.nameOf(row)}
        item={index}
        index={props.firstIndex + item.place}
        layout={layout}
        handlers={handlers}
        words={props.words}
        chosen={props.isChosen?.(id)}
        current={id === props.current}
        tone={props.toneOf?.(row)}
        choosable={props.canChoose?.(row) ?? true}
        expanded={props.isExpanded(id)}
        expandable={props.renderExpanded !== undefined}
        level={isTree ? level : undefined}
        hasChildren={hasChildren}
        setSize={setSize}
        position={position}
        tabStop={isTabStop}
        clickable={props.clickable}
        draggable={props.canDrag?.(row) ?? false}
        dropMark={props.dropMark(id)}
      />
    );
  };
  const line = (index: number, layout: TableLayout<Row>, stop: RowId | undefined): ReactNode => {
    const item = items[index];
    if (!item) return null;
    // The one row with the tab stop changes with the window.
    if (item.key === stop) return draw(item, index, layout, true);
    const lines = cache.get(layout) ?? new Map<number, ReactNode>();
    cache.set(layout, lines);
    const drawn = lines.get(index) ?? draw(item, index, layout, false);
    if (lines.size > MAX_CACHED_LINES) lines.clear();
    lines.set(index, drawn);
    return drawn;
  };

  /** Returns all lines, or those in the window with room for the others. */
  return (window: TableWindow, layout: TableLayout<Row>): ReactNode[] => {
    const { lines } = window;
    const isRendered = (key: RowId) => !lines || lines.some(({ index }) => items[index]?.key === key);
    const first = items[lines ? (lines[0]?.index ?? 0) : 0]?.key;
    const stop = props.tabStop !== undefined && isRendered(props.tabStop) ? props.tabStop : first;
    if (!lines) return items.map((_, index) => line(index, layout, stop));
    const drawn: ReactNode[] = [];
    let reached = 0;
    for (const { index, start, end } of lines) {
      if (start > reached) drawn.push(<Room key={drawn.length === 0 ? 'room-top' : `room-${index}`} height={start - reached} />);
      drawn.push(line(index, layout, stop));
      reached = end;
    }
    if (window.height > reached) drawn.push(<Room key="room-end" height={window.height - reached} />);
    return drawn;
  };
}

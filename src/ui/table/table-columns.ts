import type { CSSProperties, ReactNode } from 'react';
import { wordRoom } from '../text/text-room.ts';

export interface Column<Row> {
  key: string;
  /** Header; units belong here, not into cells. */
  title: string;
  /** What the column means, on hover of its header. */
  hint?: string;
  render: (row: Row) => ReactNode;
  /** Pixels. Columns without one share what is left. */
  width?: number;
  /** Numbers, money and ids stand right, their header with them. */
  align?: 'right';
  sortable?: boolean;
  /** Stays in sight while the others scroll; the last column may stand still at the right. */
  frozen?: true | 'right';
  /** What an exported file calls it, where that is not its key; false: a file has no such column. */
  exported?: string | false;
  /** Columns that stand beside it in an exported file alone, such as the currency of an amount. */
  exportedBeside?: readonly { key: string; title: string }[];
  /** Shown only when switched on in the column settings. */
  defaultHidden?: boolean;
}

/** A column with its place. */
export interface PlacedColumn<Row> extends Column<Row> {
  /** From 1, the leading columns without data included. */
  index: number;
  style: CSSProperties | undefined;
  className: string;
  /** What it is drawn with; undefined takes what is left. */
  drawnWidth: number | undefined;
  /** What it takes at least, or exactly, in pixels. */
  fullWidth: number;
  /** Of its cells where rows are laid out one by one: place and width. */
  looseStyle: CSSProperties;
}

/** Columns that are not drawn, as one empty cell of their width. */
export interface ColumnGap {
  key: 'gap-left' | 'gap-right';
  gap: number;
}

export interface TableLayout<Row> {
  /** Every column, in order. */
  columns: PlacedColumn<Row>[];
  /** What a row draws, in order: all columns, or a part of them. */
  cells: (PlacedColumn<Row> | ColumnGap)[];
  /** Every column is drawn. */
  isWhole: boolean;
  /** Rows are laid out one by one, so that one that comes or goes leaves the others as they are. Widths are then the cells' own. */
  isLoose: boolean;
  minWidth: number;
  /** Place of the leading columns: checkbox, expand button. */
  leadStyles: CSSProperties[];
  leadClass: string;
  /** Pixels that stand still at the left and at the right. */
  stillLeft: number;
  stillRight: number;
}

const looseStyle = ({ style, drawnWidth, fullWidth }: Pick<PlacedColumn<never>, 'style' | 'drawnWidth' | 'fullWidth'>): CSSProperties => ({
  ...style,
  width: fullWidth,
  ...(drawnWidth === undefined && { flexGrow: 1 }),
});

export const LEAD_WIDTH = 40;
const FREE_WIDTH = 140;
const FROZEN_WIDTH = 200;
/** Beside what stands in a cell. */
const PADDING = 24;
/** What a header is sorted by. */
const SORT_MARK = 12;

/** No word of a header is cut off, in whatever language it is. */
const titleWidth = ({ title, sortable }: Pick<Column<never>, 'title' | 'sortable'>): number =>
  wordRoom(title) + PADDING + (sortable ? SORT_MARK : 0);

/** The columns chosen, in the order chosen, and the frozen ones always; without a choice those that are not hidden by default. */
export function chosenColumns<Row>(columns: Column<Row>[], shown: readonly string[] | undefined): Column<Row>[] {
  if (!shown) return columns.filter(({ defaultHidden }) => !defaultHidden);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const kept = columns.filter(({ key, frozen }) => frozen && !shown.includes(key));
  return [...kept, ...shown.flatMap((key) => byKey.get(key) ?? [])];
}

/**
 * Widths and offsets. Exactly one column at least takes the spare room, never a frozen one: their offsets are sums of widths.
 * `leads` is the number of columns before the data; `widths` are those that the reader chose.
 */
export function layOut<Row>(
  columns: Column<Row>[],
  leads: number,
  widths: Readonly<Record<string, number>> = {},
  isLoose = false,
): TableLayout<Row> {
  const left = columns.filter(({ frozen }) => frozen === true);
  const right = columns.filter(({ frozen }) => frozen === 'right');
  const ordered = [...left, ...columns.filter(({ frozen }) => !frozen), ...right];
  const widthOf = (column: Column<Row>) =>
    widths[column.key] ?? Math.max(column.width ?? (column.frozen ? FROZEN_WIDTH : FREE_WIDTH), titleWidth(column));
  const isFree = ({ key, width, frozen }: Column<Row>) => width === undefined && widths[key] === undefined && !frozen;
  const spare = ordered.some(isFree) ? undefined : ordered.findLast(({ frozen }) => !frozen);
  const freezes = left.length > 0;

  let offset = leads * LEAD_WIDTH;
  const stillRight = right.reduce((sum, column) => sum + widthOf(column), 0);
  let rightOffset = stillRight;
  const all = ordered.map((column, at): PlacedColumn<Row> => {
    const classes = ['ads-cell'];
    const fullWidth = widthOf(column);
    let style: CSSProperties | undefined;
    if (column.align === 'right') classes.push('ads-cell-right');
    if (column.frozen === true) {
      style = { left: offset };
      offset += fullWidth;
      classes.push('ads-cell-frozen');
      if (at === left.length - 1) classes.push('ads-cell-edge-left');
    }
    if (column.frozen === 'right') {
      rightOffset -= fullWidth;
      style = { right: rightOffset };
      classes.push('ads-cell-frozen', 'ads-cell-frozen-right');
      if (at === ordered.length - right.length) classes.push('ads-cell-edge-right');
    }
    const drawnWidth = isFree(column) || column === spare ? undefined : fullWidth;
    const placed = { ...column, index: leads + at + 1, style, className: classes.join(' '), drawnWidth, fullWidth };
    return { ...placed, looseStyle: looseStyle(placed) };
  });

  return {
    columns: all,
    cells: all,
    isWhole: true,
    isLoose,
    minWidth: leads * LEAD_WIDTH + all.reduce((sum, { fullWidth }) => sum + fullWidth, 0),
    leadStyles: Array.from({ length: leads }, (_, index) => (freezes ? { left: index * LEAD_WIDTH } : {})),
    leadClass: freezes ? 'ads-cell ads-cell-lead ads-cell-frozen' : 'ads-cell ads-cell-lead',
    stillLeft: freezes ? offset : 0,
    stillRight,
  };
}

/** What stands still: both ends, only the left one, nothing. */
export type Still = 'both' | 'left' | 'none';

/** Wider columns hold words: these are seen to be cut, and would leave a large gap. */
const WORDS_FROM = 200;

/** Which columns may only be seen whole: numbers, dates, switches, which a part of looks like another one. */
export const isWholeOnly = ({ align, fullWidth }: Pick<PlacedColumn<never>, 'align' | 'fullWidth'>): boolean =>
  align === 'right' || fullWidth <= WORDS_FROM;

/** Room in which anything can be read, at least. */
const LEAST_ROOM = 100;

/** What can stand still in so many pixels and leave room for every column of numbers; what can be done with a row stays in sight beside words. */
export function stillAt<Row>(layout: TableLayout<Row>, width: number): Still {
  const numbers = scrollingColumns(layout).filter(({ align }) => align === 'right');
  const room = Math.max(LEAST_ROOM, ...numbers.map(({ fullWidth }) => fullWidth));
  if (width - layout.stillLeft - layout.stillRight >= room) return 'both';
  return width - layout.stillLeft >= room ? 'left' : 'none';
}

/** The columns in the places they have, of which fewer stand still. */
export function loosened<Row>(columns: Column<Row>[], still: Still): Column<Row>[] {
  if (still === 'both') return columns;
  const loose = ({ frozen: _, ...column }: Column<Row>): Column<Row> => column;
  const left = columns.filter(({ frozen }) => frozen === true);
  return [
    ...(still === 'none' ? left.map(loose) : left),
    ...columns.filter(({ frozen }) => !frozen),
    ...columns.filter(({ frozen }) => frozen === 'right').map(loose),
  ];
}

/** The columns that scroll, in order. */
export const scrollingColumns = <Row>({ columns }: Pick<TableLayout<Row>, 'columns'>): PlacedColumn<Row>[] =>
  columns.filter(({ frozen }) => !frozen);

/** The same table with only some of its scrolling columns drawn, both ends included; all of them stay counted. */
export function drawnPart<Row>(layout: TableLayout<Row>, first: number, last: number): TableLayout<Row> {
  const scrolling = scrollingColumns(layout);
  if (first <= 0 && last >= scrolling.length - 1) return layout;
  const widthOf = (some: PlacedColumn<Row>[]) => some.reduce((sum, { fullWidth }) => sum + fullWidth, 0);
  const left = layout.columns.filter(({ frozen }) => frozen === true);
  const right = layout.columns.filter(({ frozen }) => frozen === 'right');
  const gapLeft = widthOf(scrolling.slice(0, first));
  const gapRight = widthOf(scrolling.slice(last + 1));
  // Every width is fixed here: what is not drawn must not be made up for by what is.
  const exact = (column: PlacedColumn<Row>) => {
    const fixed = { ...column, drawnWidth: column.fullWidth };
    return { ...fixed, looseStyle: looseStyle(fixed) };
  };
  return {
    ...layout,
    isWhole: false,
    cells: [
      ...left,
      ...(gapLeft > 0 ? [{ key: 'gap-left', gap: gapLeft } as const] : []),
      ...scrolling.slice(first, last + 1).map(exact),
      ...(gapRight > 0 ? [{ key: 'gap-right', gap: gapRight } as const] : []),
      ...right,
    ],
  };
}

/** The parts of one table, each laid out once: rows that are drawn again with the same part are not. */
export function partsOf<Row>(layout: TableLayout<Row>): (first: number, last: number) => TableLayout<Row> {
  const parts = new Map<string, TableLayout<Row>>();
  return (first, last) => {
    const key = `${first} ${last}`;
    const part = parts.get(key) ?? drawnPart(layout, first, last);
    parts.set(key, part);
    return part;
  };
}

import type { CSSProperties, ReactNode } from 'react';
import { wordRoom } from '../text/text-room.ts';

export interface Column<Row> {
  key: string;
  /** Header; units belong here, not into cells. */
  title: string;
  /** Meaning of the column, shown on hover of its header. */
  hint?: string;
  render: (row: Row) => ReactNode;
  /** Pixels. Columns without a width share the remaining room. */
  width?: number;
  /** Numbers, money and ids are right-aligned, including their header. */
  align?: 'right';
  sortable?: boolean;
  /** Stays visible while the others scroll; the last column may be frozen at the right. */
  frozen?: true | 'right';
  /** Key of the column in an exported file, where it differs; false when a file has no such column. */
  exported?: string | false;
  /** Columns that stand beside it in an exported file alone, such as the currency of an amount. */
  exportedBeside?: readonly { key: string; title: string }[];
  /** Shown only when switched on in the column settings. */
  defaultHidden?: boolean;
}

/** A column with its layout. */
export interface PlacedColumn<Row> extends Column<Row> {
  /** From 1, including the leading columns without data. */
  index: number;
  style: CSSProperties | undefined;
  className: string;
  /** Width that is set; undefined takes the remaining room. */
  drawnWidth: number | undefined;
  /** Minimum or exact width in pixels. */
  fullWidth: number;
  /** Position and width of its cells when rows are laid out individually. */
  looseStyle: CSSProperties;
}

/** Columns that are not rendered, as one empty cell of their width. */
export interface ColumnGap {
  key: 'gap-left' | 'gap-right';
  gap: number;
}

export interface TableLayout<Row> {
  /** All columns in order. */
  columns: PlacedColumn<Row>[];
  /** The cells of a row in order: all columns, or a part of them. */
  cells: (PlacedColumn<Row> | ColumnGap)[];
  /** All columns are rendered. */
  isWhole: boolean;
  /** Rows are positioned individually, so that adding or removing one leaves the others unchanged. Cells then set their own widths. */
  isLoose: boolean;
  minWidth: number;
  /** Styles of the leading columns: checkbox, expand button. */
  leadStyles: CSSProperties[];
  leadClass: string;
  /** Pixels frozen at the left and at the right. */
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
/** Padding of a cell; numbers have less. */
const PADDING = 24;
const NUMBER_PADDING = 16;
/** Width of the sort icon. */
const SORT_MARK = 12;

/** The width of a header whose words are not cut off, in any language. */
const titleWidth = ({ title, sortable, align }: Pick<Column<never>, 'title' | 'sortable' | 'align'>): number =>
  wordRoom(title) + (align === 'right' ? NUMBER_PADDING : PADDING) + (sortable ? SORT_MARK : 0);

/** The chosen columns in the chosen order, always including frozen ones; without a choice, those not hidden by default. */
export function chosenColumns<Row>(columns: Column<Row>[], shown: readonly string[] | undefined): Column<Row>[] {
  if (!shown) return columns.filter(({ defaultHidden }) => !defaultHidden);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const kept = columns.filter(({ key, frozen }) => frozen && !shown.includes(key));
  return [...kept, ...shown.flatMap((key) => byKey.get(key) ?? [])];
}

/**
 * Computes widths and offsets. At least one column takes the spare room, never a frozen one, because frozen offsets are sums of widths.
 * `leads` is the number of columns before the data; `widths` are those chosen by the user.
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

/** Which frozen columns stay frozen: both ends, only the left one, or none. */
export type Still = 'both' | 'left' | 'none';

/** Columns from this width on hold texts, which are visibly cut off; blanking them would leave a large gap. */
const WORDS_FROM = 200;

/** Whether a column must be visible as a whole: numbers, dates and switches, whose parts could be misread. */
export const isWholeOnly = ({ align, fullWidth }: Pick<PlacedColumn<never>, 'align' | 'fullWidth'>): boolean =>
  align === 'right' || fullWidth <= WORDS_FROM;

/** Minimum readable width in pixels. */
const LEAST_ROOM = 100;

/** Which columns can stay frozen at this width and leave room for every numeric column; row actions stay visible beside texts. */
export function stillAt<Row>(layout: TableLayout<Row>, width: number): Still {
  const numbers = scrollingColumns(layout).filter(({ align }) => align === 'right');
  const room = Math.max(LEAST_ROOM, ...numbers.map(({ fullWidth }) => fullWidth));
  if (width - layout.stillLeft - layout.stillRight >= room) return 'both';
  return width - layout.stillLeft >= room ? 'left' : 'none';
}

/** Unfreezes columns but keeps their order. */
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

/** The scrolling columns in order. */
export const scrollingColumns = <Row>({ columns }: Pick<TableLayout<Row>, 'columns'>): PlacedColumn<Row>[] =>
  columns.filter(({ frozen }) => !frozen);

/** The same layout with only some scrolling columns rendered, both ends included; all of them stay counted. */
export function drawnPart<Row>(layout: TableLayout<Row>, first: number, last: number): TableLayout<Row> {
  const scrolling = scrollingColumns(layout);
  if (first <= 0 && last >= scrolling.length - 1) return layout;
  const widthOf = (some: PlacedColumn<Row>[]) => some.reduce((sum, { fullWidth }) => sum + fullWidth, 0);
  const left = layout.columns.filter(({ frozen }) => frozen === true);
  const right = layout.columns.filter(({ frozen }) => frozen === 'right');
  const gapLeft = widthOf(scrolling.slice(0, first));
  const gapRight = widthOf(scrolling.slice(last + 1));
  // All widths are exact here: rendered columns must not grow into the room of the others.
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

/** Caches the layout of each part, so that rows of the same part are not rendered again. */
export function partsOf<Row>(layout: TableLayout<Row>): (first: number, last: number) => TableLayout<Row> {
  const parts = new Map<string, TableLayout<Row>>();
  return (first, last) => {
    const key = `${first} ${last}`;
    const part = parts.get(key) ?? drawnPart(layout, first, last);
    parts.set(key, part);
    return part;
  };
}

import type { CSSProperties, ReactNode } from 'react';
import { twoLineWidth } from '../text/text-width.ts';

export interface Column<Row> {
  key: string;
  /** Header; units belong here, not into cells. */
  title: string;
  /** Meaning of the column, shown on hover of its header. */
  hint?: string;
  render: (row: Row) => ReactNode;
  /** Address of the list that a count counts, for a link; undefined where there is nothing to list. */
  leadsTo?: (row: Row) => string | undefined;
  /** Pixels. Columns without a width share the remaining room. */
  width?: number;
  /** Shares the remaining room too; `width` is its least. */
  grows?: true;
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
  renderedWidth: number | undefined;
  /** Minimum or exact width in pixels. */
  fullWidth: number;
  /** Position and width of its cells when rows are laid out individually. */
  positionedStyle: CSSProperties;
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
  isPositioned: boolean;
  minWidth: number;
  /** Styles of the leading columns: checkbox, expand button. */
  leadingStyles: CSSProperties[];
  leadingClass: string;
  /** Pixels frozen at the left and at the right. */
  frozenLeft: number;
  frozenRight: number;
}

const toPositionedStyle = ({
  style,
  renderedWidth,
  fullWidth,
}: Pick<PlacedColumn<never>, 'style' | 'renderedWidth' | 'fullWidth'>): CSSProperties => ({
  ...style,
  width: fullWidth,
  ...(renderedWidth === undefined && { flexGrow: 1 }),
});

export const LEADING_WIDTH = 40;
const FREE_WIDTH = 140;
const FROZEN_WIDTH = 200;
/** Padding and border of a cell; numbers have less. */
const PADDING = 26;
const NUMBER_PADDING = 18;
/** Width of the sort icon. */
const SORT_MARK = 12;

/** The width of a header that is not cut off, in any language: it has two lines. */
const titleWidth = ({ title, sortable, align }: Pick<Column<never>, 'title' | 'sortable' | 'align'>): number =>
  twoLineWidth(title) + (align === 'right' ? NUMBER_PADDING : PADDING) + (sortable ? SORT_MARK : 0);

/** The chosen columns in the chosen order, always including frozen ones; without a choice, those not hidden by default. */
export function selectColumns<Row>(columns: Column<Row>[], shown: readonly string[] | undefined): Column<Row>[] {
  if (!shown) return columns.filter(({ defaultHidden }) => !defaultHidden);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const missingFrozen = columns.filter(({ key, frozen }) => frozen && !shown.includes(key));
  return [...missingFrozen, ...shown.flatMap((key) => byKey.get(key) ?? [])];
}

interface LayoutOptions {
  isPositioned?: boolean;
  /** Pixels by column. */
  rooms?: Readonly<Record<string, number>>;
}

/**
 * Computes widths and offsets. At least one column takes the spare room, never a frozen one, because frozen offsets are sums of widths.
 * `leads` is the number of columns before the data; `widths` are those chosen by the user, and `rooms` those that numbers need at least.
 */
export function layOutColumns<Row>(
  columns: Column<Row>[],
  leadingCount: number,
  widths: Readonly<Record<string, number>> = {},
  { isPositioned = false, rooms = {} }: LayoutOptions = {},
): TableLayout<Row> {
  const left = columns.filter(({ frozen }) => frozen === true);
  const right = columns.filter(({ frozen }) => frozen === 'right');
  const ordered = [...left, ...columns.filter(({ frozen }) => !frozen), ...right];
  const usualWidth = (column: Column<Row>) => Math.max(column.width ?? (column.frozen ? FROZEN_WIDTH : FREE_WIDTH), titleWidth(column));
  const widthOf = (column: Column<Row>) => Math.max(widths[column.key] ?? usualWidth(column), rooms[column.key] ?? 0);
  const isFree = ({ key, width, frozen, grows }: Column<Row>) =>
    (grows === true || width === undefined) && widths[key] === undefined && !frozen;
  const spareColumn = ordered.some(isFree) ? undefined : ordered.findLast(({ frozen }) => !frozen);
  const hasFrozenLeft = left.length > 0;

  let offset = leadingCount * LEADING_WIDTH;
  const frozenRight = right.reduce((sum, column) => sum + widthOf(column), 0);
  let rightOffset = frozenRight;
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
    const renderedWidth = isFree(column) || column === spareColumn ? undefined : fullWidth;
    const placed = { ...column, index: leadingCount + at + 1, style, className: classes.join(' '), renderedWidth, fullWidth };
    return { ...placed, positionedStyle: toPositionedStyle(placed) };
  });

  return {
    columns: all,
    cells: all,
    isWhole: true,
    isPositioned,
    minWidth: leadingCount * LEADING_WIDTH + all.reduce((sum, { fullWidth }) => sum + fullWidth, 0),
    leadingStyles: Array.from({ length: leadingCount }, (_, index) => (hasFrozenLeft ? { left: index * LEADING_WIDTH } : {})),
    leadingClass: hasFrozenLeft ? 'ads-cell ads-cell-lead ads-cell-frozen' : 'ads-cell ads-cell-lead',
    frozenLeft: hasFrozenLeft ? offset : 0,
    frozenRight,
  };
}

/** Which frozen columns stay frozen: both ends, only the left one, or none. */
export type FrozenSides = 'both' | 'left' | 'none';

/** Columns from this width on hold texts, which are visibly cut off; blanking them would leave a large gap. */
const TEXT_MIN_WIDTH = 200;

/** Whether a column must be visible as a whole: numbers, dates and switches, whose parts could be misread. */
export const isWholeOnly = ({ align, fullWidth }: Pick<PlacedColumn<never>, 'align' | 'fullWidth'>): boolean =>
  align === 'right' || fullWidth <= TEXT_MIN_WIDTH;

/** Minimum readable width in pixels. */
const MIN_READABLE_WIDTH = 100;

/**
 * Which columns can stay frozen at this width. Row actions stay beside columns that fit or are texts; the left end stays as long as every
 * number fits.
 */
export function fitFrozenSides<Row>(layout: TableLayout<Row>, width: number): FrozenSides {
  const scrolling = scrollingColumns(layout);
  const roomOf = (some: PlacedColumn<Row>[]) => Math.max(MIN_READABLE_WIDTH, ...some.map(({ fullWidth }) => fullWidth));
  if (width - layout.frozenLeft - layout.frozenRight >= roomOf(scrolling.filter(isWholeOnly))) return 'both';
  return width - layout.frozenLeft >= roomOf(scrolling.filter(({ align }) => align === 'right')) ? 'left' : 'none';
}

/** Unfreezes columns but keeps their order. */
export function unfreezeColumns<Row>(columns: Column<Row>[], frozenSides: FrozenSides): Column<Row>[] {
  if (frozenSides === 'both') return columns;
  const unfreeze = ({ frozen: _, ...column }: Column<Row>): Column<Row> => column;
  const left = columns.filter(({ frozen }) => frozen === true);
  return [
    ...(frozenSides === 'none' ? left.map(unfreeze) : left),
    ...columns.filter(({ frozen }) => !frozen),
    ...columns.filter(({ frozen }) => frozen === 'right').map(unfreeze),
  ];
}

/** The scrolling columns in order. */
export const scrollingColumns = <Row>({ columns }: Pick<TableLayout<Row>, 'columns'>): PlacedColumn<Row>[] =>
  columns.filter(({ frozen }) => !frozen);

/** The same layout with only some scrolling columns rendered, both ends included; all of them stay counted. */
export function slicePart<Row>(layout: TableLayout<Row>, first: number, last: number): TableLayout<Row> {
  const scrolling = scrollingColumns(layout);
  if (first <= 0 && last >= scrolling.length - 1) return layout;
  const widthOf = (some: PlacedColumn<Row>[]) => some.reduce((sum, { fullWidth }) => sum + fullWidth, 0);
  const left = layout.columns.filter(({ frozen }) => frozen === true);
  const right = layout.columns.filter(({ frozen }) => frozen === 'right');
  const gapLeft = widthOf(scrolling.slice(0, first));
  const gapRight = widthOf(scrolling.slice(last + 1));
  // All widths are exact here: rendered columns must not grow into the room of the others.
  const exact = (column: PlacedColumn<Row>) => {
    const fixed = { ...column, renderedWidth: column.fullWidth };
    return { ...fixed, positionedStyle: toPositionedStyle(fixed) };
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
export function createPartCache<Row>(layout: TableLayout<Row>): (first: number, last: number) => TableLayout<Row> {
  const parts = new Map<string, TableLayout<Row>>();
  return (first, last) => {
    const key = `${first} ${last}`;
    const part = parts.get(key) ?? slicePart(layout, first, last);
    parts.set(key, part);
    return part;
  };
}

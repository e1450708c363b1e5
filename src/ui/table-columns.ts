import type { CSSProperties, ReactNode } from 'react';

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
  /** Shown only when switched on in the column settings. */
  defaultHidden?: boolean;
}

/** A column with its place. */
interface PlacedColumn<Row> extends Column<Row> {
  style: CSSProperties | undefined;
  className: string;
}

export interface TableLayout<Row> {
  columns: PlacedColumn<Row>[];
  /** Widths of the leading columns without data, then of the data columns; undefined shares the rest. */
  widths: (number | undefined)[];
  minWidth: number;
  /** Place of the leading columns. */
  leadStyles: CSSProperties[];
}

const LEAD_WIDTH = 40;
const LEAST_WIDTH = 140;

/** The columns chosen, in the order chosen, and the frozen ones always; without a choice those that are not hidden by default. */
export function chosenColumns<Row>(columns: Column<Row>[], shown: readonly string[] | undefined): Column<Row>[] {
  if (!shown) return columns.filter(({ defaultHidden }) => !defaultHidden);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const kept = columns.filter(({ key, frozen }) => frozen && !shown.includes(key));
  return [...kept, ...shown.flatMap((key) => byKey.get(key) ?? [])];
}

/**
 * Widths and offsets. Exactly one column at least takes the spare room, never a frozen one: their offsets are sums of widths.
 * `leads` is the number of columns before the data: checkbox, expand button.
 */
export function layOut<Row>(columns: Column<Row>[], leads: number): TableLayout<Row> {
  const left = columns.filter(({ frozen }) => frozen === true);
  const right = columns.filter(({ frozen }) => frozen === 'right');
  const ordered = [...left, ...columns.filter(({ frozen }) => !frozen), ...right];
  const isFree = (column: Column<Row>) => column.width === undefined && !column.frozen;
  const spare = ordered.some(isFree) ? undefined : ordered.findLast(({ frozen }) => !frozen);
  const widthOf = (column: Column<Row>) => column.width ?? (column.frozen ? 200 : LEAST_WIDTH);
  const freezes = left.length > 0;

  let offset = leads * LEAD_WIDTH;
  let rightOffset = right.reduce((sum, column) => sum + widthOf(column), 0);
  const placed = ordered.map((column, index): PlacedColumn<Row> => {
    const classes = ['ads-cell'];
    let style: CSSProperties | undefined;
    if (column.align === 'right') classes.push('ads-cell-right');
    if (column.frozen === true) {
      style = { left: offset };
      offset += widthOf(column);
      classes.push('ads-cell-frozen');
      if (index === left.length - 1) classes.push('ads-cell-edge-left');
    }
    if (column.frozen === 'right') {
      rightOffset -= widthOf(column);
      style = { right: rightOffset };
      classes.push('ads-cell-frozen', 'ads-cell-frozen-right');
      if (index === ordered.length - right.length) classes.push('ads-cell-edge-right');
    }
    return { ...column, style, className: classes.join(' ') };
  });

  return {
    columns: placed,
    widths: [
      ...Array.from({ length: leads }, () => LEAD_WIDTH),
      ...ordered.map((column) => (isFree(column) || column === spare ? undefined : widthOf(column))),
    ],
    minWidth: leads * LEAD_WIDTH + ordered.reduce((sum, column) => sum + widthOf(column), 0),
    leadStyles: Array.from({ length: leads }, (_, index) => (freezes ? { left: index * LEAD_WIDTH } : {})),
  };
}

/** Start and end of a scrolling column, in pixels from the first one. */
export interface ColumnPlace {
  /** From 1, including the leading columns. */
  index: number;
  start: number;
  end: number;
}

/** Tolerance for the rounding of the browser. */
const TOLERANCE = 0.5;

/** Indexes of columns that are only partly visible in `room` pixels from `from`. */
export const findCutColumns = (places: readonly ColumnPlace[], from: number, room: number): number[] =>
  places.flatMap(({ index, start, end }) => {
    const isVisible = start < from + room - TOLERANCE && end > from + TOLERANCE;
    const isWhole = start >= from - TOLERANCE && end <= from + room + TOLERANCE;
    return isVisible && !isWhole ? [index] : [];
  });

/** CSS that hides the heads and cells of these columns visually, while screen readers still reach them. */
export function createBlankRule(table: string, columns: readonly number[]): string {
  const cellsOf = (index: number) => [
    `[data-cuts="${table}"] > table:not([aria-colcount]) > * > tr > .ads-cell:nth-child(${index})`,
    `[data-cuts="${table}"] > table[aria-colcount] > * > tr > .ads-cell[aria-colindex="${index}"]`,
  ];
  const cells = columns.flatMap(cellsOf);
  return cells.length === 0 ? '' : `${cells.join()}{color:transparent}${cells.map((cell) => `${cell}>*`).join()}{opacity:0}`;
}

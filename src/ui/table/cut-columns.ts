/** Where a scrolling column begins and ends, in pixels from where the first one begins. */
export interface ColumnPlace {
  /** From 1, the leading columns included. */
  index: number;
  start: number;
  end: number;
}

/** Rounding of the browser. */
const HAIR = 0.5;

/** The columns of which only a part is in sight: from `from` on, in `room` pixels. */
export const cutColumns = (places: readonly ColumnPlace[], from: number, room: number): number[] =>
  places.flatMap(({ index, start, end }) => {
    const isSeen = start < from + room - HAIR && end > from + HAIR;
    const isWhole = start >= from - HAIR && end <= from + room + HAIR;
    return isSeen && !isWhole ? [index] : [];
  });

/** The rule that leaves the cells of these columns of a table empty: there to be read aloud and reached, but not seen. */
export function emptied(table: string, columns: readonly number[]): string {
  const cellsOf = (index: number) => [
    `[data-cuts="${table}"] > table:not([aria-colcount]) > tbody > tr > .ads-cell:nth-child(${index})`,
    `[data-cuts="${table}"] > table[aria-colcount] > tbody > tr > .ads-cell[aria-colindex="${index}"]`,
  ];
  const cells = columns.flatMap(cellsOf);
  return cells.length === 0 ? '' : `${cells.join()}{color:transparent}${cells.map((cell) => `${cell}>*`).join()}{opacity:0}`;
}

/** What is drawn of a long or wide table. */
export interface TableWindow {
  /** Lines of the body, ascending, with where they begin and end; undefined draws all. */
  lines: readonly { index: number; start: number; end: number }[] | undefined;
  /** Pixels that all lines take. */
  height: number;
  /** Scrolling columns, both ends included; undefined draws all. */
  columns: readonly [first: number, last: number] | undefined;
  /** Given the body, so that lines of another height are noticed. */
  body: ((element: HTMLTableSectionElement | null) => void) | undefined;
}

/** More lines than this, and only those in sight are drawn. */
export const MOST_LINES = 200;

/** More scrolling columns than this, and only those in sight are drawn. */
export const MOST_COLUMNS = 12;

/** Lines of a long table that are drawn while the code that chooses them is on its way. */
const FIRST_LINES = 24;

export const WHOLE: TableWindow = { lines: undefined, height: 0, columns: undefined, body: undefined };

/** The head of a long table, for the moment before its window is known. */
export const firstLines = (count: number, lineHeight: number): TableWindow => ({
  ...WHOLE,
  lines: Array.from({ length: Math.min(count, FIRST_LINES) }, (_, index) => ({
    index,
    start: index * lineHeight,
    end: (index + 1) * lineHeight,
  })),
  height: count * lineHeight,
});

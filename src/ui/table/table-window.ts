/** The rendered part of a long or wide table. */
export interface TableWindow {
  /** Lines of the body, ascending, with their start and end; undefined renders all. */
  lines: readonly { index: number; start: number; end: number }[] | undefined;
  /** Height of all lines in pixels. */
  height: number;
  /** Scrolling columns, both ends included; undefined renders all. */
  columns: readonly [first: number, last: number] | undefined;
  /** Receives the body, so that lines of another height are measured. */
  body: ((element: HTMLTableSectionElement | null) => void) | undefined;
}

/** A table with more lines renders only the visible ones. */
export const MAX_FULL_LINES = 200;

/** A table with more scrolling columns renders only the visible ones. */
export const MAX_FULL_COLUMNS = 12;

/** Number of lines rendered while the virtualisation code loads. */
const FIRST_LINES = 24;

export const WHOLE_WINDOW: TableWindow = { lines: undefined, height: 0, columns: undefined, body: undefined };

/** The first lines of a long table, before its window is known. */
export const firstLines = (count: number, lineHeight: number): TableWindow => ({
  ...WHOLE_WINDOW,
  lines: Array.from({ length: Math.min(count, FIRST_LINES) }, (_, index) => ({
    index,
    start: index * lineHeight,
    end: (index + 1) * lineHeight,
  })),
  height: count * lineHeight,
});

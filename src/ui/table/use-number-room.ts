import { useCallback, useState } from 'react';

/** Widths are rounded up to this many pixels, so that similar values leave a column unchanged. */
const STEP = 4;

/** Widest column that is made for a value; wider contents are no number. */
const MAX_WIDTH = 240;

/** Pixels that contents may exceed their cell by, because browsers round. */
const TOLERANCE = 0.05;

/** Widths in pixels by column key. */
type Widths = Readonly<Record<string, number>>;

/** The width of everything in a cell, including what is cut off. */
function contentWidth(cell: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().width;
}

const paddingOf = (cell: HTMLElement): number => {
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  return (Number.parseFloat(paddingLeft) || 0) + (Number.parseFloat(paddingRight) || 0);
};

/** The widths that the numbers on the screen need, by column, where their columns are narrower. */
export function measureNumberRoom(table: HTMLTableElement, widthOf = contentWidth): Widths {
  const cells = [...table.querySelectorAll<HTMLElement>('td.ads-cell-right')];
  const padding = cells[0] ? paddingOf(cells[0]) : 0;
  const heads = [...table.querySelectorAll<HTMLElement>('thead > tr > *')];
  const rooms: Record<string, number> = {};
  for (const cell of cells) {
    const missing = widthOf(cell) + padding - cell.clientWidth;
    // A hidden cell has no width.
    if (missing <= TOLERANCE || cell.clientWidth === 0 || cell.offsetWidth >= MAX_WIDTH) continue;
    const key = heads[[...(cell.parentElement?.children ?? [])].indexOf(cell)]?.dataset.column;
    if (key === undefined) continue;
    rooms[key] = Math.max(rooms[key] ?? 0, Math.ceil((cell.offsetWidth + missing) / STEP) * STEP);
  }
  return rooms;
}

/** The widths with those that are larger; the same object when none is, so that nothing is rendered again. */
export function widenRooms(known: Widths, needed: Widths): Widths {
  const larger = Object.entries(needed).filter(([key, width]) => width > (known[key] ?? 0));
  return larger.length === 0 ? known : { ...known, ...Object.fromEntries(larger) };
}

/** Widens numeric columns to their longest value, because a number that is cut off reads as another number. */
export function useNumberRoom(scroller: HTMLElement | null): { rooms: Widths; fitNumbers: () => void } {
  const [rooms, setRooms] = useState<Widths>({});
  const fitNumbers = useCallback(() => {
    const table = scroller?.querySelector('table');
    if (!table) return;
    const needed = measureNumberRoom(table);
    setRooms((known) => widenRooms(known, needed));
  }, [scroller]);
  return { rooms, fitNumbers };
}

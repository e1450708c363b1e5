import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { type ColumnPlace, cutColumns, emptied } from './cut-columns.ts';
import { isWholeOnly, type PlacedColumn, scrollingColumns, stillAt, type TableLayout } from './table-columns.ts';

/** Positions of the scrolling columns: as rendered, or computed from all widths when only some are rendered. */
function placesOf<Row>(scroller: HTMLElement, layout: TableLayout<Row>, isPart: boolean): (ColumnPlace & { wholeOnly: boolean })[] {
  const columns = scrollingColumns(layout);
  const heads = isPart ? undefined : scroller.querySelector('thead > tr')?.children;
  let end = 0;
  return columns.map((column: PlacedColumn<Row>) => {
    const start = end;
    end += heads?.[column.index - 1]?.getBoundingClientRect().width ?? column.fullWidth;
    return { index: column.index, start, end, wholeOnly: isWholeOnly(column) };
  });
}

/**
 * Blanks columns that are only partly visible beside frozen ones, and marks the sides that can be scrolled to. Bypasses React, which
 * would render every row again with every scroll step.
 */
export function useCutColumns<Row>(scroller: HTMLElement | null, layout: TableLayout<Row>, isPart: boolean): string {
  const table = useId();
  const sheet = useCutSheet();
  // Before painting, because the old rule would hide other cells of newly rendered columns.
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    let places: (ColumnPlace & { wholeOnly: boolean })[] = [];
    let width = 0;
    const look = () => {
      const room = width - layout.stillLeft - layout.stillRight;
      const from = scroller.scrollLeft;
      const whole = places.at(-1)?.end ?? 0;
      scroller.dataset.moreLeft = from > 1 ? 'yes' : 'no';
      scroller.dataset.moreRight = from < whole - room - 1 ? 'yes' : 'no';
      const cut = cutColumns(places, from, room);
      // A column that never fits is shown partly rather than never.
      const emptyable = places.filter(({ index, start, end, wholeOnly }) => wholeOnly && end - start <= room && cut.includes(index));
      sheet.write(
        emptied(
          table,
          emptyable.map(({ index }) => index),
        ),
      );
    };
    const measure = () => {
      width = scroller.clientWidth;
      places = placesOf(scroller, layout, isPart);
      look();
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller, layout, isPart, table, sheet]);
  return table;
}

/** A style sheet of one table, removed with it. */
function useCutSheet(): { write: (rule: string) => void } {
  const [sheet] = useState(() => {
    let made: CSSStyleSheet | undefined;
    let written = '';
    return {
      write(rule: string) {
        if (rule === written) return;
        written = rule;
        made ??= new CSSStyleSheet();
        if (!document.adoptedStyleSheets.includes(made)) document.adoptedStyleSheets.push(made);
        made.replaceSync(rule);
      },
      remove() {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== made);
        written = '';
      },
    };
  });
  useEffect(() => sheet.remove, [sheet]);
  return sheet;
}

/** Which columns can stay frozen without hiding all metrics: both ends, the left one, or none. */
export function useStill<Row>(scroller: HTMLElement | null, layout: TableLayout<Row>): ReturnType<typeof stillAt> {
  const [width, setWidth] = useState<number>();
  const still = width === undefined ? 'both' : stillAt(layout, width);
  useEffect(() => {
    if (!scroller) return undefined;
    const watch = new ResizeObserver(() =>
      // Renders again only when other columns become frozen.
      setWidth((before) =>
        before !== undefined && stillAt(layout, before) === stillAt(layout, scroller.clientWidth) ? before : scroller.clientWidth,
      ),
    );
    watch.observe(scroller);
    return () => watch.disconnect();
  }, [scroller, layout]);
  return still;
}

import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { type ColumnPlace, createBlankRule, findCutColumns } from './cut-columns.ts';
import { fitFrozenSides, isWholeOnly, type PlacedColumn, scrollingColumns, type TableLayout } from './table-columns.ts';

/** Positions of the scrolling columns: as rendered, or computed from all widths when only some are rendered. */
function measurePlaces<Row>(scroller: HTMLElement, layout: TableLayout<Row>, isPart: boolean): (ColumnPlace & { wholeOnly: boolean })[] {
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
    const update = () => {
      const room = width - layout.frozenLeft - layout.frozenRight;
      const from = scroller.scrollLeft;
      const whole = places.at(-1)?.end ?? 0;
      scroller.dataset.moreLeft = from > 1 ? 'yes' : 'no';
      scroller.dataset.moreRight = from < whole - room - 1 ? 'yes' : 'no';
      const cut = findCutColumns(places, from, room);
      // A column that never fits is shown partly rather than never.
      const blankable = places.filter(({ index, start, end, wholeOnly }) => wholeOnly && end - start <= room && cut.includes(index));
      sheet.write(
        createBlankRule(
          table,
          blankable.map(({ index }) => index),
        ),
      );
    };
    const measure = () => {
      width = scroller.clientWidth;
      places = measurePlaces(scroller, layout, isPart);
      update();
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(scroller);
    // Columns also become wider when their contents arrive late.
    for (const head of scroller.querySelectorAll('thead > tr > *')) watch.observe(head);
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      watch.disconnect();
      scroller.removeEventListener('scroll', update);
    };
  }, [scroller, layout, isPart, table, sheet]);
  return table;
}

/** A style sheet of one table, removed with it. */
function useCutSheet(): { write: (rule: string) => void } {
  const [sheet] = useState(() => {
    let createdSheet: CSSStyleSheet | undefined;
    let currentRule = '';
    return {
      write(rule: string) {
        if (rule === currentRule) return;
        currentRule = rule;
        createdSheet ??= new CSSStyleSheet();
        if (!document.adoptedStyleSheets.includes(createdSheet)) document.adoptedStyleSheets.push(createdSheet);
        createdSheet.replaceSync(rule);
      },
      remove() {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== createdSheet);
        currentRule = '';
      },
    };
  });
  useEffect(() => sheet.remove, [sheet]);
  return sheet;
}

/** Which columns can stay frozen without hiding all metrics: both ends, the left one, or none. */
export function useFrozenSides<Row>(scroller: HTMLElement | null, layout: TableLayout<Row>): ReturnType<typeof fitFrozenSides> {
  const [width, setWidth] = useState<number>();
  const frozenSides = width === undefined ? 'both' : fitFrozenSides(layout, width);
  useEffect(() => {
    if (!scroller) return undefined;
    const watch = new ResizeObserver(() =>
      // Renders again only when other columns become frozen.
      setWidth((before) =>
        before !== undefined && fitFrozenSides(layout, before) === fitFrozenSides(layout, scroller.clientWidth)
          ? before
          : scroller.clientWidth,
      ),
    );
    watch.observe(scroller);
    return () => watch.disconnect();
  }, [scroller, layout]);
  return frozenSides;
}

import { useLayoutEffect, useRef } from 'react';
import { LEADING_WIDTH, scrollingColumns, type TableLayout } from './table-columns.ts';

/** How far to scroll a table of this width, so that a column and as many whole ones before it as fit are visible. */
export function scrollToColumn<Row>(layout: TableLayout<Row>, key: string, width: number): number | undefined {
  const { frozenLeft, frozenRight, leadingStyles } = layout;
  const starts: number[] = [];
  let at = frozenLeft > 0 ? 0 : leadingStyles.length * LEADING_WIDTH;
  for (const column of scrollingColumns(layout)) {
    starts.push(at);
    at += column.fullWidth;
    if (column.key !== key) continue;
    const least = at - (width - frozenLeft - frozenRight);
    return least <= 0 ? 0 : (starts.find((start) => start >= least) ?? starts.at(-1));
  }
  return undefined;
}

/** Scrolls to a column once it is there, and again when columns become wider, until the user scrolls. */
export function useColumnInSight<Row>(scroller: HTMLElement | null, layout: TableLayout<Row>, key: string | undefined): void {
  const placedAt = useRef(0);
  useLayoutEffect(() => {
    if (!scroller || key === undefined || scroller.scrollLeft !== placedAt.current) return;
    const left = scrollToColumn(layout, key, scroller.clientWidth);
    if (left === undefined) return;
    scroller.scrollTo({ left });
    placedAt.current = scroller.scrollLeft;
  }, [scroller, layout, key]);
}

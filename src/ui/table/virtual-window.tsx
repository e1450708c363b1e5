import { type RefObject, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { defaultRangeExtractor, observeElementRect, type Range, useLineWindow, type Virtualizer } from './line-window.ts';
import type { TableWindow } from './table-window.ts';

/** Lines rendered beyond the visible part, at each end. */
const OVERSCAN_LINES = 2;

/** Scrolling has stopped after this time. */
const SCROLL_END_MS = 150;

/** Assumed size of a window before its element is measured, in pixels. */
const ASSUMED_SIZE = { width: 1024, height: 640 };

export interface VirtualWindowHandle {
  /** Scrolls a line of the body into view, below the header. */
  showLine(index: number): void;
}

export interface VirtualWindowProps {
  scroller: HTMLElement;
  handle: RefObject<VirtualWindowHandle | null>;
  /** Undefined renders every line. */
  lines: { count: number; height: number; keyOf: (index: number) => string | number } | undefined;
  /** Always rendered, because the focused line must not vanish. */
  keptLine: number | undefined;
  /** Widths of the scrolling columns. Undefined renders every column. */
  columns: readonly number[] | undefined;
  /** Frozen pixels of the scroller: header and totals, frozen columns of both sides. */
  frozen: { top: number; left: number; right: number };
  /** Called with the window before it is painted. */
  onChange: (window: TableWindow) => void;
}

/** Indexes of the first and last visible item, for items side by side. */
export function findVisible(sizes: readonly number[], from: number, room: number): [first: number, last: number] {
  let end = 0;
  let first = -1;
  let last = 0;
  for (const [index, size] of sizes.entries()) {
    const start = end;
    end += size;
    if (end <= from) continue;
    if (first < 0) first = index;
    if (start >= from + room) break;
    last = index;
  }
  return first < 0 ? [Math.max(0, sizes.length - 1), Math.max(0, sizes.length - 1)] : [first, Math.max(first, last)];
}

/** Frozen cells are expensive to paint, so they are only sticky while the table is scrolled sideways. */
function markScrolledAside(scroller: HTMLElement, left: number): void {
  const isScrolled = left > 0 ? 'yes' : 'no';
  if (scroller.dataset.aside !== isScrolled) scroller.dataset.aside = isScrolled;
}

type Lines = Virtualizer<HTMLElement, HTMLTableRowElement>;

/** Tracks the visible part of a long or wide table. Renders nothing itself. */
export function VirtualWindow({ scroller, handle, lines, keptLine, columns, frozen, onChange }: VirtualWindowProps): null {
  const [seen, setSeen] = useState({ left: scroller.scrollLeft, width: scroller.clientWidth || ASSUMED_SIZE.width });
  const room = Math.max(0, seen.width - frozen.left - frozen.right);
  const part = columns && findVisible(columns, seen.left, room);
  const [first = 0, last = 0] = part ?? [];
  const range = useMemo(() => [first, last] as const, [first, last]);

  // Lets the scroll handler check for other visible columns without rendering.
  const latest = useRef({ columns, room, range, top: frozen.top });
  useLayoutEffect(() => {
    latest.current = { columns, room, range, top: frozen.top };
  });

  const extract = useCallback(
    (next: Range) => {
      const drawn = defaultRangeExtractor(next);
      if (keptLine === undefined || keptLine >= next.count || drawn.includes(keptLine)) return drawn;
      return [...drawn, keptLine].toSorted((a, b) => a - b);
    },
    [keptLine],
  );
  const vertical = useLineWindow<HTMLElement, HTMLTableRowElement>({
    count: lines?.count ?? 0,
    getScrollElement: () => scroller,
    estimateSize: () => lines?.height ?? 0,
    ...(lines && { getItemKey: lines.keyOf }),
    rangeExtractor: extract,
    overscan: OVERSCAN_LINES,
    initialRect: ASSUMED_SIZE,
    observeElementRect: useCallback(
      (instance: Lines, report: (rect: { width: number; height: number }) => void) =>
        observeElementRect(instance, (rect) => {
          // A hidden page has no width: it keeps its rows.
          if (rect.width === 0) return;
          setSeen((before) => (before.width === rect.width ? before : { ...before, width: rect.width }));
          // Excludes the header and totals, because they cover rows.
          report({ ...rect, height: Math.max(0, rect.height - latest.current.top) });
        }),
      [],
    ),
    // One listener for both directions, because reading a scroll position after rendering forces a layout.
    observeElementOffset: useCallback((instance: Lines, report: (offset: number, isScrolling: boolean) => void) => {
      const element = instance.scrollElement;
      if (!element) return undefined;
      let rest: ReturnType<typeof setTimeout> | undefined;
      const measure = () => {
        const { scrollTop: top, scrollLeft: left } = element;
        const { columns: widths, room: width, range: drawn } = latest.current;
        if (widths) {
          const [from, to] = findVisible(widths, left, width);
          if (from !== drawn[0] || to !== drawn[1]) setSeen((before) => ({ ...before, left }));
        }
        markScrolledAside(element, left);
        report(top, true);
        clearTimeout(rest);
        rest = setTimeout(() => report(element.scrollTop, false), SCROLL_END_MS);
      };
      element.addEventListener('scroll', measure, { passive: true });
      markScrolledAside(element, element.scrollLeft);
      report(element.scrollTop, false);
      return () => {
        clearTimeout(rest);
        element.removeEventListener('scroll', measure);
      };
    }, []),
  });

  const watch = useRef<ResizeObserver>(undefined);
  const body = useCallback(
    (element: HTMLTableSectionElement | null) => {
      watch.current?.disconnect();
      watch.current = undefined;
      if (!element || typeof ResizeObserver === 'undefined') return;
      // The height of the body changes only when lines differ from the expected height, so only then lines are measured.
      watch.current = new ResizeObserver(() => {
        for (const line of element.querySelectorAll<HTMLElement>(':scope > tr[data-index]')) {
          if (line.offsetHeight > 0) vertical.resizeItem(Number(line.dataset.index), line.offsetHeight);
        }
      });
      watch.current.observe(element);
    },
    [vertical],
  );
  const lineHeight = lines?.height;
  useEffect(() => {
    if (lineHeight !== undefined) vertical.measure();
  }, [vertical, lineHeight]);
  useImperativeHandle(handle, () => ({ showLine: (index) => vertical.scrollToIndex(index, { align: 'auto' }) }), [vertical]);

  const height = vertical.getTotalSize();
  const visibleLines = lines && vertical.getVirtualItems();
  const columnRange = columns && range;
  const measuredBody = lines && body;
  useLayoutEffect(
    () => onChange({ lines: visibleLines, height, columns: columnRange, body: measuredBody }),
    [onChange, visibleLines, height, columnRange, measuredBody],
  );
  return null;
}

import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { COLUMN_WIDTHS } from '#machines/kernel/list/table-view.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** Pixels that an arrow key moves an edge by; more with Shift. */
const STEP = 8;
const LARGE_STEP = 40;

/** Paddings and border of a cell, and a pixel against rounding. */
const CELL_EXTRA = 26;

const within = (width: number): number => Math.round(Math.min(COLUMN_WIDTHS.max, Math.max(COLUMN_WIDTHS.min, width)));

/** The width at which no rendered cell of the column is cut off. */
function measureFittingWidth(edge: HTMLElement): number {
  const table = edge.closest('table');
  const head = edge.closest('th');
  if (!table || !head) return COLUMN_WIDTHS.min;
  const at = [...(head.parentElement?.children ?? [])].indexOf(head);
  const probe = document.createElement('div');
  probe.className = 'ads-fit-probe';
  for (const row of table.rows) {
    const cell = row.cells.length === head.parentElement?.childElementCount ? row.cells[at] : undefined;
    if (!cell) continue;
    const copy = document.createElement('div');
    copy.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
    for (const own of copy.querySelectorAll('[role=separator]')) own.remove();
    probe.append(copy);
  }
  table.parentElement?.append(probe);
  const widest = Math.max(0, ...[...probe.children].map((copy) => copy.getBoundingClientRect().width));
  probe.remove();
  return within(Math.ceil(widest) + CELL_EXTRA);
}

interface ColumnEdgeProps {
  column: string;
  title: string;
  /** Pixels. */
  width: number;
  /** A column frozen at the right, whose edge is the left one. */
  atRight: boolean;
  isTabStop: boolean;
  onStop: (column: string) => void;
  onWidth: (column: string, width: number) => void;
}

/** The edge of a column header: dragged, moved with the arrow keys, or double-clicked to fit. */
function Edge({ column, title, width, atRight, isTabStop, onStop, onWidth }: ColumnEdgeProps) {
  const t = useText();
  const drag = useRef<{ from: number; startWidth: number; now: number; head: HTMLElement; pointer: number } | undefined>(undefined);

  const press = (event: PointerEvent<HTMLElement>) => {
    const head = event.currentTarget.closest('th');
    if (event.button !== 0 || !head) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const startWidth = head.getBoundingClientRect().width || width;
    drag.current = { from: event.clientX, startWidth, now: startWidth, head, pointer: event.pointerId };
  };
  const resize = (event: PointerEvent) => {
    const held = drag.current;
    if (!held) return;
    held.now = within(held.startWidth + (event.clientX - held.from) * (atRight ? -1 : 1));
    // Bypasses React while dragging, because every row would render again with every pixel.
    held.head.style.width = `${held.now}px`;
  };
  const release = () => {
    const held = drag.current;
    drag.current = undefined;
    if (held && held.now !== held.startWidth) onWidth(column, held.now);
  };
  const cancelResize = () => {
    const held = drag.current;
    drag.current = undefined;
    if (held) held.head.style.width = `${held.startWidth}px`;
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = (event.shiftKey ? LARGE_STEP : STEP) * (atRight ? -1 : 1);
    const nextWidth = { ArrowRight: width + by, ArrowLeft: width - by, Home: COLUMN_WIDTHS.min, End: COLUMN_WIDTHS.max }[event.key];
    if (nextWidth !== undefined) onWidth(column, within(nextWidth));
    else if (event.key === 'Enter') onWidth(column, measureFittingWidth(event.currentTarget));
    else if (event.key === 'Escape' && drag.current) cancelResize();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const all = [...(event.currentTarget.closest('tr')?.querySelectorAll<HTMLElement>('[role=separator]') ?? [])];
      all[all.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('ui.columnWidth', { column: title })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={COLUMN_WIDTHS.min}
      aria-valuemax={COLUMN_WIDTHS.max}
      title={t('ui.columnWidthHint')}
      tabIndex={isTabStop ? 0 : -1}
      className={atRight ? 'ads-column-edge ads-column-edge-right' : 'ads-column-edge'}
      onFocus={() => onStop(column)}
      onPointerDown={press}
      onPointerMove={resize}
      onPointerUp={release}
      onPointerCancel={cancelResize}
      onDoubleClick={(event) => onWidth(column, measureFittingWidth(event.currentTarget))}
      onKeyDown={step}
    />
  );
}

export const ColumnEdge = memo(Edge);

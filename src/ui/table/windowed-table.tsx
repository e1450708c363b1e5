import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import type { TableWindow } from './table-window.ts';

interface WindowedTableProps {
  /** Renders the component that tracks the window. Undefined when there is none. */
  tracker: ((onChange: (window: TableWindow) => void) => ReactNode) | undefined;
  /** Rendered while no window is known. */
  before: TableWindow;
  /** Called after each rendering, including that of the window alone. */
  onDrawn: () => void;
  children: (window: TableWindow) => ReactNode;
}

/** A table whose window may come late and go again: the table element stays the same, with its focus, open menus and half-done clicks. */
export function WindowedTable({ tracker, before, onDrawn, children }: WindowedTableProps) {
  const [tableWindow, setTableWindow] = useState<TableWindow>();
  if (tracker === undefined && tableWindow !== undefined) setTableWindow(undefined);
  // The same element while only the window moves, so that only the table is rendered.
  const trackerElement = useMemo(() => tracker?.(setTableWindow), [tracker]);
  useLayoutEffect(() => onDrawn());
  return (
    <>
      {trackerElement}
      {children(tableWindow ?? before)}
    </>
  );
}

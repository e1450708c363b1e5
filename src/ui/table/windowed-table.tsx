import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import type { TableWindow } from './table-window.ts';

interface WindowedTableProps {
  /** Renders the component that tracks the window. Undefined when there is none. */
  keeper: ((tell: (window: TableWindow) => void) => ReactNode) | undefined;
  /** Rendered while no window is known. */
  before: TableWindow;
  /** Called after each rendering, including that of the window alone. */
  onDrawn: () => void;
  children: (window: TableWindow) => ReactNode;
}

/** A table whose window may come late and go again: the table element stays the same, with its focus, open menus and half-done clicks. */
export function WindowedTable({ keeper, before, onDrawn, children }: WindowedTableProps) {
  const [told, setTold] = useState<TableWindow>();
  if (keeper === undefined && told !== undefined) setTold(undefined);
  // The same element while only the window moves, so that only the table is rendered.
  const kept = useMemo(() => keeper?.(setTold), [keeper]);
  useLayoutEffect(() => onDrawn());
  return (
    <>
      {kept}
      {children(told ?? before)}
    </>
  );
}

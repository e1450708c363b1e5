import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import type { TableWindow } from './table-window.ts';

interface WindowedTableProps {
  /** What keeps the window and says where it stands. Undefined while there is none. */
  keeper: ((tell: (window: TableWindow) => void) => ReactNode) | undefined;
  /** What is drawn as long as no window is known. */
  before: TableWindow;
  /** After each drawing, also of the window alone. */
  onDrawn: () => void;
  children: (window: TableWindow) => ReactNode;
}

/**
 * A table whose window may come late, and go again: the table stays the same one, with the focus, a menu that is open in it, and a click
 * that is half done.
 */
export function WindowedTable({ keeper, before, onDrawn, children }: WindowedTableProps) {
  const [told, setTold] = useState<TableWindow>();
  if (keeper === undefined && told !== undefined) setTold(undefined);
  // The same element as long as nothing but the window moves: then only the table is drawn.
  const kept = useMemo(() => keeper?.(setTold), [keeper]);
  useLayoutEffect(() => onDrawn());
  return (
    <>
      {kept}
      {children(told ?? before)}
    </>
  );
}

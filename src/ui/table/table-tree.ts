import type { KeyboardEvent } from 'react';
import type { RowId } from './table-row.tsx';

export interface TreeEntry<Row> {
  row: Row;
  id: RowId;
  parent: RowId | undefined;
  /** From 1. */
  level: number;
  hasChildren: boolean;
  /** Number of siblings including itself, and its position among them from 1. */
  setSize: number;
  position: number;
}

/** The visible rows of a tree from top to bottom. */
export function visibleRows<Row>(
  roots: readonly Row[],
  childrenOf: (row: Row) => readonly Row[],
  idOf: (row: Row) => RowId,
  expanded: ReadonlySet<RowId>,
  /** True also for children that are not loaded yet. */
  canHaveChildren: (row: Row) => boolean = (row) => childrenOf(row).length > 0,
): TreeEntry<Row>[] {
  const seen: TreeEntry<Row>[] = [];
  const walk = (rows: readonly Row[], level: number, parent: RowId | undefined) => {
    rows.forEach((row, index) => {
      const children = childrenOf(row);
      const id = idOf(row);
      seen.push({ row, id, parent, level, hasChildren: canHaveChildren(row), setSize: rows.length, position: index + 1 });
      if (expanded.has(id)) walk(children, level + 1, id);
    });
  };
  walk(roots, 1, undefined);
  return seen;
}

export type TreeMove<Row> = { to: RowId } | { toggle: RowId } | { open: Row };

/** What a key does in a tree table: arrows move and collapse, Home and End jump, Enter opens. Undefined for other keys. */
export function moveInTree<Row>(
  entries: readonly TreeEntry<Row>[],
  at: RowId,
  expanded: ReadonlySet<RowId>,
  key: string,
): TreeMove<Row> | undefined {
  const index = entries.findIndex(({ id }) => id === at);
  const entry = entries[index];
  if (!entry) return undefined;
  const to = (target: { id: RowId } | undefined) => target && { to: target.id };
  const isOpen = entry.hasChildren && expanded.has(at);
  switch (key) {
    case 'ArrowDown':
      return to(entries[index + 1]);
    case 'ArrowUp':
      return to(entries[index - 1]);
    case 'Home':
      return to(entries[0]);
    case 'End':
      return to(entries.at(-1));
    case 'ArrowRight':
      if (entry.hasChildren && !isOpen) return { toggle: at };
      return isOpen ? to(entries[index + 1]) : undefined;
    case 'ArrowLeft':
      if (isOpen) return { toggle: at };
      return entry.parent === undefined ? undefined : { to: entry.parent };
    case 'Enter':
      return { open: entry.row };
    default:
      return undefined;
  }
}

/** The row a key was pressed on, if it was the row itself and not a control in it. */
export const rowUnderKey = (event: KeyboardEvent): string | undefined => {
  const target = event.target as HTMLElement;
  return target.tagName === 'TR' ? target.dataset.rowId : undefined;
};

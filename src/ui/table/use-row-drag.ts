import { type DragEvent, useState } from 'react';
import type { RowId } from './table-row.tsx';

/** Moving rows by drag and drop. A row stays in place until the data changes, so a refused move undoes itself. */
export interface TreeDrag<Row, Id extends RowId> {
  canDrag: (row: Row) => boolean;
  canDrop: (dragged: Id, target: Id) => boolean;
  onDrop: (dragged: Id, target: Id) => void;
}

/** The dragged row and the row under it. */
export function useRowDrag<Row, Id extends RowId>(drag: TreeDrag<Row, Id> | undefined) {
  const [dragged, setDragged] = useState<RowId>();
  const [over, setOver] = useState<RowId>();
  const canDropOn = (target: RowId) => dragged !== undefined && dragged !== target && (drag?.canDrop(dragged as Id, target as Id) ?? false);
  const dragEnd = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  return {
    dropMark: (id: RowId) => (over === id && dragged !== undefined && dragged !== id ? (canDropOn(id) ? 'yes' : 'no') : undefined),
    handlers: {
      dragStart: (id: RowId, event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(id));
        setDragged(id);
      },
      dragOver: (id: RowId, event: DragEvent) => {
        if (dragged === undefined) return;
        if (canDropOn(id)) event.preventDefault();
        setOver(id);
      },
      dragEnd,
      drop: (id: RowId, event: DragEvent) => {
        event.preventDefault();
        const movedId = dragged;
        const allowed = canDropOn(id);
        dragEnd();
        if (allowed) drag?.onDrop(movedId as Id, id as Id);
      },
    },
  } as const;
}

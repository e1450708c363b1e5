import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { moveInRows } from './table-items.ts';
import type { RowId } from './table-row.tsx';
import { moveInTree, rowUnderKey, type TreeEntry } from './table-tree.ts';

/** Rows that a page key moves by where nothing was measured. */
const PAGE_ROWS = 10;

interface RowKeysOptions<Row> {
  frame: RefObject<HTMLElement | null>;
  entries: readonly TreeEntry<Row>[];
  isTree: boolean;
  expanded: ReadonlySet<RowId>;
  rowHeight: number;
  /** Undefined when nothing can be collapsed. */
  onToggle: ((id: RowId) => void) | undefined;
  /** Undefined when Enter expands and collapses. */
  onOpen: ((row: Row) => void) | undefined;
  /** Undefined when rows cannot be chosen. */
  choice: { toggle: (id: RowId) => void; chooseRange: (id: RowId, start: RowId) => void; none: (() => void) | undefined } | undefined;
  /** Scrolls to a row that may not be rendered yet. */
  onMove: (id: RowId) => void;
}

/** Keyboard handling of rows. Keys pressed on a control in a row belong to the control. */
export function useRowKeys<Row>(options: RowKeysOptions<Row>) {
  const { frame, entries, isTree, expanded, rowHeight, onToggle, onOpen, choice, onMove } = options;
  const [stop, setStop] = useState<RowId>();
  const [within, setWithin] = useState(false);
  const targetId = useRef<RowId | undefined>(undefined);

  const focusTarget = () => {
    if (targetId.current === undefined) return;
    const row = frame.current?.querySelector<HTMLElement>(`tr[data-row-id="${CSS.escape(String(targetId.current))}"]`);
    if (!row) return;
    targetId.current = undefined;
    row.focus();
  };

  const moveTo = (id: RowId) => {
    targetId.current = id;
    setStop(id);
    setWithin(true);
    onMove(id);
  };
  /** Visible rows below header and totals, minus one that stays visible. */
  const pageRows = () => {
    const height = frame.current?.clientHeight ?? 0;
    return height === 0 ? PAGE_ROWS : Math.max(1, Math.floor(height / rowHeight) - 2);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (event.key === 'Escape' && choice?.none && (target.tagName === 'TR' || target.matches('.ads-check'))) {
      event.preventDefault();
      event.stopPropagation();
      choice.none();
      return;
    }
    const key = rowUnderKey(event);
    const entry = key === undefined ? undefined : entries.find(({ id }) => String(id) === key);
    if (!entry) return;
    const { id } = entry;
    const done = () => event.preventDefault();
    if (event.key === ' ') {
      done();
      if (event.shiftKey) choice?.chooseRange(id, id);
      else choice?.toggle(id);
      return;
    }
    if (isTree) {
      const move = moveInTree(entries, id, expanded, event.key);
      if (!move) return;
      done();
      if ('to' in move) moveTo(move.to);
      else if ('toggle' in move) onToggle?.(move.toggle);
      else onOpen?.(move.open);
      return;
    }
    if (event.key === 'Enter') {
      done();
      if (onOpen) onOpen(entry.row);
      else onToggle?.(id);
      return;
    }
    const to = moveInRows(entries, id, event.key, pageRows());
    if (to === undefined) return;
    done();
    if (event.shiftKey) choice?.chooseRange(to, id);
    moveTo(to);
  };

  return {
    stop,
    /** Called after each rendering of the rows, because the target row may only now exist. */
    arrive: focusTarget,
    /** The row that contains the focus. */
    focusedId: within ? stop : undefined,
    body: {
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row-id]');
        const entry = row && entries.find(({ id }) => String(id) === row.dataset.rowId);
        if (!entry) return;
        setStop(entry.id);
        setWithin(true);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setWithin(false);
      },
    },
  };
}

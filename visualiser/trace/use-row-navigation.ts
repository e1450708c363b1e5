import type { KeyboardEvent } from 'react';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import { findLastIndexUpTo } from './trace-rows.ts';
import type { Moment } from './use-moment.ts';

const PAGE_SIZE = 20;

/** Keyboard navigation between the shown entries; moves the cursor. */
export function useRowNavigation(trace: Trace, { entries, rows, index }: Moment) {
  const position = findLastIndexUpTo(rows, index);
  return {
    /** Position of the current row, or of the last row before the cursor; -1 for none. */
    position,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const previous = rows[position] === index ? position - 1 : position;
      const targets: Partial<Record<string, number>> = {
        ArrowDown: position + 1,
        ArrowUp: previous,
        PageDown: Math.min(position + PAGE_SIZE, rows.length - 1),
        PageUp: Math.max(position - PAGE_SIZE, 0),
        Home: 0,
        End: rows.length - 1,
      };
      const target = targets[event.key];
      if (target === undefined) return;
      event.preventDefault();
      const seq = entries[rows[target] ?? -1]?.seq;
      if (seq !== undefined) trace.send({ type: 'cursor.moved', seq });
    },
  };
}

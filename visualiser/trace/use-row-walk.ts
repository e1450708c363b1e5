import type { KeyboardEvent } from 'react';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import { lastUpTo } from './trace-rows.ts';
import type { Moment } from './use-moment.ts';

const PAGE = 20;

/** Arrow keys, Home and End go from one shown entry to the next: the cursor goes with them. */
export function useRowWalk(trace: Trace, { entries, rows, index }: Moment) {
  const place = lastUpTo(rows, index);
  return {
    /** Which of the shown entries the reader stands at, or after; -1 for none. */
    place,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const back = rows[place] === index ? place - 1 : place;
      const to: Partial<Record<string, number>> = {
        ArrowDown: place + 1,
        ArrowUp: back,
        PageDown: Math.min(place + PAGE, rows.length - 1),
        PageUp: Math.max(place - PAGE, 0),
        Home: 0,
        End: rows.length - 1,
      };
      const wanted = to[event.key];
      if (wanted === undefined) return;
      event.preventDefault();
      const seq = entries[rows[wanted] ?? -1]?.seq;
      if (seq !== undefined) trace.send({ type: 'cursor.moved', seq });
    },
  };
}

import { memo, useRef } from 'react';
import { useLineWindow } from '#src/ui/table/line-window.ts';
import { LINES, METRICS } from './lines.ts';

const ROW = 40;
const COLUMN = 120;

const Cell = memo(({ row, column, left }: { row: number; column: number; left: number }) => (
  <div role="cell" style={{ position: 'absolute', left, width: COLUMN, height: ROW }}>
    {column === 0 ? LINES[row]?.name : LINES[row]?.values[column - 1]?.toFixed(2)}
  </div>
));

/**
 * The minimum that draws a window over 10,000 x 20 cells, without frozen columns, selection or keyboard. The table of the console is
 * compared with it.
 */
export function BareTable() {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useLineWindow({ count: LINES.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 2 });
  const columns = useLineWindow({
    horizontal: true,
    count: METRICS + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    overscan: 1,
  });
  return (
    <div ref={scroller} className="ads-table-scroll" style={{ flex: 1, overflow: 'auto' }}>
      <div role="table" style={{ position: 'relative', height: rows.getTotalSize(), width: columns.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            role="row"
            data-row-id={row.index}
            style={{ position: 'absolute', top: 0, left: 0, height: ROW, transform: `translateY(${row.start}px)` }}
          >
            {columns.getVirtualItems().map((column) => (
              <Cell key={column.key} row={row.index} column={column.index} left={column.start} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

import { useState } from 'react';
import { Page } from '#src/ui/page/page.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { LINES, type Line, METRICS } from './lines.ts';

const columns: Column<Line>[] = [
  { key: 'name', title: '名称', width: 200, frozen: true, sortable: true, render: ({ name }) => name },
  ...Array.from(
    { length: METRICS },
    (_, metric): Column<Line> => ({
      key: `m${metric}`,
      title: `指标 ${metric + 1}`,
      width: 120,
      align: 'right',
      sortable: true,
      render: ({ values }) => values[metric]?.toFixed(2),
    }),
  ),
];

/** A table as long and wide as the largest of the console, alone on a page. */
export function TablePage() {
  const [chosen, setChosen] = useState<number[]>([]);
  const [widths, setWidths] = useState<Record<string, number>>({});
  return (
    <Page title="10,000 × 20">
      <DataTable
        label="10,000 × 20"
        columns={columns}
        widths={widths}
        onWidth={(column, width) => setWidths({ ...widths, [column]: width })}
        rows={LINES}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        total={LINES.length}
        busy={false}
        onSort={() => undefined}
        chosen={chosen}
        onChoose={setChosen}
      />
    </Page>
  );
}

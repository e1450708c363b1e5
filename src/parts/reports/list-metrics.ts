import { type ReactNode, useMemo } from 'react';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { metricCell } from '#src/ui/report/report-metrics.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { useMetricColumns } from './metric-columns.ts';

/** The figures of a list row. */
type RowFigures = Pick<ReportRow, 'm' | 'mature' | 'running'>;

interface Options<Row> {
  getFigures: (row: Row) => RowFigures;
  keys: readonly MetricKey[];
  /** Metrics shown by default. */
  usual: readonly MetricKey[];
  /** Target of the D0 ROI of a row. */
  targetOf?: (row: unknown) => number | undefined;
}

interface ListMetrics<Row> {
  columns: Column<Row>[];
  /** A metric of the totals row; null when the key is no metric. */
  totalOf: (key: string, totals: RowFigures | undefined) => ReactNode;
}

/** Metrics as columns of a list. Its rows may have several currencies, so all amounts are in US dollars. */
export function useListMetrics<Row>({ getFigures, keys, usual, targetOf }: Options<Row>): ListMetrics<Row> {
  const t = useText();
  const format = useFormat();
  const metrics = useMetricColumns({ keys, usual, targetOf });
  return useMemo(() => {
    const words = { t, format, currency: 'USD' };
    return {
      columns: metrics.map(
        (metric): Column<Row> => ({
          key: metric.key,
          title: metric.title,
          ...(metric.hint !== undefined && { hint: metric.hint }),
          ...(metric.width !== undefined && { width: metric.width }),
          align: 'right',
          sortable: true,
          ...(metric.hidden && { defaultHidden: true }),
          render: (row) => metricCell(metric, getFigures(row), words),
        }),
      ),
      totalOf(key, totals) {
        const metric = metrics.find((one) => one.key === key);
        return metric && totals ? metricCell(metric, totals, words, true) : null;
      },
    };
  }, [metrics, t, format, getFigures]);
}

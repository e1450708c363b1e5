import { type ReactNode, useMemo, useState } from 'react';
import { type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BarChart, type BarGroup, type BarSeries } from '#src/ui/chart/bar-chart.tsx';
import type { ChartForm } from '#src/ui/chart/chart-frame.tsx';
import type { useReport } from '#src/ui/report/use-report.ts';

/** More objects would leave no room for their names. */
const MAX_GROUPS = 12;

interface Props {
  report: Pick<ReturnType<typeof useReport<object, ReportRow, ReportAnswer>>, 'page' | 'query' | 'busy' | 'failed' | 'failure' | 'refresh'>;
  label: string;
  choice: ReactNode;
  /** Metrics of the bars and of the dots. Must be referentially stable. */
  bars: readonly MetricKey[];
  dots: readonly MetricKey[];
  titleOf: (dimension: string) => string;
  empty: string;
}

/** Metrics of the first rows of the table, side by side. */
export function ReportBars({ report, label, choice, bars, dots, titleOf, empty }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { page, query, busy, failed, failure, refresh } = report;
  const outermost = query.groupBy[0] ?? '';
  const series = useMemo(
    () =>
      [...bars, ...dots].map(
        (key): BarSeries => ({ key, title: t(`metric.${key}`), unit: metricOf(key).unit, form: bars.includes(key) ? 'bar' : 'dot' }),
      ),
    [t, bars, dots],
  );
  const groups = useMemo(
    () =>
      page?.rows.slice(0, MAX_GROUPS).map(
        ({ key, dims, m }): BarGroup => ({
          key,
          label: dims[outermost]?.label ?? key,
          values: series.map((one) => m[one.key] ?? null),
        }),
      ),
    [page, outermost, series],
  );
  return (
    <BarChart
      label={label}
      groups={groups}
      series={series}
      nameTitle={titleOf(outermost)}
      form={form}
      onForm={setForm}
      busy={busy}
      failure={failed ? failure : undefined}
      onRetry={refresh}
      empty={empty}
      controls={choice}
    />
  );
}

import { type ReactNode, useMemo, useState } from 'react';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BarChart, type BarGroup, type BarSeries } from '#src/ui/chart/bar-chart.tsx';
import type { ChartForm } from '#src/ui/chart/chart-frame.tsx';
import type { useReport } from '#src/ui/report/use-report.ts';

/** More groups would be too narrow for their names. */
const MAX_GROUPS = 12;
const METRICS = ['uploaded', 'used', 'hits'] as const satisfies readonly MetricKey[];

interface Props {
  report: Pick<ReturnType<typeof useReport<object, ReportRow, ReportAnswer>>, 'page' | 'query' | 'busy' | 'failed' | 'failure' | 'refresh'>;
  choice: ReactNode;
  titleOf: (dimension: string) => string;
}

/** Uploads, first uses and hits of the first rows of the table. */
export function OutputBars({ report, choice, titleOf }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { page, query, busy, failed, failure, refresh } = report;
  const outermost = query.groupBy[0] ?? '';
  const groups = useMemo(
    () =>
      page?.rows
        .filter(({ m }) => METRICS.some((key) => (m[key] ?? 0) > 0))
        .slice(0, MAX_GROUPS)
        .map(
          ({ key, dims, m }): BarGroup => ({
            key,
            label: dims[outermost]?.label ?? key,
            values: METRICS.map((metric) => m[metric] ?? null),
          }),
        ),
    [page, outermost],
  );
  const series = useMemo(() => METRICS.map((key): BarSeries => ({ key, title: t(`metric.${key}`), unit: 'count', form: 'bar' })), [t]);
  return (
    <BarChart
      label={t('performance.outputOf')}
      groups={groups}
      series={series}
      nameTitle={titleOf(outermost)}
      form={form}
      onForm={setForm}
      busy={busy}
      failure={failed ? failure : undefined}
      onRetry={refresh}
      empty={t('creatives.nothing')}
      controls={choice}
    />
  );
}

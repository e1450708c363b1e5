import { type ReactNode, useMemo, useState } from 'react';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { ChartForm } from '#src/ui/chart/chart-frame.tsx';
import { type Curve, CurveChart } from '#src/ui/chart/curve-chart.tsx';
import type { useReport } from '#src/ui/report/use-report.ts';

/** More curves would be indistinguishable. */
const MAX_CURVES = 6;

/** A point of the curves: a metric of the row, or a value that all rows share. */
export interface CurvePoint {
  title: string;
  metric: MetricKey | number;
}

interface Props {
  report: Pick<ReturnType<typeof useReport<object, ReportRow, ReportAnswer>>, 'page' | 'query' | 'busy' | 'failed' | 'failure' | 'refresh'>;
  choice: ReactNode;
  label: string;
  /** Must be referentially stable. */
  points: readonly CurvePoint[];
  unit: 'ratio' | 'percent';
  goal?: number;
  titleOf: (dimension: string) => string;
  /** Rows that have a curve. Must be referentially stable. */
  hasCurve?: (row: ReportRow) => boolean;
  empty: string;
}

const always = () => true;

/** Curves of the first rows of the table over several of their metrics. */
export function RowCurves({ report, choice, label, points, unit, goal, titleOf, hasCurve = always, empty }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { page, query, busy, failed, failure, refresh } = report;
  const outermost = query.groupBy[0] ?? '';
  const titles = useMemo(() => points.map(({ title }) => title), [points]);
  const curves = useMemo(
    () =>
      page?.rows
        .filter(hasCurve)
        .slice(0, MAX_CURVES)
        .map(
          ({ key, dims, m, mature }): Curve => ({
            key,
            label: dims[outermost]?.label ?? key,
            data: points.map(({ metric }) =>
              typeof metric === 'number'
                ? { value: metric, isPartial: false }
                : { value: m[metric] ?? null, isPartial: mature?.[metric] !== undefined },
            ),
          }),
        ),
    [page, outermost, points, hasCurve],
  );
  return (
    <CurveChart
      label={label}
      points={titles}
      curves={curves}
      unit={unit}
      {...(goal !== undefined && { goal })}
      titles={{ name: titleOf(outermost), partial: t('ui.notMature') }}
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

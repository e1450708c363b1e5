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

const POINTS = {
  roi_d0: 'D0',
  roi_h24: '24h',
  roi_d1: 'D1',
  roi_d3: 'D3',
  roi_d7: 'D7',
  roi_d14: 'D14',
  roi_d30: 'D30',
  roi_d60: 'D60',
  roi_d90: 'D90',
} as const satisfies Partial<Record<MetricKey, string>>;
const KEYS = Object.keys(POINTS) as (keyof typeof POINTS)[];
const TITLES = Object.values(POINTS);

interface Props {
  report: Pick<ReturnType<typeof useReport<object, ReportRow, ReportAnswer>>, 'page' | 'query' | 'busy' | 'failed' | 'failure' | 'refresh'>;
  choice: ReactNode;
  titleOf: (dimension: string) => string;
  empty: string;
}

/** Payback of the first rows of the table, by days since the acquisition. */
export function PaybackCurves({ report, choice, titleOf, empty }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { page, query, busy, failed, failure, refresh } = report;
  const outermost = query.groupBy[0] ?? '';
  const curves = useMemo(
    () =>
      page?.rows.slice(0, MAX_CURVES).map(
        ({ key, dims, m, mature }): Curve => ({
          key,
          label: dims[outermost]?.label ?? key,
          data: KEYS.map((metric) => ({ value: m[metric] ?? null, isPartial: mature?.[metric] !== undefined })),
        }),
      ),
    [page, outermost],
  );
  return (
    <CurveChart
      label={t('reports.paybackOf')}
      points={TITLES}
      curves={curves}
      unit="ratio"
      goal={1}
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

import { type ReactNode, useMemo, useState } from 'react';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { EffectFilters, EffectRow } from '#machines/analyse-effect/effect.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { ReportPlot } from '#src/parts/report-page/index.ts';
import type { ChartForm } from '#src/ui/chart/chart-frame.tsx';
import { type Curve, CurveChart } from '#src/ui/chart/curve-chart.tsx';

/** More curves cannot be told apart. */
const CURVES_MOST = 6;

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
  report: Parameters<ReportPlot<EffectFilters, EffectRow>['draw']>[0];
  choice: ReactNode;
  titleOf: (dimension: string) => string;
}

/** How the first rows of the table pay back, day by day after the acquisition. */
export function PaybackCurves({ report, choice, titleOf }: Props) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { page, query, busy, failed, failure, refresh } = report;
  const outermost = query.groupBy[0] ?? '';
  const curves = useMemo(
    () =>
      page?.rows.slice(0, CURVES_MOST).map(
        ({ key, dims, m, mature }): Curve => ({
          key,
          label: (dims as Record<string, { label: string } | undefined>)[outermost]?.label ?? key,
          data: KEYS.map((metric) => ({ value: m[metric] ?? null, isPartial: mature?.[metric] !== undefined })),
        }),
      ),
    [page, outermost],
  );
  return (
    <CurveChart
      label={t('effect.paybackOf')}
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
      empty={t('effect.nothing')}
      controls={choice}
    />
  );
}

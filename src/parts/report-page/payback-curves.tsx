import type { ComponentProps } from 'react';
import { paybackMetrics } from '#contracts/reports/effect.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type CurvePoint, RowCurves } from './row-curves.tsx';

/** The day of the metric: `D0`, or `24h` for the first 24 hours. */
const titleOf = (metric: (typeof paybackMetrics)[number]): string => (metric === 'roi_h24' ? '24h' : metric.replace('roi_d', 'D'));
const POINTS: readonly CurvePoint[] = paybackMetrics.map((metric) => ({ metric, title: titleOf(metric) }));

type Props = Pick<ComponentProps<typeof RowCurves>, 'report' | 'choice' | 'titleOf' | 'empty'>;

/** Payback of the first rows of the table, by days since the acquisition. */
export function PaybackCurves(props: Props) {
  const t = useText();
  return <RowCurves {...props} label={t('reports.paybackOf')} points={POINTS} unit="ratio" goal={1} />;
}

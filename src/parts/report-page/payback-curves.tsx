import type { ComponentProps } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { type CurvePoint, RowCurves } from './row-curves.tsx';

const POINTS: readonly CurvePoint[] = [
  { metric: 'roi_d0', title: 'D0' },
  { metric: 'roi_h24', title: '24h' },
  { metric: 'roi_d1', title: 'D1' },
  { metric: 'roi_d3', title: 'D3' },
  { metric: 'roi_d7', title: 'D7' },
  { metric: 'roi_d14', title: 'D14' },
  { metric: 'roi_d30', title: 'D30' },
  { metric: 'roi_d60', title: 'D60' },
  { metric: 'roi_d90', title: 'D90' },
];

type Props = Pick<ComponentProps<typeof RowCurves>, 'report' | 'choice' | 'titleOf' | 'empty'>;

/** Payback of the first rows of the table, by days since the acquisition. */
export function PaybackCurves(props: Props) {
  const t = useText();
  return <RowCurves {...props} label={t('reports.paybackOf')} points={POINTS} unit="ratio" goal={1} />;
}

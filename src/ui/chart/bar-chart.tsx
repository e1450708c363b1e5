import { useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { onDemand } from '../overlay/on-demand.tsx';
import { Halves } from '../text/halves.tsx';
import type { BarGroup, BarSeries } from './bar-plot.tsx';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';
import { colour } from './chart-lines.ts';
import type { PlotProps } from './plot.tsx';
import { useValueText } from './use-value-text.ts';

export type { BarGroup, BarSeries } from './bar-plot.tsx';

const Plot = onDemand<PlotProps>(() => import('./plot.tsx'), { placeholder: <div className="ads-chart-grey" /> });

interface BarChartProps extends FrameProps {
  /** Undefined until the first load. Must be referentially stable. */
  groups: readonly BarGroup[] | undefined;
  /** Must be referentially stable. */
  series: readonly BarSeries[];
  /** Title of the first column of its table. */
  nameTitle: string;
  empty: string;
}

/** Objects side by side: counts as bars, and ratios as dots on an axis of their own. */
export function BarChart({ groups, series, nameTitle, empty, ...frame }: BarChartProps) {
  const t = useText();
  const valueText = useValueText();
  const coloured = useMemo(() => series.map((one, at) => ({ ...one, colour: colour(at) })), [series]);
  return (
    <ChartFrame
      {...frame}
      emptyText={groups?.length === 0 ? empty : undefined}
      legend={
        <ul aria-label={t('chart.legend')}>
          {coloured.map(({ key, title, form, colour: own }) => (
            <li key={key} className="ads-chart-key">
              <i style={{ background: own, ...(form === 'dot' && { borderRadius: '50%' }) }} aria-hidden="true" />
              <span title={title}>
                <Halves text={title} oneLine />
              </span>
            </li>
          ))}
        </ul>
      }
      plot={groups && <Plot kind="bars" groups={groups} series={coloured} valueText={valueText} />}
      table={
        groups && (
          <ChartTable
            label={frame.label}
            columns={[{ key: 'name', title: nameTitle, isNumber: false }, ...series]}
            rows={groups.map(({ key, label, values }) => ({
              key,
              name: label,
              cells: series.map(({ unit }, at) => valueText.full(values[at] ?? null, unit)),
            }))}
          />
        )
      }
    />
  );
}

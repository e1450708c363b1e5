import { useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { onDemand } from '../overlay/on-demand.tsx';
import type { Metric } from '../report/report-metrics.tsx';
import { Halves } from '../text/halves.tsx';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';
import { colour } from './chart-lines.ts';
import type { Curve, Timeline } from './curve-plot.tsx';
import type { PlotProps } from './plot.tsx';
import { useValueText } from './use-value-text.ts';

export type { Curve } from './curve-plot.tsx';

const Plot = onDemand<PlotProps>(() => import('./plot.tsx'), { placeholder: <div className="ads-chart-grey" /> });

interface CurveChartProps extends FrameProps {
  points: readonly string[];
  /** Undefined until the first load. Must be referentially stable. */
  curves: readonly Curve[] | undefined;
  unit: Metric['unit'];
  /** A target level, drawn as a dashed line. */
  goal?: number;
  /** Titles of the first column of its table, and of incomplete values. */
  titles: { name: string; partial: string };
  empty: string;
  /** The points lie along the timeline of a player. */
  timeline?: Timeline | undefined;
}

/** Curves over named points; incomplete values are drawn hollow. */
export function CurveChart({ points, curves, unit, goal, titles, empty, timeline, ...frame }: CurveChartProps) {
  const t = useText();
  const valueText = useValueText();
  const coloured = useMemo(() => curves?.map((curve, at) => ({ ...curve, colour: colour(at) })), [curves]);
  const isEmpty = curves?.every(({ data }) => data.every(({ value }) => value === null));
  return (
    <ChartFrame
      {...frame}
      emptyText={isEmpty ? empty : undefined}
      legend={
        <ul aria-label={t('chart.legend')}>
          {coloured?.map(({ key, label, colour: own }) => (
            <li key={key} className="ads-chart-key">
              <i className="ads-chart-key-line" style={{ background: own }} aria-hidden="true" />
              <span title={label}>
                <Halves text={label} oneLine />
              </span>
            </li>
          ))}
        </ul>
      }
      plot={
        coloured && (
          <Plot
            kind="curves"
            label={frame.label}
            curves={coloured}
            {...{ points, unit, valueText, timeline }}
            {...(goal !== undefined && { goal })}
          />
        )
      }
      table={
        coloured && (
          <ChartTable
            label={frame.label}
            columns={[{ key: 'name', title: titles.name, isNumber: false }, ...points.map((point) => ({ key: point, title: point }))]}
            rows={coloured.map(({ key, label, data }) => ({
              key,
              name: label,
              cells: data.map(({ value, isPartial }, at) =>
                isPartial && value !== null ? (
                  <span key={points[at]} title={titles.partial}>{`${valueText.full(value, unit)}*`}</span>
                ) : (
                  valueText.full(value, unit)
                ),
              ),
            }))}
          />
        )
      }
    />
  );
}

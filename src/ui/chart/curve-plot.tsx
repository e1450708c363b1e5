import type { EChartsCoreOption } from 'echarts/core';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Metric } from '../report/report-metrics.tsx';
import { findNearest } from './chart-scale.ts';
import { Readout } from './readout.tsx';
import { axisStyle, grid, MARGINS, textStyle } from './trend-option.ts';
import { type Place, useChart } from './use-chart.ts';
import type { ValueText } from './use-value-text.ts';

/** A curve over named points. */
export interface Curve {
  key: string;
  label: string;
  /** A value for each point; null is a gap. `isPartial` values are incomplete and drawn hollow. */
  data: readonly { value: number | null; isPartial: boolean }[];
}

export interface CurvePlotProps {
  label: string;
  points: readonly string[];
  curves: readonly (Curve & { colour: string })[];
  unit: Metric['unit'];
  /** A target level, drawn as a dashed line. */
  goal?: number | undefined;
  valueText: ValueText;
}

const SYMBOL = 8;

function curveOption({ points, curves, unit, goal, valueText }: CurvePlotProps): EChartsCoreOption {
  return {
    animation: false,
    grid,
    xAxis: { type: 'category', data: [...points], boundaryGap: true, ...axisStyle, axisLabel: textStyle },
    yAxis: {
      type: 'value',
      ...axisStyle,
      axisLine: { show: false },
      splitNumber: 3,
      min: 0,
      max: ({ max }: { max: number }) => Math.max(max, goal ?? max),
      axisLabel: { ...textStyle, formatter: (value: number) => valueText.short(value, unit) },
    },
    series: [
      ...(goal === undefined
        ? []
        : [
            {
              type: 'line',
              silent: true,
              symbol: 'none',
              data: points.map(() => goal),
              lineStyle: { color: 'var(--ads-chart-rest)', width: 1, type: 'dashed' },
            },
          ]),
      ...curves.map(({ data, colour }) => ({
        type: 'line',
        silent: true,
        symbol: 'circle',
        symbolSize: SYMBOL,
        lineStyle: { color: colour, width: 2 },
        data: data.map(({ value, isPartial }) => ({
          value,
          itemStyle: { color: isPartial ? 'var(--color-bg-1)' : colour, borderColor: colour, borderWidth: 2 },
        })),
      })),
    ],
  };
}

/** Curves over named points. The pointer and the arrow keys read the values of each point. */
export function CurvePlot(props: CurvePlotProps) {
  const { label, points, curves, unit, valueText } = props;
  const t = useText();
  const [read, setRead] = useState<number>();
  const option = useMemo(() => curveOption(props), [props]);
  const readPlaces = useCallback((toPlace: (x: number, y: number) => Place) => points.map((_, at) => toPlace(at, 0)[0]), [points]);
  const [box, places] = useChart(option, readPlaces);
  const linesAt = (point: number) =>
    curves.map(({ key, label: name, colour, data }) => {
      const { value = null, isPartial = false } = data[point] ?? {};
      return { key, label: name, colour, text: `${valueText.full(value, unit)}${value !== null && isPartial ? '*' : ''}` };
    });
  const describePoint = (point: number) => [points[point], ...linesAt(point).map(({ label: name, text }) => `${name} ${text}`)].join(', ');
  const preventSubmit = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault();
  const last = points.length - 1;
  return (
    <div className="ads-plot">
      <div ref={box} className="ads-plot-drawing" aria-hidden="true" />
      {places && read !== undefined && (
        <i className="ads-plot-cursor" style={{ left: places[read], top: MARGINS.top, bottom: MARGINS.bottom }} aria-hidden="true" />
      )}
      <input
        type="range"
        className="ads-plot-reader"
        aria-label={t('chart.read', { label })}
        min={0}
        max={last}
        step={1}
        value={read ?? last}
        aria-valuetext={describePoint(read ?? last)}
        onChange={(event) => setRead(event.target.valueAsNumber)}
        onFocus={() => setRead(read ?? last)}
        onBlur={() => setRead(undefined)}
        onKeyDown={preventSubmit}
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={(event) => places && setRead(findNearest(places, event.clientX - event.currentTarget.getBoundingClientRect().left))}
        onPointerLeave={() => setRead(undefined)}
      />
      {places && read !== undefined && <Readout title={points[read] ?? ''} lines={linesAt(read)} left={places[read] ?? 0} />}
    </div>
  );
}

import type { EChartsCoreOption } from 'echarts/core';
import { type KeyboardEvent, type MouseEvent, useCallback, useMemo, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Metric } from '../report/report-metrics.tsx';
import { findNearest, shareAt } from './chart-scale.ts';
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

/** The points lie along a timeline, at a share of its length each. */
export interface Timeline {
  shares: readonly number[];
  /** The current position as a share, drawn as a line; undefined before the start. */
  at: number | undefined;
  /** The user chose a position: by a click, or by Enter at a point. */
  onSeek: (share: number) => void;
}

export interface CurvePlotProps {
  label: string;
  points: readonly string[];
  curves: readonly (Curve & { colour: string })[];
  unit: Metric['unit'];
  /** A target level, drawn as a dashed line. */
  goal?: number | undefined;
  valueText: ValueText;
  timeline?: Timeline | undefined;
}

const SYMBOL = 8;

type Drawing = Pick<CurvePlotProps, 'points' | 'curves' | 'unit' | 'goal' | 'valueText'> & { shares: readonly number[] | undefined };

/** In pixels: room for half of the labels at both ends of a timeline. */
const TIMELINE_MARGIN = 20;
const QUARTER = 0.25;

function curveOption({ points, curves, unit, goal, valueText, shares }: Drawing): EChartsCoreOption {
  const pointAt = (value: number | null | undefined, at: number) => (shares ? [shares[at], value] : value);
  return {
    animation: false,
    grid: shares ? { ...grid, left: TIMELINE_MARGIN, right: TIMELINE_MARGIN } : grid,
    xAxis: shares
      ? {
          type: 'value',
          min: 0,
          max: 1,
          interval: QUARTER,
          ...axisStyle,
          splitLine: { show: false },
          axisLabel: { ...textStyle, formatter: (share: number) => points[shares.indexOf(share)] ?? '' },
        }
      : { type: 'category', data: [...points], boundaryGap: true, ...axisStyle, axisLabel: textStyle },
    yAxis: {
      type: 'value',
      ...axisStyle,
      axisLine: { show: false },
      splitNumber: 3,
      ...(shares && { interval: QUARTER }),
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
              data: points.map((_, at) => pointAt(goal, at)),
              lineStyle: { color: 'var(--ads-chart-rest)', width: 1, type: 'dashed' },
            },
          ]),
      ...curves.map(({ data, colour }) => ({
        type: 'line',
        silent: true,
        symbol: 'circle',
        symbolSize: SYMBOL,
        lineStyle: { color: colour, width: 2 },
        data: data.map(({ value, isPartial }, at) => ({
          value: pointAt(value, at),
          itemStyle: { color: isPartial ? 'var(--color-bg-1)' : colour, borderColor: colour, borderWidth: 2 },
        })),
      })),
    ],
  };
}

const placeOf = (places: readonly number[], share: number): number => {
  const [first = 0, last = first] = [places.at(0), places.at(-1)];
  return first + share * (last - first);
};

/** Curves over named points. The pointer and the arrow keys read the values of each point. */
export function CurvePlot(props: CurvePlotProps) {
  const { label, points, curves, unit, goal, valueText, timeline } = props;
  const t = useText();
  const [read, setRead] = useState<number>();
  const shares = timeline?.shares;
  const option = useMemo(
    () => curveOption({ points, curves, unit, goal, valueText, shares }),
    [points, curves, unit, goal, valueText, shares],
  );
  const readPlaces = useCallback(
    (toPlace: (x: number, y: number) => Place) => points.map((_, at) => toPlace(shares?.[at] ?? at, 0)[0]),
    [points, shares],
  );
  const [box, places] = useChart(option, readPlaces);
  const linesAt = (point: number) =>
    curves.map(({ key, label: name, colour, data }) => {
      const { value = null, isPartial = false } = data[point] ?? {};
      return { key, label: name, colour, text: `${valueText.full(value, unit)}${value !== null && isPartial ? '*' : ''}` };
    });
  const describePoint = (point: number) => [points[point], ...linesAt(point).map(({ label: name, text }) => `${name} ${text}`)].join(', ');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would submit a form around the chart.
    event.preventDefault();
    const share = shares?.[read ?? points.length - 1];
    if (share !== undefined) timeline?.onSeek(share);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (places) timeline?.onSeek(shareAt(places, event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  const last = points.length - 1;
  return (
    <div className="ads-plot">
      <div ref={box} className="ads-plot-drawing" aria-hidden="true" />
      {places && timeline?.at !== undefined && (
        <i
          className="ads-plot-cursor ads-plot-position"
          style={{ left: placeOf(places, timeline.at), top: MARGINS.top, bottom: MARGINS.bottom }}
          aria-hidden="true"
        />
      )}
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
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={(event) => places && setRead(findNearest(places, event.clientX - event.currentTarget.getBoundingClientRect().left))}
        onPointerLeave={() => setRead(undefined)}
      />
      {places && read !== undefined && <Readout title={points[read] ?? ''} lines={linesAt(read)} left={places[read] ?? 0} />}
    </div>
  );
}

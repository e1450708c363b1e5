import type { EChartsCoreOption } from 'echarts/core';
import type { PlacedLine } from './chart-lines.ts';
import { findFirstProvisional, formatShortPoint, type Step } from './chart-scale.ts';

/** Margins of the plot in pixels; `bottom` is the height of the axis labels. */
export const MARGINS = { top: 12, bottom: 20, side: 6, rim: 2 } as const;

export const textStyle = { color: 'var(--ads-text-quiet)', fontSize: 12, fontFamily: 'inherit' } as const;

export const axisStyle = {
  axisLine: { lineStyle: { color: 'var(--ads-line-control)' } },
  axisTick: { show: false },
  axisLabel: textStyle,
  splitLine: { lineStyle: { color: 'var(--ads-line)' } },
} as const;

export const grid = {
  left: MARGINS.side,
  right: MARGINS.side,
  top: MARGINS.top,
  bottom: MARGINS.rim,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;

interface Trend {
  x: readonly string[];
  step: Step;
  lines: readonly PlacedLine[];
  provisionalFrom: string | undefined;
  /** The left axis and the right one; undefined when there is no right axis. */
  axes: readonly [Axis, Axis | undefined];
}

interface Axis {
  text: (value: number) => string;
  /** End of the axis when every value is 0. */
  emptyMax: number;
  /** The values are counts, which have no fractions. */
  isWhole?: boolean;
}

/** Splits the values into the settled part and the provisional part, which starts at the last settled point. */
export function splitAtProvisional(data: readonly (number | null)[], from: number): [(number | null)[], (number | null)[]] {
  return [data.map((value, at) => (at < from ? value : null)), data.map((value, at) => (at >= from - 1 ? value : null))];
}

const passive = { silent: true, emphasis: { disabled: true }, animation: false } as const;

/** A value between two gaps would be an invisible line, so it is shown as a dot. */
const isIsolated = (data: readonly (number | null)[], at: number) =>
  data[at] !== null && (data[at - 1] ?? null) === null && (data[at + 1] ?? null) === null;

function lineSeries({ colour, axis: toAxis, data, provisionalFrom = data.length }: PlacedLine, provisionalIndex: number, order: number) {
  const from = Math.min(provisionalIndex, provisionalFrom);
  const base = {
    ...passive,
    type: 'line' as const,
    yAxisIndex: toAxis,
    connectNulls: false,
    // The first line stays visible where lines overlap.
    z: 3 + order,
    itemStyle: { color: colour },
  };
  const toSeries = (values: readonly (number | null)[], kind: 'solid' | 'dashed') => ({
    ...base,
    lineStyle: { color: colour, width: 2, type: kind },
    symbol: 'circle',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (isIsolated(values, dataIndex) ? 5 : 0),
    showAllSymbol: true,
    data: [...values],
  });
  const [settled, provisionalPart] = splitAtProvisional(data, from);
  return from < data.length ? [toSeries(settled, 'solid'), toSeries(provisionalPart, 'dashed')] : [toSeries(data, 'solid')];
}

const barSeries = ({ key, colour, axis: toAxis, data, stacked }: PlacedLine, from: number) => ({
  ...passive,
  type: 'bar' as const,
  yAxisIndex: toAxis,
  ...(stacked && { stack: 'stack' }),
  ...(!stacked && { stack: key }),
  barMaxWidth: 36,
  barCategoryGap: '30%',
  data: data.map((value, at) => ({ value, itemStyle: { color: colour, opacity: at >= from ? 0.6 : 1 } })),
});

/** Above this number of hours, the axis labels days instead of hours. */
const MAX_LABELLED_HOURS = 48;
/** Number of labels on an axis of hours. */
const HOUR_LABELS = 8;

/** Free pixels above and below a label of the axis, and on both sides of it, where the next one would touch it. */
const LABEL_MARGIN = [0, 8];

function pointLabels(x: readonly string[], step: Step) {
  if (step !== 'hour') return { texts: x.map((point) => formatShortPoint(point, step)), interval: 'auto' as const };
  if (x.length <= MAX_LABELLED_HOURS) {
    const apart = Math.max(1, Math.round(x.length / HOUR_LABELS));
    return {
      texts: x.map((point) => (x.length > 24 ? formatShortPoint(point, step) : formatShortPoint(point, step).slice(6))),
      interval: (at: number) => at % apart === 0,
    };
  }
  return { texts: x.map((point) => point.slice(5, 10)), interval: (at: number) => x[at]?.endsWith('T00') ?? false };
}

/** Options of the chart library. Colours are CSS variables, so that a theme change needs no redraw. */
export function trendOption({ x, step, lines, provisionalFrom, axes }: Trend): EChartsCoreOption {
  const from = findFirstProvisional(x, step, provisionalFrom);
  const { texts, interval } = pointLabels(x, step);
  const hasBars = lines.some(({ form }) => form === 'bar');
  const toAxis = ({ text, emptyMax, isWhole = false }: Axis, isRight: boolean) => ({
    type: 'value',
    // If every value is 0, the default axis would be divided too finely to label.
    max: ({ max }: { max: number }) => (max === 0 ? emptyMax : null),
    ...axisStyle,
    axisLine: { show: false },
    splitNumber: 4,
    ...(isWhole && { minInterval: 1 }),
    splitLine: isRight ? { show: false } : axisStyle.splitLine,
    axisLabel: { ...textStyle, formatter: text },
  });
  return {
    animation: false,
    grid,
    xAxis: {
      type: 'category',
      data: texts,
      boundaryGap: hasBars || x.length === 1,
      ...axisStyle,
      axisLabel: { ...textStyle, hideOverlap: true, textMargin: LABEL_MARGIN, interval },
    },
    yAxis: [toAxis(axes[0], false), ...(axes[1] ? [toAxis(axes[1], true)] : [])],
    series: lines.flatMap((line, at): object[] =>
      line.form === 'bar' ? [barSeries(line, from)] : lineSeries(line, from, lines.length - at),
    ),
  };
}

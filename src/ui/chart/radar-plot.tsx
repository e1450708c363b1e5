import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { colour } from './chart-lines.ts';
import { textStyle } from './trend-option.ts';
import { useChart } from './use-chart.ts';

/** An axis of a radar. */
export interface RadarAxis {
  key: string;
  label: string;
  /** 0 at the centre to 1 at the edge; null without a value. */
  share: number | null;
  /** The value in words, shown beside the label. */
  text: string;
}

export interface RadarPlotProps {
  label: string;
  axes: readonly RadarAxis[];
}

const SYMBOL = 6;
const RINGS = 4;

const radarOption = (axes: readonly RadarAxis[]): EChartsCoreOption => ({
  animation: false,
  radar: {
    indicator: axes.map(({ label, text }) => ({ name: `${label}\n${text}`, min: 0, max: 1 })),
    radius: '62%',
    splitNumber: RINGS,
    axisName: { ...textStyle, lineHeight: 16 },
    axisLine: { lineStyle: { color: 'var(--color-border-2)' } },
    splitLine: { lineStyle: { color: 'var(--color-border-2)' } },
    splitArea: { show: false },
  },
  series: [
    {
      type: 'radar',
      silent: true,
      symbol: 'circle',
      symbolSize: SYMBOL,
      data: [{ value: axes.map(({ share }) => share ?? 0) }],
      lineStyle: { color: colour(0), width: 2 },
      itemStyle: { color: colour(0) },
      areaStyle: { color: colour(0), opacity: 0.15 },
    },
  ],
});

const NO_PLACES = () => undefined;

/** Shares of several axes as one shape. */
export function RadarPlot({ label, axes }: RadarPlotProps) {
  const option = useMemo(() => radarOption(axes), [axes]);
  const [box] = useChart(option, NO_PLACES);
  return (
    <div className="ads-plot" role="img" aria-label={[label, ...axes.map((axis) => `${axis.label} ${axis.text}`)].join(', ')}>
      <div ref={box} className="ads-plot-drawing" aria-hidden="true" />
    </div>
  );
}

import type { EChartsCoreOption } from 'echarts/core';
import { axisStyle, grid, textStyle } from './trend-option.ts';

export interface Bubble {
  key: string;
  label: string;
  x: number;
  y: number;
  size: number;
  /** The group that determines its colour. */
  group: string;
}

const RADII = { least: 5, most: 26 } as const;

/** Diameter in pixels, so that the area is proportional to the value. */
export const diameter = (size: number, largest: number): number =>
  2 * (RADII.least + (RADII.most - RADII.least) * Math.sqrt(largest > 0 ? Math.max(size, 0) / largest : 0));

interface Cloud {
  bubbles: readonly (Bubble & { colour: string })[];
  xText: (value: number) => string;
  yText: (value: number) => string;
}

export function bubbleOption({ bubbles, xText, yText }: Cloud): EChartsCoreOption {
  const largest = Math.max(0, ...bubbles.map(({ size }) => size));
  const axis = (text: (value: number) => string) => ({
    type: 'value',
    ...axisStyle,
    splitNumber: 4,
    // Keeps bubbles at the edge whole.
    boundaryGap: ['0%', '16%'],
    axisLabel: { ...textStyle, formatter: text, hideOverlap: true },
  });
  return {
    animation: false,
    grid,
    xAxis: axis(xText),
    yAxis: { ...axis(yText), axisLine: { show: false } },
    series: [
      {
        type: 'scatter',
        clip: false,
        silent: true,
        emphasis: { disabled: true },
        // Large bubbles first, so that small ones stay visible.
        data: bubbles
          .toSorted((a, b) => b.size - a.size)
          .map(({ x, y, size, colour }) => ({
            value: [x, y],
            symbolSize: diameter(size, largest),
            itemStyle: { color: colour, opacity: 0.6, borderColor: colour },
          })),
      },
    ],
  };
}

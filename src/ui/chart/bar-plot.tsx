import type { EChartsCoreOption } from 'echarts/core';
import { useCallback, useMemo, useState } from 'react';
import type { Metric } from '../report/report-metrics.tsx';
import { findNearest } from './chart-scale.ts';
import { Readout } from './readout.tsx';
import { axisStyle, grid, MARGINS, textStyle } from './trend-option.ts';
import { type Place, useChart } from './use-chart.ts';
import type { ValueText } from './use-value-text.ts';

/** A value of every object: a bar on the left axis, or a dot on the right one. */
export interface BarSeries {
  key: string;
  title: string;
  unit: Metric['unit'];
  form: 'bar' | 'dot';
}

/** An object with a value for each series; null is a gap. */
export interface BarGroup {
  key: string;
  label: string;
  values: readonly (number | null)[];
}

export interface BarPlotProps {
  groups: readonly BarGroup[];
  series: readonly (BarSeries & { colour: string })[];
  valueText: ValueText;
}

const DOT_SIZE = 9;
/** In pixels: wide enough for most names. */
const LABEL_WIDTH = 96;

function barOption({ groups, series, valueText }: BarPlotProps): EChartsCoreOption {
  const toAxis = (form: BarSeries['form']) => {
    const unit = series.find((one) => one.form === form)?.unit ?? 'count';
    return {
      type: 'value',
      show: series.some((one) => one.form === form),
      ...axisStyle,
      axisLine: { show: false },
      splitNumber: 4,
      splitLine: form === 'dot' ? { show: false } : axisStyle.splitLine,
      minInterval: unit === 'count' ? 1 : undefined,
      min: 0,
      axisLabel: { ...textStyle, formatter: (value: number) => valueText.short(value, unit) },
    };
  };
  return {
    animation: false,
    grid,
    xAxis: {
      type: 'category',
      data: groups.map(({ label }) => label),
      ...axisStyle,
      axisLabel: { ...textStyle, interval: 0, width: LABEL_WIDTH, overflow: 'truncate', hideOverlap: true },
    },
    yAxis: [toAxis('bar'), toAxis('dot')],
    series: series.map(({ form, colour }, at) => {
      const data = groups.map(({ values }) => values[at] ?? null);
      const common = { silent: true, itemStyle: { color: colour }, data };
      return form === 'bar'
        ? { ...common, type: 'bar', barMaxWidth: 36, barCategoryGap: '40%' }
        : { ...common, type: 'scatter', yAxisIndex: 1, symbolSize: DOT_SIZE, z: 4 };
    }),
  };
}

/** Objects side by side. The table beside it holds the same values. */
export function BarPlot(props: BarPlotProps) {
  const { groups, series, valueText } = props;
  const [read, setRead] = useState<number>();
  const option = useMemo(() => barOption(props), [props]);
  const readPlaces = useCallback((toPlace: (x: number, y: number) => Place) => groups.map((_, at) => toPlace(at, 0)[0]), [groups]);
  const [box, places] = useChart(option, readPlaces);
  const group = read === undefined ? undefined : groups[read];
  const left = places?.[read ?? 0];
  return (
    <div
      className="ads-plot"
      onPointerMove={(event) => places && setRead(findNearest(places, event.clientX - event.currentTarget.getBoundingClientRect().left))}
      onPointerLeave={() => setRead(undefined)}
    >
      <div ref={box} className="ads-plot-drawing" aria-hidden="true" />
      {group && left !== undefined && (
        <>
          <i className="ads-plot-cursor" style={{ left, top: MARGINS.top, bottom: MARGINS.bottom }} aria-hidden="true" />
          <Readout
            title={group.label}
            lines={series.map(({ key, title, unit, colour }, at) => ({
              key,
              label: title,
              text: valueText.full(group.values[at] ?? null, unit),
              colour,
            }))}
            left={left}
          />
        </>
      )}
    </div>
  );
}

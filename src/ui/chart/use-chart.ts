import { BarChart, LineChart, RadarChart, ScatterChart } from 'echarts/charts';
import { GridComponent, RadarComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, use as equip, init } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

equip([LineChart, BarChart, ScatterChart, RadarChart, GridComponent, RadarComponent, SVGRenderer]);

/** Pixels from the top left corner of the plot. */
export type Place = [left: number, top: number];

/**
 * Renders a chart that fills an element, and returns where the requested points were drawn. `askPlaces` is called after each rendering
 * and when the element changes its size.
 */
export function useChart<Places>(
  option: EChartsCoreOption,
  readPlaces: (toPlace: (x: number, y: number) => Place) => Places,
): [box: RefObject<HTMLDivElement | null>, places: Places | undefined] {
  const box = useRef<HTMLDivElement>(null);
  const chartRef = useRef<EChartsType | undefined>(undefined);
  const newest = useRef(readPlaces);
  const [places, setPlaces] = useState<Places>();

  const updatePlaces = useRef(() => {
    const chart = chartRef.current;
    // Nothing has a position before the first rendering.
    if (!chart?.convertToPixel({ gridIndex: 0 }, [0, 0])) return;
    const found = newest.current((x, y) => chart.convertToPixel({ gridIndex: 0 }, [x, y]) as Place);
    setPlaces(() => found);
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const chart = init(element, undefined, { renderer: 'svg' });
    chartRef.current = chart;
    const sizes = new ResizeObserver(() => {
      chart.resize();
      updatePlaces.current();
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      chart.dispose();
      chartRef.current = undefined;
    };
  }, []);

  useLayoutEffect(() => {
    newest.current = readPlaces;
    chartRef.current?.setOption(option, { notMerge: true });
    updatePlaces.current();
  }, [option, readPlaces]);

  return [box, places];
}

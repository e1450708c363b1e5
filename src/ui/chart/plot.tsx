import { BarPlot, type BarPlotProps } from './bar-plot.tsx';
import { BubblePlot, type BubblePlotProps } from './bubble-plot.tsx';
import { CurvePlot, type CurvePlotProps } from './curve-plot.tsx';
import { RadarPlot, type RadarPlotProps } from './radar-plot.tsx';
import { TrendPlot, type TrendPlotProps } from './trend-plot.tsx';

export type PlotProps =
  | ({ kind: 'trend' } & TrendPlotProps)
  | ({ kind: 'bubbles' } & BubblePlotProps)
  | ({ kind: 'curves' } & CurvePlotProps)
  | ({ kind: 'radar' } & RadarPlotProps)
  | ({ kind: 'bars' } & BarPlotProps);

/** Everything that imports the chart library, in one chunk that is loaded on demand. */
export default function Plot(props: PlotProps) {
  switch (props.kind) {
    case 'trend':
      return <TrendPlot {...props} />;
    case 'bubbles':
      return <BubblePlot {...props} />;
    case 'curves':
      return <CurvePlot {...props} />;
    case 'radar':
      return <RadarPlot {...props} />;
    case 'bars':
      return <BarPlot {...props} />;
  }
}

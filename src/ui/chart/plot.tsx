import { BubblePlot, type BubblePlotProps } from './bubble-plot.tsx';
import { CurvePlot, type CurvePlotProps } from './curve-plot.tsx';
import { TrendPlot, type TrendPlotProps } from './trend-plot.tsx';

export type PlotProps =
  | ({ kind: 'trend' } & TrendPlotProps)
  | ({ kind: 'bubbles' } & BubblePlotProps)
  | ({ kind: 'curves' } & CurvePlotProps);

/** Everything that needs the drawing library, so that it is fetched once and never with the page. */
export default function Plot(props: PlotProps) {
  switch (props.kind) {
    case 'trend':
      return <TrendPlot {...props} />;
    case 'bubbles':
      return <BubblePlot {...props} />;
    case 'curves':
      return <CurvePlot {...props} />;
  }
}

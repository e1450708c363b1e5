import { BubblePlot, type BubblePlotProps } from './bubble-plot.tsx';
import { TrendPlot, type TrendPlotProps } from './trend-plot.tsx';

export type PlotProps = ({ kind: 'trend' } & TrendPlotProps) | ({ kind: 'bubbles' } & BubblePlotProps);

/** Everything that needs the drawing library, so that it is fetched once and never with the page. */
export default function Plot(props: PlotProps) {
  return props.kind === 'trend' ? <TrendPlot {...props} /> : <BubblePlot {...props} />;
}

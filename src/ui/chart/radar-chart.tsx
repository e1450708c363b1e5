import type { ReactNode } from 'react';
import { onDemand } from '../overlay/on-demand.tsx';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';
import type { PlotProps } from './plot.tsx';
import type { RadarAxis } from './radar-plot.tsx';

export type { RadarAxis } from './radar-plot.tsx';

const Plot = onDemand<PlotProps>(() => import('./plot.tsx'), { placeholder: <div className="ads-chart-grey" /> });

interface RadarChartProps extends FrameProps {
  /** Undefined until the first load. Must be referentially stable. */
  axes: readonly RadarAxis[] | undefined;
  /** The columns of its table beside the name of the axis, and the cells of each axis. */
  columns: readonly { key: string; title: string }[];
  cellsOf: (axis: RadarAxis) => readonly ReactNode[];
  nameTitle: string;
  empty: string;
}

/** Several shares as one shape, with a table of the same values. */
export function RadarChart({ axes, columns, cellsOf, nameTitle, empty, ...frame }: RadarChartProps) {
  return (
    <ChartFrame
      {...frame}
      emptyText={axes?.every(({ share }) => share === null) && frame.form === 'chart' ? empty : undefined}
      plot={axes && <Plot kind="radar" label={frame.label} axes={axes} />}
      table={
        axes && (
          <ChartTable
            label={frame.label}
            columns={[{ key: 'name', title: nameTitle, isNumber: false }, ...columns]}
            rows={axes.map((axis) => ({ key: axis.key, name: axis.label, cells: cellsOf(axis) }))}
          />
        )
      }
    />
  );
}

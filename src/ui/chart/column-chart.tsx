import type { Metric } from '../report/report-metrics.tsx';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';
import { useValueText } from './use-value-text.ts';
import './column-chart.css';

interface ColumnValue {
  title: string;
  unit: Metric['unit'];
}

interface Bar {
  key: string;
  /** Below the bar; `name` is its full name where the label is short. */
  label: string;
  name?: string;
  values: readonly [number, ...number[]];
}

interface ColumnChartProps extends FrameProps {
  /** Undefined until the first load. */
  bars: readonly Bar[] | undefined;
  /** What the values of each bar are; its height is the first one. */
  values: readonly [ColumnValue, ...ColumnValue[]];
  /** Heading of the names in the table. */
  nameTitle: string;
  /** Shown when all bars are zero. */
  empty: string;
}

/** One bar for each name, or a table with all values. */
export function ColumnChart({ bars, values, nameTitle, empty, ...frame }: ColumnChartProps) {
  const valueText = useValueText();
  const [{ unit }] = values;
  const most = Math.max(0, ...(bars ?? []).map(({ values: [height] }) => height));
  const describe = (label: string, own: readonly number[]) =>
    [label, ...values.map(({ title, unit: of }, at) => `${title} ${valueText.full(own[at] ?? null, of)}`)].join(', ');
  return (
    <ChartFrame
      {...frame}
      emptyText={bars && most === 0 ? empty : undefined}
      plot={
        bars && (
          <div className="ads-columns" role="img" aria-label={frame.label}>
            {bars.map(({ key, label, name = label, values: own }) => (
              <span key={key} className="ads-columns-one" title={describe(name, own)}>
                <span className="ads-columns-room">
                  {own[0] > 0 && <span className="ads-columns-value ads-numbers">{valueText.short(own[0], unit)}</span>}
                  {own[0] > 0 && <i style={{ height: `${(own[0] / most) * 100}%` }} aria-hidden="true" />}
                </span>
                <span className="ads-columns-name">{label}</span>
              </span>
            ))}
          </div>
        )
      }
      table={
        bars && (
          <ChartTable
            label={frame.label}
            columns={[{ key: 'name', title: nameTitle, isNumber: false }, ...values.map(({ title }) => ({ key: title, title }))]}
            rows={bars.map(({ key, label, name = label, values: own }) => ({
              key,
              name,
              cells: values.map(({ unit: of }, at) => valueText.full(own[at] ?? null, of)),
            }))}
          />
        )
      }
    />
  );
}

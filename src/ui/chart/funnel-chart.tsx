import { useFormat } from '#src/locale/format.ts';
import { ChartFrame, ChartTable, type FrameProps } from './chart-frame.tsx';

export interface FunnelStep {
  key: string;
  label: string;
  count: number;
  /** Share of the step before; null for the first step, and after a step with nothing. */
  rate: number | null;
}

interface FunnelChartProps extends FrameProps {
  /** Undefined until the first load. */
  steps: readonly FunnelStep[] | undefined;
  titles: { step: string; count: string; rate: string };
  empty: string;
}

/** Steps of a funnel as bars from zero, each with its count and its share of the step before. */
export function FunnelChart({ steps, titles, empty, ...frame }: FunnelChartProps) {
  const format = useFormat();
  const largest = Math.max(1, ...(steps ?? []).map(({ count }) => count));
  const isEmpty = steps?.every(({ count }) => count === 0) === true;
  const rateText = (rate: number | null) => format.percent(rate);
  return (
    <ChartFrame
      {...frame}
      emptyText={isEmpty ? empty : undefined}
      plot={
        steps && (
          <ol className="ads-funnel" aria-label={frame.label}>
            {(isEmpty ? [] : steps).map(({ key, label, count, rate }, at) => (
              <li key={key}>
                <span className="ads-funnel-name">{label}</span>
                <span className="ads-funnel-track" aria-hidden="true">
                  <i style={{ width: `${(count / largest) * 100}%` }} />
                </span>
                <span className="ads-funnel-count ads-numbers">{format.number(count)}</span>
                <span className="ads-funnel-rate ads-numbers" title={at === 0 ? undefined : titles.rate}>
                  {at === 0 ? '' : rateText(rate)}
                </span>
              </li>
            ))}
          </ol>
        )
      }
      table={
        steps && (
          <ChartTable
            label={frame.label}
            columns={[
              { key: 'step', title: titles.step, isNumber: false },
              { key: 'count', title: titles.count },
              { key: 'rate', title: titles.rate },
            ]}
            rows={steps.map(({ key, label, count, rate }) => ({ key, name: label, cells: [format.number(count), rateText(rate)] }))}
          />
        )
      }
    />
  );
}

import { useMemo } from 'react';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import type { TrendAnswer } from '#machines/kernel/report/trend.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useMetricColumns } from '#src/parts/reports/index.ts';
import { metricCell } from '#src/ui/report/report-metrics.tsx';
import './report-cards.css';

interface Props {
  /** Must be referentially stable. */
  metrics: readonly MetricKey[];
  totals: ReportAnswer['totals'] | undefined;
  trend: TrendAnswer | undefined;
}

const WIDTH = 100;
const HEIGHT = 20;

/** The course of a metric without values, which the chart shows. */
function Sparkline({ data }: { data: readonly (number | null)[] }) {
  const points = useMemo(() => {
    const knownPoints = data.flatMap((value, at) => (value === null ? [] : [[at, value] as const]));
    const values = knownPoints.map(([, value]) => value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const x = (at: number) => (at / Math.max(data.length - 1, 1)) * WIDTH;
    const y = (value: number) => HEIGHT - ((value - least) / (most - least || 1)) * HEIGHT;
    return knownPoints.map(([at, value]) => `${x(at)},${y(value)}`).join(' ');
  }, [data]);
  return (
    <svg className="ads-report-spark" viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points} />
    </svg>
  );
}

/** Totals, compared with the period before where requested. */
export function ReportCards({ metrics: keys, totals, trend }: Props) {
  const t = useText();
  const format = useFormat();
  const metrics = useMetricColumns({ keys, usual: keys });
  const lines = trend?.lines.filter(({ part }) => part === undefined) ?? [];
  return (
    <ul className="ads-report-cards ads-within-window" aria-label={t('ui.totals')}>
      {metrics.map((metric) => {
        const line = lines.find(({ metric: key }) => key === metric.key);
        return (
          <li key={metric.key}>
            <span className="ads-quiet" title={metric.hint}>
              {metric.title}
            </span>
            <span className="ads-report-card-line">
              <b className="ads-numbers">{totals ? metricCell(metric, totals, { t, format, currency: 'USD' }, true) : '…'}</b>
              {line && line.data.length > 1 && <Sparkline data={line.data} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

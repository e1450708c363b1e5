import { isMetric, metricOf } from '#contracts/rules/metrics.ts';
import type { TrendAnswer } from '#machines/kernel/report/trend.machine.ts';
import type { MessageId } from '#src/locale/locales.ts';
import type { useText } from '#src/locale/text-provider.tsx';
import type { ChartLine, ChartMark } from '#src/ui/chart/trend-chart.tsx';

type Text = ReturnType<typeof useText>;

const OTHER = 'other';

/** Counts and sums start at zero; ratios do not. */
const isSummed = (metric: string): boolean => isMetric(metric) && metricOf(metric).totals === 'sum';

/** The lines of a trend: a split metric as a stack, the first sum as bars, ratios as lines. */
export function chartLines({ lines }: Pick<TrendAnswer, 'lines'>, t: Text): ChartLine[] {
  const bar = lines.find(({ part, metric }) => part === undefined && isSummed(metric))?.metric;
  const hasParts = lines.some(({ part }) => part !== undefined);
  return lines.map(({ metric, part, label, data }): ChartLine => {
    const unit = isMetric(metric) ? metricOf(metric).unit : 'count';
    const title = t(`metric.${metric}` as MessageId);
    const isDivided = part !== undefined && isSummed(metric);
    return {
      key: `${metric} ${part ?? ''}`,
      label: part === undefined ? title : part === OTHER ? t('reports.others') : label,
      unit,
      data,
      form: isDivided || (!hasParts && metric === bar) ? 'bar' : 'line',
      ...(isDivided && { stacked: true }),
      ...(part === OTHER && { isRemainder: true }),
    };
  });
}

const kinds: Record<string, ChartMark['kind']> = { open: 'ok', close: 'muted', budget: 'info', bid: 'info' };

export const chartMarks = ({ marks }: Pick<TrendAnswer, 'marks'>): ChartMark[] =>
  marks.map(({ at, kind, label }) => ({ at, kind: kinds[kind] ?? 'info', text: label }));

import { useMemo } from 'react';
import { evaluationParts, isLowerBetter, roundDetailMetrics, roundMetrics, thresholdOf } from '#contracts/rules/drama-evaluation.ts';
import type { EvaluationRow } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useMetricColumns } from '#src/parts/reports/index.ts';
import { type Metric, metricCell } from '#src/ui/report/report-metrics.tsx';

/** Figures with the thresholds that colour them. */
export type RatedFigures = Pick<EvaluationRow, 'm' | 'running' | 'thresholds'>;

/** Each part has its threshold as target. */
function withThreshold(metric: Metric): Metric {
  const part = evaluationParts.find((one) => one === metric.key);
  if (part === undefined) return metric;
  return {
    ...metric,
    target: (row) => thresholdOf(part, (row as RatedFigures).thresholds),
    ...(isLowerBetter(part) && { isLowerBetter: true }),
  };
}

function useFigures(keys: typeof roundMetrics | typeof roundDetailMetrics) {
  const t = useText();
  const format = useFormat();
  const metrics = useMetricColumns({ keys, usual: keys });
  return useMemo(() => {
    const words = { t, format, currency: 'USD' };
    return metrics.map(withThreshold).map((metric) => ({
      metric,
      render: (row: RatedFigures) => metricCell(metric, row, words),
    }));
  }, [metrics, t, format]);
}

/** The figures of a round, coloured by its thresholds. */
export const useRoundFigures = () => useFigures(roundMetrics);

/** The figures of its days, countries and creatives. */
export const useDetailFigures = () => useFigures(roundDetailMetrics);

import { useMemo } from 'react';
import { type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { Metric } from '#src/ui/report/report-metrics.tsx';

interface Options {
  /** All metrics that can be shown. Must be referentially stable. */
  keys: readonly MetricKey[];
  /** Metrics shown by default, in order; they come first. Must be referentially stable. */
  usual: readonly MetricKey[];
  /** ROI target of a row. Must be referentially stable. */
  targetOf?: ((row: unknown) => number | undefined) | undefined;
  /** Why a metric of a row is unreliable. Must be referentially stable. */
  doubtOf?: ((row: unknown, metric: MetricKey) => string | undefined) | undefined;
  /** Why metrics of a single ad and day may be missing. */
  whySingle?: string | undefined;
}

/** Pixels that usual values of a unit need; a longer head or value makes its column wider. */
const UNIT_WIDTHS: Readonly<Record<Metric['unit'], number>> = {
  money: 80,
  count: 64,
  milliseconds: 64,
  percent: 72,
  ratio: 60,
  seconds: 60,
  days: 60,
};

/** ROI metrics that have targets. */
const METRICS_WITH_TARGETS: readonly MetricKey[] = ['roi', 'roi_d0'];

/** Metrics as columns, with titles, formulas and totals of their shared definitions. */
export function useMetricColumns({ keys, usual, targetOf, doubtOf, whySingle }: Options): Metric[] {
  const t = useText();
  return useMemo(() => {
    const ordered = [...usual, ...keys.filter((key) => !usual.includes(key))];
    return ordered.map((key): Metric => {
      const { unit, totals, runs, single } = metricOf(key);
      return {
        key,
        title: t(`metric.${key}`),
        hint: t(`metric.${key}.hint`),
        unit,
        totals,
        hidden: !usual.includes(key),
        width: UNIT_WIDTHS[unit],
        ...(runs && { runs }),
        ...(targetOf && METRICS_WITH_TARGETS.includes(key) && { target: targetOf }),
        ...(doubtOf && { doubt: (row: unknown) => doubtOf(row, key) }),
        ...(single && whySingle !== undefined && { absentReason: whySingle }),
      };
    });
  }, [t, keys, usual, targetOf, doubtOf, whySingle]);
}

import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { Field } from '../list/list-query.ts';

/** A range of a metric in the unit of the answers; without one bound it is open on that side. */
export interface MetricRange<Metric extends MetricKey = MetricKey> {
  metric: Metric;
  min?: number | undefined;
  max?: number | undefined;
}

export const MAX_RANGES = 3;

const readNumber = (raw: string | undefined): number | undefined =>
  raw !== undefined && /^-?\d{1,12}(\.\d{1,6})?$/.test(raw) ? Number(raw) : undefined;

function readRange<Metric extends MetricKey>(raw: string, metrics: readonly Metric[]): MetricRange<Metric> | undefined {
  const [name = '', from, to] = raw.split('~');
  const metric = metrics.find((key) => key === name);
  const [min, max] = [readNumber(from), readNumber(to)];
  if (!metric || (min === undefined && max === undefined)) return undefined;
  return { metric, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** Ranges of these metrics in an address: `spend~2000~,roi_d0~~0.5`. */
export const metricRanges = <Metric extends MetricKey>(metrics: readonly Metric[]): Field<MetricRange<Metric>[]> => ({
  read: (raw) => {
    const known = raw.split(',').flatMap((one) => readRange(one, metrics) ?? []);
    return known.length > 0 ? known.slice(0, MAX_RANGES) : undefined;
  },
  write: (ranges) => ranges.map(({ metric, min = '', max = '' }) => `${metric}~${min}~${max}`).join(','),
});

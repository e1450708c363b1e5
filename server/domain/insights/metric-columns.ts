import { metricsInEnglish } from '#contracts/rules/metric-words.en.ts';
import { metricsInChinese } from '#contracts/rules/metric-words.zh.ts';
import { type MetricKey, type MetricUnit, metricOf } from '#contracts/rules/metrics.ts';
import { COUNT, type DescribedFilter, type ExportColumn, MONEY, PERCENT, type Words } from '../spreadsheet/index.ts';
import type { MetricRange } from './entity-facts.ts';

const UNIT_FORMATS: Readonly<Record<MetricUnit, string>> = {
  count: COUNT,
  money: MONEY,
  percent: PERCENT,
  ratio: '0.00',
  seconds: '0.0',
  milliseconds: COUNT,
  days: '0',
};

/** A metric as a cell of a file, with cents as dollars. */
export const toMetricCell = (key: MetricKey, value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : metricOf(key).unit === 'money' ? value / 100 : value;

const metricTitle = (key: MetricKey): Words => {
  const unit = metricOf(key).unit === 'money' ? ' (USD)' : '';
  return { zh: `${metricsInChinese[key][0]}${unit}`, en: `${metricsInEnglish[key][0]}${unit}` };
};

/** An export column that shows a metric. */
export const createMetricColumn = <Row>(key: MetricKey, value: (row: Row) => number | null | undefined): ExportColumn<Row> => ({
  ...metricTitle(key),
  width: 14,
  format: UNIT_FORMATS[metricOf(key).unit],
  cell: (row) => toMetricCell(key, value(row)),
});

/** The formula of a metric, for the notes of a file. */
export const describeFormula = (key: MetricKey): DescribedFilter => ({
  name: metricTitle(key),
  value: { zh: metricsInChinese[key][1], en: metricsInEnglish[key][1] },
});

/** A requested range in the unit of answers. */
const formatRange = ({ min, max }: Pick<MetricRange, 'min' | 'max'>): string => `${min ?? ''} – ${max ?? ''}`;

/** The metric ranges a list is filtered by, for the notes of its file. */
export const describeMetricRanges = (ranges: readonly MetricRange[] = []): DescribedFilter[] =>
  ranges.map((range) => ({ name: metricTitle(range.metric), value: formatRange(range) }));

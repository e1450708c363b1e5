import { lineMetricsInEnglish, metricsInEnglish } from '#contracts/rules/metric-words.en.ts';
import { lineMetricsInChinese, metricsInChinese } from '#contracts/rules/metric-words.zh.ts';
import { type MetricKey, type MetricUnit, metricOf } from '#contracts/rules/metrics.ts';
import type { BizLine } from '#contracts/vocabulary/business-lines.ts';
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

/** Title and formula of a metric, in the words of the business line a file is limited to. */
const wordsOfMetric = (key: MetricKey, line?: BizLine): { readonly title: Words; readonly formula: Words } => {
  const zh = (line && lineMetricsInChinese[line][key]) ?? metricsInChinese[key];
  const en = (line && lineMetricsInEnglish[line][key]) ?? metricsInEnglish[key];
  return { title: { zh: zh[0], en: en[0] }, formula: { zh: zh[1], en: en[1] } };
};

/** The title of a metric without its unit. */
export const nameMetric = (key: MetricKey, line?: BizLine): Words => wordsOfMetric(key, line).title;

const metricTitle = (key: MetricKey, line?: BizLine): Words => {
  const { zh, en } = nameMetric(key, line);
  const unit = metricOf(key).unit === 'money' ? ' (USD)' : '';
  return { zh: `${zh}${unit}`, en: `${en}${unit}` };
};

/** An export column that shows a metric. */
export const createMetricColumn = <Row>(
  key: MetricKey,
  value: (row: Row) => number | null | undefined,
  line?: BizLine,
): ExportColumn<Row> => ({
  ...metricTitle(key, line),
  width: 14,
  format: UNIT_FORMATS[metricOf(key).unit],
  cell: (row) => toMetricCell(key, value(row)),
});

/** The formula of a metric, for the notes of a file. */
export const describeFormula = (key: MetricKey, line?: BizLine): DescribedFilter => ({
  name: metricTitle(key, line),
  value: wordsOfMetric(key, line).formula,
});

/** A requested range in the unit of answers. */
const formatRange = ({ min, max }: Pick<MetricRange, 'min' | 'max'>): string => `${min ?? ''} – ${max ?? ''}`;

/** The metric ranges a list is filtered by, for the notes of its file. */
export const describeMetricRanges = (ranges: readonly MetricRange[] = [], line?: BizLine): DescribedFilter[] =>
  ranges.map((range) => ({ name: metricTitle(range.metric, line), value: formatRange(range) }));

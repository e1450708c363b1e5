import { metricsInEnglish } from '#contracts/rules/metric-words.en.ts';
import { metricsInChinese } from '#contracts/rules/metric-words.zh.ts';
import { type MetricKey, type MetricUnit, metricOf } from '#contracts/rules/metrics.ts';
import { COUNT, type ExportColumn, type FilterInWords, MONEY, PERCENT, type Words } from '../spreadsheet/index.ts';
import type { MetricRange } from './entity-facts.ts';

const formats: Readonly<Record<MetricUnit, string>> = {
  count: COUNT,
  money: MONEY,
  percent: PERCENT,
  ratio: '0.00',
  seconds: '0.0',
  milliseconds: COUNT,
  days: '0',
};

/** A metric as a cell of a file: cents are written as dollars. */
export const metricCell = (key: MetricKey, value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : metricOf(key).unit === 'money' ? value / 100 : value;

const titleOf = (key: MetricKey): Words => {
  const unit = metricOf(key).unit === 'money' ? ' (USD)' : '';
  return { zh: `${metricsInChinese[key][0]}${unit}`, en: `${metricsInEnglish[key][0]}${unit}` };
};

/** A column of a file that shows a metric. */
export const metricColumn = <Row>(key: MetricKey, value: (row: Row) => number | null | undefined): ExportColumn<Row> => ({
  ...titleOf(key),
  width: 14,
  format: formats[metricOf(key).unit],
  cell: (row) => metricCell(key, value(row)),
});

/** How a metric comes about, for the notes of a file. */
export const formulaInWords = (key: MetricKey): FilterInWords => ({
  name: titleOf(key),
  value: { zh: metricsInChinese[key][1], en: metricsInEnglish[key][1] },
});

/** A range as it was asked for, in the unit of the answers. */
const rangeOf = ({ min, max }: Pick<MetricRange, 'min' | 'max'>): string => `${min ?? ''} – ${max ?? ''}`;

/** Ranges that a list was narrowed to, for the notes of its file. */
export const metricRangesInWords = (ranges: readonly MetricRange[] = []): FilterInWords[] =>
  ranges.map((range) => ({ name: titleOf(range.metric), value: rangeOf(range) }));

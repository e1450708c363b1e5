import type { MetricKey, MetricWords } from '#contracts/rules/metrics.ts';

/** Titles of metrics, and their formulas as hints; the server writes the same texts into exported files. */
export type MetricMessages = Record<`metric.${MetricKey}` | `metric.${MetricKey}.hint`, string>;

export const metricMessages = <Words extends Partial<MetricWords>>(words: Words) =>
  Object.fromEntries(
    Object.entries(words).flatMap(([key, [title, formula]]) => [
      [`metric.${key}`, title],
      [`metric.${key}.hint`, formula],
    ]),
  ) as Words extends MetricWords ? MetricMessages : Partial<MetricMessages>;

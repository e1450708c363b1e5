import { type MetricKey, metricKeys, metricOf } from '#contracts/rules/metrics.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';

/** Metrics of a single ad and day have no meaning in a list. */
const isListed = (key: MetricKey): boolean => metricOf(key).single === undefined;
const launched = metricKeys('deliv', 'user', 'pay', 'cohort', 'plat').filter(isListed);
const watched = [...launched, ...metricKeys('video').filter(isListed)];

/** The metrics of each level. */
export const METRICS_AT: Record<EntityLevel, readonly MetricKey[]> = { campaign: launched, ad_group: launched, ad: watched };

/** The metrics shown by default. */
export const USUAL_METRICS: readonly MetricKey[] = [
  'spend',
  'impressions',
  'ctr_link',
  'cpm',
  'new_users',
  'cpi',
  'first_payers',
  'cost_per_payer',
  'revenue',
  'roi',
  'roi_d0',
];

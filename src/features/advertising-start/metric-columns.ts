import { type MetricKey, metricKeys, metricOf } from '#contracts/rules/metrics.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';

/** Numbers of one ad on one day have no place in lists of many. */
const isListed = (key: MetricKey): boolean => metricOf(key).single === undefined;
const launched = metricKeys('deliv', 'user', 'pay', 'cohort', 'plat').filter(isListed);
const watched = [...launched, ...metricKeys('video').filter(isListed)];

/** What a level can show. */
export const METRICS_AT: Record<EntityLevel, readonly MetricKey[]> = { campaign: launched, ad_group: launched, ad: watched };

/** What it shows where nobody chose others. */
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

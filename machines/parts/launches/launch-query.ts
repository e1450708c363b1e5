import type { QuickView } from '#contracts/endpoints/ad-filters.ts';
import type { adSortable, campaignSortable, groupSortable, launchMetrics } from '#contracts/endpoints/launch-rows.ts';
import { metricKeys } from '#contracts/rules/metrics.ts';
import { date, defineListQuery, id, ids, oneOf, type QueryDefinition } from '../../kernel/list/list-query.ts';
import { type MetricRange, metricRanges } from '../../kernel/report/metric-ranges.ts';
import { type AdFilters, adFilterFields, type EntityLevel } from './ad-filter-fields.ts';

export const QUICK_VIEWS = [
  'running',
  'spending',
  'losing',
  'disapproved',
  'budget_low',
  'learning',
  'unowned',
] as const satisfies readonly QuickView[];

/** Metrics of every row, and what lists can be sorted by besides their own fields. */
export const LAUNCH_METRICS = metricKeys('deliv', 'user', 'pay', 'cohort', 'plat', 'video');
type LaunchMetric = (typeof launchMetrics)[number];

export const CLOSERS = ['user', 'rule', 'platform', 'super'] as const;
export const LEARNING_STAGES = ['LEARNING', 'SUCCESS', 'FAIL'] as const;

/** What lists of launches are narrowed by, as it stands in an address. */
export const launchFilterFields = {
  ...adFilterFields,
  view: oneOf(...QUICK_VIEWS),
  campaign_id: ids,
  ad_group_id: ids,
  ids,
  batch_id: id,
  created_from: date,
  created_to: date,
  budget_level: oneOf('campaign', 'ad_group'),
  budget_mode: oneOf('daily', 'lifetime'),
  learning_stage: oneOf(...LEARNING_STAGES),
  closed_by: oneOf(...CLOSERS),
  metric_range: metricRanges(LAUNCH_METRICS as LaunchMetric[]),
  date_from: date,
  date_to: date,
};

export interface LaunchFilters extends AdFilters {
  view?: QuickView | undefined;
  campaign_id?: number[] | undefined;
  ad_group_id?: number[] | undefined;
  ids?: number[] | undefined;
  batch_id?: number | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
  budget_level?: 'campaign' | 'ad_group' | undefined;
  budget_mode?: 'daily' | 'lifetime' | undefined;
  learning_stage?: (typeof LEARNING_STAGES)[number] | undefined;
  closed_by?: (typeof CLOSERS)[number] | undefined;
  metric_range?: MetricRange<LaunchMetric>[] | undefined;
  /** Days of the metrics; without both it is the current day of each account. */
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const BASE = [
  'name',
  'effective_status',
  'account',
  'content',
  'owner',
  'created_at',
] as const satisfies readonly (typeof adSortable)[number][];

const SORTABLE: Record<EntityLevel, readonly string[]> = {
  campaign: [...BASE, 'budget', 'spent_pct', 'start_at', 'stop_at'] satisfies (typeof campaignSortable)[number][],
  ad_group: [
    ...BASE,
    'budget',
    'spent_pct',
    'bid_amount',
    'learning_events',
    'start_at',
    'end_at',
  ] satisfies (typeof groupSortable)[number][],
  ad: [...BASE],
};

const queryOf = (level: EntityLevel): QueryDefinition<LaunchFilters> =>
  defineListQuery(launchFilterFields, [...SORTABLE[level], ...LAUNCH_METRICS]) as QueryDefinition<LaunchFilters>;

export const launchQueries: Record<EntityLevel, QueryDefinition<LaunchFilters>> = {
  campaign: queryOf('campaign'),
  ad_group: queryOf('ad_group'),
  ad: queryOf('ad'),
};

import type { QuickView } from '#contracts/endpoints/ad-filters.ts';
import type { adSortable, campaignSortable, groupSortable, launchMetrics } from '#contracts/endpoints/launch-rows.ts';
import { metricKeys } from '#contracts/rules/metrics.ts';
import { date, defineListQuery, type Field, id, ids, oneOf, type QueryDefinition } from '../list-query.ts';
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

/** A metric between two numbers, in the unit of the answers; without one of them it is open there. */
export interface MetricRange {
  metric: LaunchMetric;
  min?: number | undefined;
  max?: number | undefined;
}

export const RANGES_MOST = 3;

const numberIn = (raw: string | undefined): number | undefined =>
  raw !== undefined && /^-?\d{1,12}(\.\d{1,6})?$/.test(raw) ? Number(raw) : undefined;

function rangeIn(raw: string): MetricRange | undefined {
  const [name = '', from, to] = raw.split('~');
  const metric = LAUNCH_METRICS.find((key) => key === name) as LaunchMetric | undefined;
  const [min, max] = [numberIn(from), numberIn(to)];
  if (!metric || (min === undefined && max === undefined)) return undefined;
  return { metric, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** `spend~2000~,roi_d0~~0.5` */
const metricRanges: Field<MetricRange[]> = {
  read: (raw) => {
    const known = raw.split(',').flatMap((one) => rangeIn(one) ?? []);
    return known.length > 0 ? known.slice(0, RANGES_MOST) : undefined;
  },
  write: (ranges) => ranges.map(({ metric, min = '', max = '' }) => `${metric}~${min}~${max}`).join(','),
};

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
  metric_range: metricRanges,
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
  metric_range?: MetricRange[] | undefined;
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

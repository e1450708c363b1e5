import { type AdDataDimension, adData } from '#contracts/reports/ad-data.ts';
import { chartedMetrics } from '#contracts/reports/report.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { adFilters } from '#contracts/vocabulary/launch-filters.ts';
import { id } from '../kernel/list/list-query.ts';
import { vocabularyFields } from '../kernel/list/vocabulary-query.ts';
import { defineReportQuery, type ReportQuery, type ReportQueryDefinition, viewPartOf } from '../kernel/report/report-query.ts';
import { defineTrendQuery, type TrendQueryDefinition } from '../kernel/report/trend-query.ts';
import type { AdFilters } from '../parts/launches/ad-filters.ts';

/** The pages of the drill-down, from the outermost to the innermost. */
export const DRILL_PAGES = ['user', 'account', 'campaign', 'group'] as const;
export type DrillPage = (typeof DRILL_PAGES)[number];

export const drillPaths: Record<DrillPage, string> = {
  user: '/advertising/user',
  account: '/advertising/account',
  campaign: '/advertising/campaign',
  group: '/advertising/group',
};

/** The possible dimensions of rows. */
export type DrillDimension = AdDataDimension;

/** Filters of ads, and the ids of the rows' parents. */
export interface DrillFilters extends AdFilters {
  account_id?: number | undefined;
  campaign_id?: number | undefined;
  group_id?: number | undefined;
}

const fields = { ...vocabularyFields(adFilters), account_id: id, campaign_id: id, group_id: id };

export const PRESETS = ['launch', 'recovery', 'video'] as const;

/** The groupings of each page by their names in the address; the first one is the default. */
const groupings = {
  user: { user: ['user'], department: ['department', 'user'], date: ['user', 'date'] },
  account: { account: ['account'], date: ['account', 'date'] },
  campaign: { campaign: ['campaign'], date: ['campaign', 'date'] },
  group: { group: ['ad_group'], ad: ['ad'], material: ['material', 'ad'], group_date: ['ad_group', 'date'], ad_date: ['ad', 'date'] },
} as const satisfies Record<DrillPage, Record<string, readonly [DrillDimension, ...DrillDimension[]]>>;

export type DrillGrouping<Page extends DrillPage> = keyof (typeof groupings)[Page] & string;

/** The innermost page shows one of two levels at a time. */
export type DrillLevel = 'group' | 'ad';

/** The address key of the grouping. */
const groupKeys: Record<DrillPage, string> = { user: 'by', account: 'by', campaign: 'by', group: 'level' };

const queryOf = (page: DrillPage): ReportQueryDefinition<DrillFilters> => {
  const known: Record<string, readonly [DrillDimension, ...DrillDimension[]]> = groupings[page];
  const [defaultGroups] = Object.values(known) as [readonly [DrillDimension, ...DrillDimension[]]];
  return defineReportQuery({
    fields,
    metrics: adData.metrics,
    sortable: adData.sortable,
    presets: PRESETS,
    groups: [...new Set(Object.values(known).flat())],
    defaultGroups,
    named: { key: groupKeys[page], groupings: known },
  });
};

export const drillQueries: Record<DrillPage, ReportQueryDefinition<DrillFilters>> = {
  user: queryOf('user'),
  account: queryOf('account'),
  campaign: queryOf('campaign'),
  group: queryOf('group'),
};

/** Parents of the rows, which saved views do not contain: a view made below one account applies to any other. */
const parentKeys: Record<DrillPage, readonly string[]> = {
  user: ['account_id', 'campaign_id', 'group_id'],
  account: ['user_id', 'unowned', 'account_id', 'campaign_id', 'group_id'],
  campaign: ['user_id', 'unowned', 'account_id', 'campaign_id', 'group_id'],
  // The level is not saved either, because users switch between the two.
  group: ['user_id', 'unowned', 'account_id', 'campaign_id', 'group_id', groupKeys.group],
};

/** The part of a page's address that saved views contain. */
export const drillViewQueries: Record<DrillPage, ReportQueryDefinition<DrillFilters>> = {
  user: viewPartOf(drillQueries.user, { besides: parentKeys.user }),
  account: viewPartOf(drillQueries.account, { besides: parentKeys.account }),
  campaign: viewPartOf(drillQueries.campaign, { besides: parentKeys.campaign }),
  group: viewPartOf(drillQueries.group, { besides: parentKeys.group }),
};

/** Whether the rows are ads, which have a table of their own. */
export const showsAds = (groupBy: readonly string[]): boolean => groupBy.includes('ad');

export const groupingOf = <Page extends DrillPage>(page: Page, name: DrillGrouping<Page>): DrillDimension[] => [
  ...((groupings[page] as Record<string, readonly DrillDimension[]>)[name] ?? []),
];

/** Metrics that a line can show, without the payback day, which belongs to no single day, and created ads, which only the table counts. */
export const CHART_METRICS: readonly MetricKey[] = chartedMetrics(adData).filter((key) => key !== 'payback_day' && key !== 'ads_created');

export const drillTrendQuery: TrendQueryDefinition<DrillFilters> = defineTrendQuery({
  fields,
  metrics: CHART_METRICS,
  defaultMetrics: ['spend', 'roi'],
});

/** The parent that a page needs. */
const required: Partial<Record<DrillPage, 'account_id' | 'campaign_id'>> = { campaign: 'account_id', group: 'campaign_id' };

export function hasParent(page: DrillPage, { account_id, campaign_id }: Pick<DrillFilters, 'account_id' | 'campaign_id'>): boolean {
  const wanted = required[page];
  return wanted === undefined || { account_id, campaign_id }[wanted] !== undefined;
}

const ID_FILTERS = ['user_id', 'account_id', 'campaign_id', 'group_id'] as const;

/** Whether an address names the required parents; a parent named by something other than an id does not exist. */
export function namesParents(page: DrillPage, search: string): boolean {
  const { filters } = drillQueries[page].read(search);
  const given = new URLSearchParams(search);
  return hasParent(page, filters) && ID_FILTERS.every((name) => !given.get(name) || filters[name] !== undefined);
}

/** Ids of the parents of rows, outermost first. */
export interface Parents {
  user_id?: number[] | undefined;
  unowned?: true | undefined;
  department_id?: number | undefined;
  account_id?: number | undefined;
  campaign_id?: number | undefined;
  group_id?: number | undefined;
}

/** Parents that a page ignores. Filters of users and departments apply to every page. */
const ignoredParents: Record<DrillPage, readonly (keyof Parents)[]> = {
  user: ['account_id', 'campaign_id', 'group_id'],
  account: ['account_id', 'campaign_id', 'group_id'],
  campaign: ['campaign_id', 'group_id'],
  group: [],
};

/** The address of another page over the same days and filters, with these parents and without those the page ignores. */
export function drillAddress(page: DrillPage, from: ReportQuery<DrillFilters>, parents: Parents, level: DrillLevel = 'group'): string {
  const query = drillQueries[page];
  const filters: DrillFilters = { ...from.filters, ...parents };
  for (const name of ignoredParents[page]) delete filters[name];
  return query.write({
    dateFrom: from.dateFrom,
    dateTo: from.dateTo,
    accountToday: from.accountToday,
    only: from.only,
    groupBy: page === 'group' ? groupingOf('group', level) : query.groupsOf([]),
    compare: from.compare,
    filters,
    sort: undefined,
    page: 1,
    pageSize: from.pageSize,
    preset: from.preset,
  });
}

/** The parents among the filters, which a reset keeps. */
export const parentsOf = (page: DrillPage, { user_id, unowned, account_id, campaign_id, group_id }: DrillFilters): DrillFilters => {
  if (page === 'user') return {};
  const who = { ...(user_id?.length === 1 && { user_id }), ...(unowned && { unowned }) };
  return { ...who, account_id, campaign_id, group_id };
};

/** Whether the totals of a page must equal its parent's row. Keyword and status filter each level by its own rows. */
export const isComparable = ({ keyword, effective_status }: DrillFilters): boolean =>
  keyword === undefined && effective_status === undefined;

/** Metrics whose sums must agree, whatever else is shown. */
export const COMPARED_METRICS: readonly MetricKey[] = ['spend', 'impressions', 'revenue', 'orders', 'new_users'];

/** Whether the totals of the rows differ from their parent: the data was restated between the two answers. */
export const isRestated = (above: Readonly<Record<string, number | null>>, below: Readonly<Record<string, number | null>>): boolean =>
  COMPARED_METRICS.some((key) => (above[key] ?? 0) !== (below[key] ?? 0));

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

/** What rows can be about. */
export type DrillDimension = AdDataDimension;

/** Filters of ads, and what stands above the rows that are shown. */
export interface DrillFilters extends AdFilters {
  account_id?: number | undefined;
  campaign_id?: number | undefined;
  group_id?: number | undefined;
}

const fields = { ...vocabularyFields(adFilters), account_id: id, campaign_id: id, group_id: id };

export const PRESETS = ['launch', 'recovery', 'video'] as const;

/** What each page can be divided by, by the name its address has for it; the first one where it names none. */
const groupings = {
  user: { user: ['user'], department: ['department', 'user'], date: ['user', 'date'] },
  account: { account: ['account'], date: ['account', 'date'] },
  campaign: { campaign: ['campaign'], date: ['campaign', 'date'] },
  group: { group: ['ad_group'], ad: ['ad'], material: ['material', 'ad'], group_date: ['ad_group', 'date'], ad_date: ['ad', 'date'] },
} as const satisfies Record<DrillPage, Record<string, readonly [DrillDimension, ...DrillDimension[]]>>;

export type DrillGrouping<Page extends DrillPage> = keyof (typeof groupings)[Page] & string;

/** The innermost page shows two levels, one at a time. */
export type DrillLevel = 'group' | 'ad';

/** The key of the address that names it. */
const groupKeys: Record<DrillPage, string> = { user: 'by', account: 'by', campaign: 'by', group: 'level' };

const queryOf = (page: DrillPage): ReportQueryDefinition<DrillFilters> => {
  const known: Record<string, readonly [DrillDimension, ...DrillDimension[]]> = groupings[page];
  const [usual] = Object.values(known) as [readonly [DrillDimension, ...DrillDimension[]]];
  return defineReportQuery({
    fields,
    metrics: [...adData.metrics, ...adData.sortable],
    presets: PRESETS,
    groups: [...new Set(Object.values(known).flat())],
    defaultGroups: usual,
    named: { key: groupKeys[page], groupings: known },
  });
};

export const drillQueries: Record<DrillPage, ReportQueryDefinition<DrillFilters>> = {
  user: queryOf('user'),
  account: queryOf('account'),
  campaign: queryOf('campaign'),
  group: queryOf('group'),
};

/** What stands above the rows, and so is nothing of a saved view: one that was made below one account shows any other as well. */
const above: Record<DrillPage, readonly string[]> = {
  user: ['account_id', 'campaign_id', 'group_id'],
  account: ['user_id', 'unowned', 'account_id', 'campaign_id', 'group_id'],
  campaign: ['user_id', 'unowned', 'account_id', 'campaign_id', 'group_id'],
  // Nor its level: it is walked through.
  group: ['user_id', 'unowned', 'account_id', 'campaign_id', 'group_id', groupKeys.group],
};

/** What saved views hold of the address of a page. */
export const drillViewQueries: Record<DrillPage, ReportQueryDefinition<DrillFilters>> = {
  user: viewPartOf(drillQueries.user, above.user),
  account: viewPartOf(drillQueries.account, above.account),
  campaign: viewPartOf(drillQueries.campaign, above.campaign),
  group: viewPartOf(drillQueries.group, above.group),
};

/** Whether rows are ads: they have a table of their own. */
export const showsAds = (groupBy: readonly string[]): boolean => groupBy.includes('ad');

export const groupingOf = <Page extends DrillPage>(page: Page, name: DrillGrouping<Page>): DrillDimension[] => [
  ...((groupings[page] as Record<string, readonly DrillDimension[]>)[name] ?? []),
];

/** Only what a line can show: a day of payback is of no single day, and what was created is counted in the table. */
export const CHART_METRICS: readonly MetricKey[] = chartedMetrics(adData).filter((key) => key !== 'payback_day' && key !== 'ads_created');

export const drillTrendQuery: TrendQueryDefinition<DrillFilters> = defineTrendQuery({
  fields,
  metrics: CHART_METRICS,
  defaultMetrics: ['spend', 'roi'],
});

/** What has to stand above the rows of a page for them to mean anything. */
const required: Partial<Record<DrillPage, 'account_id' | 'campaign_id'>> = { campaign: 'account_id', group: 'campaign_id' };

export function isPlaced(page: DrillPage, { account_id, campaign_id }: Pick<DrillFilters, 'account_id' | 'campaign_id'>): boolean {
  const wanted = required[page];
  return wanted === undefined || { account_id, campaign_id }[wanted] !== undefined;
}

const NAMING = ['user_id', 'account_id', 'campaign_id', 'group_id'] as const;

/** Whether an address says whose rows are meant; what it names by something that is no id, nobody is. */
export function isPlacedIn(page: DrillPage, search: string): boolean {
  const { filters } = drillQueries[page].read(search);
  const given = new URLSearchParams(search);
  return isPlaced(page, filters) && NAMING.every((name) => !given.get(name) || filters[name] !== undefined);
}

/** Ids by which rows hang together, the outermost first. */
export interface Parents {
  user_id?: number[] | undefined;
  unowned?: true | undefined;
  department_id?: number | undefined;
  account_id?: number | undefined;
  campaign_id?: number | undefined;
  group_id?: number | undefined;
}

/** Which of them mean something on a page. Filters of people and departments narrow every page. */
const below: Record<DrillPage, readonly (keyof Parents)[]> = {
  user: ['account_id', 'campaign_id', 'group_id'],
  account: ['account_id', 'campaign_id', 'group_id'],
  campaign: ['campaign_id', 'group_id'],
  group: [],
};

/** The address of another page over the same days and filters: with these parents, and without those that mean nothing there. */
export function drillTo(page: DrillPage, from: ReportQuery<DrillFilters>, parents: Parents, level: DrillLevel = 'group'): string {
  const query = drillQueries[page];
  const filters: DrillFilters = { ...from.filters, ...parents };
  for (const name of below[page]) delete filters[name];
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

/** Filters without what stands above the rows: what a reset leaves. */
export const parentsIn = (page: DrillPage, { user_id, unowned, account_id, campaign_id, group_id }: DrillFilters): DrillFilters => {
  if (page === 'user') return {};
  const who = { ...(user_id?.length === 1 && { user_id }), ...(unowned && { unowned }) };
  return { ...who, account_id, campaign_id, group_id };
};

/** Whether the totals of a page must come to what its parent's row says. Words and states narrow each level by its own rows. */
export const isComparable = ({ keyword, effective_status }: DrillFilters): boolean =>
  keyword === undefined && effective_status === undefined;

/** Sums that must agree, whatever else is shown. */
const AGREEING: readonly MetricKey[] = ['spend', 'impressions', 'revenue', 'orders', 'new_users'];

/** Whether rows below no longer come to what stood above them: figures were restated between the two questions. */
export const disagree = (above: Readonly<Record<string, number | null>>, below: Readonly<Record<string, number | null>>): boolean =>
  AGREEING.some((key) => (above[key] ?? 0) !== (below[key] ?? 0));

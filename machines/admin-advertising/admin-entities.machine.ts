import type { ActorRefFrom } from 'xstate';
import type { AdminEntityRow as WireRow } from '#contracts/endpoints/admin-entities.ts';
import { adMetrics } from '#contracts/rules/metrics.ts';
import { adminEntityFilters } from '#contracts/vocabulary/admin-entities.ts';
import { launchSortable } from '#contracts/vocabulary/launch-filters.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { createListMachine, type ListAnswer } from '../kernel/list/list.machine.ts';
import { defineListQuery, type Field } from '../kernel/list/list-query.ts';
import { vocabularyFields } from '../kernel/list/vocabulary-query.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { type Days, readOnly, writeOnly } from '../kernel/report/report-query.ts';
import type { ReportRow } from '../kernel/report/report-tree.ts';
import { createTrendMachine, type TrendAnswer } from '../kernel/report/trend.machine.ts';
import { defineTrendQuery, type TrendStep } from '../kernel/report/trend-query.ts';
import { homepagePicker } from '../parts/assets/asset-pickers.machine.ts';
import { adPickers } from '../parts/launches/ad-pickers.machine.ts';
import type { EntityRow } from '../parts/launches/entity-rows.ts';

/** A row of any level, with the people behind it. */
export type AdminEntityRow = EntityRow & Pick<WireRow, 'department' | 'personal_account'>;

type Figures = Pick<ReportRow, 'm' | 'mature' | 'running'>;
/** Totals of all that match; separately those of deleted objects where the filter leaves them out. */
export type AdminTotals = Figures & { deleted?: Figures | undefined };

/** The days chosen in the chart, to which the table is narrowed; the chart still shows them all. */
const only: Field<Days> = { read: readOnly, write: writeOnly };

const queryOf = (level: EntityLevel) =>
  defineListQuery({ ...vocabularyFields(adminEntityFilters), only }, [...launchSortable[level], ...adMetrics]);

export const adminQueries: Readonly<Record<EntityLevel, ReturnType<typeof queryOf>>> = {
  campaign: queryOf('campaign'),
  ad_group: queryOf('ad_group'),
  ad: queryOf('ad'),
};
export type AdminFilters = ReturnType<(typeof adminQueries)['campaign']['read']>['filters'];

/** What selects the rows; the days of the chart only narrow their metrics. */
export const toRowFilters = ({ only: _, ...filters }: AdminFilters): Omit<AdminFilters, 'only'> => filters;

const { date_from: _from, date_to: _to, ...charted } = adminEntityFilters;
/** Metrics that a line can show, without the payback day, which belongs to no single day. */
export const CHARTED_METRICS = adMetrics.filter((key) => key !== 'payback_day');
export const adminTrendQuery = defineTrendQuery({
  fields: vocabularyFields(charted),
  metrics: CHARTED_METRICS,
  defaultMetrics: ['spend', 'roi'],
  isSplit: false,
});
export type AdminTrendFilters = ReturnType<typeof adminTrendQuery.read>['filters'];

/** Turns objects off, whoever owns them. */
export const emergencyClose = createBatchMachine<{ level: EntityLevel }, AdminFilters>({
  id: 'emergencyClose',
  description: 'Turns campaigns, ad groups or ads off in an emergency; their owners are alerted.',
  blank: { level: 'campaign' },
  check: () => ({}),
  caution: () => ({ isDeletion: false, needsReason: true }),
});

/** The row whose metrics are shown over time. */
export interface AdminTrendSubject {
  level: EntityLevel;
  id: number;
  name: string;
  dateFrom: string | undefined;
  dateTo: string | undefined;
  step: TrendStep;
}

export const adminRowTrend = createDetailMachine<AdminTrendSubject, TrendAnswer>({
  id: 'adminRowTrend',
  description: 'Metrics of one object over time, with its changes.',
});

export const adminTrend = createTrendMachine<AdminTrendFilters>({
  id: 'adminTrend',
  description: 'Metrics over time of all objects that match.',
  query: adminTrendQuery,
});

/** The chart follows the days and filters of the address. */
const locateTrend = (_: unknown, search: string) => ({ type: 'trend.located' as const, search });

const createAdminPage = (level: EntityLevel, id: string, of: string) => {
  const query = adminQueries[level];
  const list = createListMachine<AdminEntityRow, AdminFilters, number, ListAnswer<AdminEntityRow, AdminTotals>>({
    id: `${id}List`,
    description: `The ${of} of the company as the address specifies them.`,
    query,
    rowId: (row) => row.id,
  });
  return createListPage({
    id,
    description: `The ${of} of the whole company, with their owners and metrics.`,
    query,
    list,
    tools: createListTools<AdminFilters>({ id, of: `the ${of} of the company`, query }),
    parts: { trend: adminTrend, rowTrend: adminRowTrend, batch: emergencyClose },
    choices: { pickers: adPickers, homepages: homepagePicker },
    unseen: {
      pickers: ['user_id', 'ad_account_id', 'drama_id', 'product_id', 'material_id', 'scheme_id', 'landing_page_id'],
      homepages: 'homepage_id',
    },
    batches: ['batch'],
    addresses: { 'trend.moved': adminTrendQuery },
    on: {
      'page.located': { trend: locateTrend },
      'page.refreshRequested': { trend: { type: 'trend.refreshRequested' } },
      'list.moved': { trend: locateTrend },
      'views.applied': { trend: locateTrend },
    },
  });
};

export const adminCampaigns = createAdminPage('campaign', 'adminCampaigns', 'campaigns');
export const adminGroups = createAdminPage('ad_group', 'adminGroups', 'ad groups');
export const adminAds = createAdminPage('ad', 'adminAds', 'ads');

export const {
  list: adminCampaignList,
  export: adminCampaignExport,
  tableView: adminCampaignTableView,
  views: adminCampaignViews,
} = adminCampaigns.parts;
export const { list: adminGroupList, export: adminGroupExport, tableView: adminGroupTableView, views: adminGroupViews } = adminGroups.parts;
export const { list: adminAdList, export: adminAdExport, tableView: adminAdTableView, views: adminAdViews } = adminAds.parts;

export type AdminEntities = ActorRefFrom<typeof adminCampaigns>;

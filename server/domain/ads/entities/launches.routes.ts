import { exportEntities } from '#contracts/endpoints/ad-entity-details.ts';
import { listAdGroups } from '#contracts/endpoints/ad-groups.ts';
import { listAds } from '#contracts/endpoints/ads.ts';
import { listCampaigns } from '#contracts/endpoints/campaigns.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { adMetrics, isMetric, metricOf } from '#contracts/rules/metrics.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { describeFormula, loadFreshness, type RowFigures, toFreshnessAnswer, toMetricCell } from '../../insights/index.ts';
import { refuseField } from '../../refusal.ts';
import { exportFile, line } from '../../spreadsheet/index.ts';
import { sortColumn } from './entity-rows.sql.ts';
import { describeLaunchFilters } from './launch-filter-words.ts';
import { createExportColumns, type ExportRow } from './launches.exports.ts';
import * as query from './launches.query.ts';
import type { EntityLevel } from './levels.ts';

interface ListRequest extends query.LaunchFilter {
  sort?: query.Sort | undefined;
  page?: number | undefined;
  page_size?: 20 | 50 | 100 | 200 | undefined;
}

function requireCreatedRange({ created_from, created_to }: query.LaunchFilter): void {
  if (created_from !== undefined && created_to !== undefined && created_from > created_to) throw refuseField('created_to', 'range');
}

/** Refuses a date range that ends before it begins and a sort field that the level does not have. */
function toQuestion<Level extends EntityLevel>({ caller, now, limits }: CallContext, level: Level, { sort = [], ...filter }: ListRequest) {
  requireCreatedRange(filter);
  const unknownSort = sort.findIndex(({ field }) => !isMetric(field) && sortColumn(level, field, now) === undefined);
  if (unknownSort >= 0) throw refuseField(`sort.${unknownSort}.field`, 'enum');
  return { caller, now, level, filter, sort, days: query.parseLaunchDays(filter, now, limits) };
}

async function listLaunches<Level extends EntityLevel>(
  context: CallContext,
  level: Level,
  { page = 1, page_size = 20, ...request }: ListRequest,
) {
  const { db, language } = context;
  const question = toQuestion(context, level, request);
  const [{ total, figures, accounts }, deleted, rows] = await Promise.all([
    query.loadTotals(db, question),
    query.loadUnlistedTotals(db, question),
    query.loadLaunchPage(db, question, context, { limit: page_size, offset: (page - 1) * page_size }),
  ]);
  const fresh = toFreshnessAnswer(await loadFreshness(db, question, accounts), language);
  return { list: rows, total, page, page_size, totals: { ...figures, ...(deleted && { deleted }) }, ...fresh };
}

const EXPORT_PAGES = {
  campaign: { page: { zh: '广告系列', en: 'Campaigns' }, slug: 'campaigns' },
  ad_group: { page: { zh: '广告组', en: 'Ad sets' }, slug: 'ad-groups' },
  ad: { page: { zh: '广告', en: 'Ads' }, slug: 'ads' },
} as const;

const NOTES = [
  ...line('日期', 'Dates', { zh: '每个广告账户自己的日期', en: 'Those of each ad account' }),
  ...line('金额', 'Money', {
    zh: '指标为美元；预算与出价为账户币种',
    en: 'Metrics in US dollars; budgets and bids in the currency of the account',
  }),
];

/** Label of the totals of objects that are not listed but that reports count. */
const UNLISTED_LABEL = { zh: '另有已删除或已转出', en: 'Deleted or transferred, not listed' };

const toTotalCells = ({ m }: Pick<RowFigures, 'm'>) =>
  Object.fromEntries(adMetrics.flatMap((key) => (metricOf(key).totals === 'none' ? [] : [[key, toMetricCell(key, m[key])]])));

function exportLaunches(context: CallContext, { level, columns, locale, count_only, ...asked }: RequestOf<typeof exportEntities>) {
  const question = toQuestion(context, level, asked);
  const { rows, shape } = query.selectLaunches(question, context);
  const metrics = columns.filter(isMetric);
  const { date_from, date_to } = asked;
  return exportFile<ExportRow, query.LaunchRecord>(
    context,
    { columns, locale, count_only },
    {
      ...EXPORT_PAGES[level],
      days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
      columns: createExportColumns(level),
      count: (db) => query.countRows(db, question),
      rows,
      shape: (found) => ({ ...shape(found), platform_id: found.platform_id, exponent: found.exponent }) as ExportRow,
      filters: (db) => describeLaunchFilters(db, context.caller, question.filter),
      figuresAsOf: async (db) => await loadFreshness(db, question, (await query.loadTotals(db, question)).accounts),
      notes: async () => [...NOTES, ...metrics.map(describeFormula)],
      async totals(db) {
        const { figures } = await query.loadTotals(db, question);
        return toTotalCells(figures);
      },
      async besideTotals(db) {
        const deleted = await query.loadUnlistedTotals(db, question);
        return deleted && { words: UNLISTED_LABEL, cells: toTotalCells(deleted) };
      },
    },
  );
}

export const launchCalls = [
  defineCall({ endpoint: listCampaigns, audit: 'read', handle: (context, request) => listLaunches(context, 'campaign', request) }),
  defineCall({ endpoint: listAdGroups, audit: 'read', handle: (context, request) => listLaunches(context, 'ad_group', request) }),
  defineCall({ endpoint: listAds, audit: 'read', handle: (context, request) => listLaunches(context, 'ad', request) }),
  defineCall({ endpoint: exportEntities, audit: 'read', handle: exportLaunches }),
];

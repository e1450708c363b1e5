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
import { launchFiltersInWords } from './launch-filter-words.ts';
import { type ExportRow, exportColumnsOf } from './launches.exports.ts';
import * as query from './launches.query.ts';
import type { EntityLevel } from './levels.ts';

interface Asked extends query.LaunchFilter {
  sort?: query.Sort | undefined;
  page?: number | undefined;
  page_size?: 20 | 50 | 100 | 200 | undefined;
}

function requireCreated({ created_from, created_to }: query.LaunchFilter): void {
  if (created_from !== undefined && created_to !== undefined && created_from > created_to) throw refuseField('created_to', 'range');
}

/** Refuses days that end before they begin, and a sort by what the level has not. */
function questionOf<Level extends EntityLevel>({ caller, now, limits }: CallContext, level: Level, { sort = [], ...filter }: Asked) {
  requireCreated(filter);
  const wrong = sort.findIndex(({ field }) => !isMetric(field) && sortColumn(level, field, now) === undefined);
  if (wrong >= 0) throw refuseField(`sort.${wrong}.field`, 'enum');
  return { caller, now, level, filter, sort, days: query.daysAsked(filter, now, limits) };
}

async function list<Level extends EntityLevel>(context: CallContext, level: Level, { page = 1, page_size = 20, ...asked }: Asked) {
  const { db, language } = context;
  const question = questionOf(context, level, asked);
  const [{ total, figures, accounts }, deleted, rows] = await Promise.all([
    query.totalsOf(db, question),
    query.leftOutOf(db, question),
    query.pageOfLaunches(db, question, context, { limit: page_size, offset: (page - 1) * page_size }),
  ]);
  const fresh = toFreshnessAnswer(await loadFreshness(db, question, accounts), language);
  return { list: rows, total, page, page_size, totals: { ...figures, ...(deleted && { deleted }) }, ...fresh };
}

const pages = {
  campaign: { page: { zh: '广告系列', en: 'Campaigns' }, slug: 'campaigns' },
  ad_group: { page: { zh: '广告组', en: 'Ad groups' }, slug: 'ad-groups' },
  ad: { page: { zh: '广告', en: 'Ads' }, slug: 'ads' },
} as const;

const NOTES = [
  ...line('日期', 'Dates', { zh: '每个广告账户自己的日期', en: 'Those of each ad account' }),
  ...line('金额', 'Money', {
    zh: '指标为美元；预算与出价为账户币种',
    en: 'Metrics in US dollars; budgets and bids in the currency of the account',
  }),
];

/** Beside the totals: what is not among the rows any more, and still among what reports count. */
const LEFT_OUT = { zh: '另有已删除或已转出', en: 'Deleted or handed over, not listed' };

const totalCells = ({ m }: Pick<RowFigures, 'm'>) =>
  Object.fromEntries(adMetrics.flatMap((key) => (metricOf(key).totals === 'none' ? [] : [[key, toMetricCell(key, m[key])]])));

function exported(context: CallContext, { level, columns, locale, count_only, ...asked }: RequestOf<typeof exportEntities>) {
  const question = questionOf(context, level, asked);
  const { rows, shape } = query.selectLaunches(question, context);
  const metrics = columns.filter(isMetric);
  const { date_from, date_to } = asked;
  return exportFile<ExportRow, query.FoundLaunch>(
    context,
    { columns, locale, count_only },
    {
      ...pages[level],
      days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
      columns: exportColumnsOf(level),
      count: (db) => query.countRows(db, question),
      rows,
      shape: (found) => ({ ...shape(found), platform_id: found.platform_id, exponent: found.exponent }) as ExportRow,
      filters: (db) => launchFiltersInWords(db, context.caller, question.filter),
      figuresAsOf: async (db) => await loadFreshness(db, question, (await query.totalsOf(db, question)).accounts),
      notes: async () => [...NOTES, ...metrics.map(describeFormula)],
      async totals(db) {
        const { figures } = await query.totalsOf(db, question);
        return totalCells(figures);
      },
      async besideTotals(db) {
        const deleted = await query.leftOutOf(db, question);
        return deleted && { words: LEFT_OUT, cells: totalCells(deleted) };
      },
    },
  );
}

export const launchCalls = [
  defineCall({ endpoint: listCampaigns, audit: 'read', handle: (context, request) => list(context, 'campaign', request) }),
  defineCall({ endpoint: listAdGroups, audit: 'read', handle: (context, request) => list(context, 'ad_group', request) }),
  defineCall({ endpoint: listAds, audit: 'read', handle: (context, request) => list(context, 'ad', request) }),
  defineCall({ endpoint: exportEntities, audit: 'read', handle: exported }),
];

import type { Kysely } from 'kysely';
import { adMetrics, isMetric, metricOf } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../../call.ts';
import { describeFormula, loadFreshness, type RowFigures, toFreshnessAnswer, toMetricCell } from '../../insights/index.ts';
import { type DescribedFilter, type ExportColumn, exportFile, line } from '../../spreadsheet/index.ts';
import type { ExportRow } from './launches.exports.ts';
import * as query from './launches.query.ts';

interface Page {
  page?: number | undefined;
  page_size?: 20 | 50 | 100 | 200 | undefined;
  /** The page lies beyond the rows that are paged, so that it has none. */
  isBeyondEnd?: boolean;
}

/** One page of a list, with the totals of everything that matches and the freshness of the figures. */
export async function answerLaunchList<Row>(
  { db, language }: Pick<CallContext, 'db' | 'language'>,
  question: query.LaunchQuestion,
  toRow: query.ToRow<Row>,
  { page = 1, page_size = 20, isBeyondEnd = false }: Page,
) {
  const [{ total, figures, accounts }, deleted, list] = await Promise.all([
    query.loadTotals(db, question),
    query.loadUnlistedTotals(db, question),
    isBeyondEnd ? [] : query.loadLaunchPage(db, question, toRow, { limit: page_size, offset: (page - 1) * page_size }),
  ]);
  const fresh = toFreshnessAnswer(await loadFreshness(db, question, accounts), language);
  return { list, total, page, page_size, totals: { ...figures, ...(deleted && { deleted }) }, ...fresh };
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

interface FileRequest {
  columns: string[];
  locale: 'zh-cn' | 'en';
  count_only?: true | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

interface LaunchFile {
  question: query.LaunchQuestion;
  columns: Record<string, ExportColumn<ExportRow>>;
  toRow: query.ToRow<object>;
  filters: (db: Kysely<Database>) => Promise<DescribedFilter[]>;
}

/** The file of a list of campaigns, ad groups or ads. */
export function exportLaunchFile(context: CallContext, request: FileRequest, { question, columns, toRow, filters }: LaunchFile) {
  const { rows, shape } = query.selectLaunches(question, toRow);
  const { date_from, date_to, columns: keys, locale, count_only } = request;
  return exportFile<ExportRow, query.LaunchRecord>(
    context,
    { columns: keys, locale, count_only },
    {
      ...EXPORT_PAGES[question.level],
      days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
      columns,
      count: (db) => query.countRows(db, question),
      rows,
      shape: (found) => ({ ...shape(found), platform_id: found.platform_id, exponent: found.exponent }) as ExportRow,
      filters,
      figuresAsOf: async (db) => await loadFreshness(db, question, (await query.loadTotals(db, question)).accounts),
      notes: async () => [...NOTES, ...keys.filter(isMetric).map((key) => describeFormula(key, question.filter.biz))],
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

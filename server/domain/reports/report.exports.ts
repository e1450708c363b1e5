import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ReportDimension } from '#contracts/endpoints/report-dimensions.ts';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import type { ReportDeclaration } from '#contracts/reports/report.ts';
import { isMetric, type MetricKey } from '#contracts/rules/metrics.ts';
import { nameRatio, type Picture } from '#contracts/rules/ratio-words.ts';
import type { BizLine } from '#contracts/vocabulary/business-lines.ts';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import { landingColumnWords, landingStatusWords, landingTemplateWords } from '#contracts/vocabulary/landing-pages.ts';
import { hitLevelWords, materialColumnWords } from '#contracts/vocabulary/materials.ts';
import { pixelCapiWords, pixelColumnWords } from '#contracts/vocabulary/pixels.ts';
import { bidStrategyWords, objectiveWords, schemeColumnWords, schemeStatusWords } from '#contracts/vocabulary/schemes.ts';
import { describeReportFilters } from '../ads/index.ts';
import { loadBusinessDay } from '../business-time.ts';
import type { CallContext } from '../call.ts';
import { daysOnline } from '../content/index.ts';
import {
  countRows,
  createMetricColumn,
  describeFormula,
  queryReport,
  type ReportLine,
  type ReportQuestion,
  selectRows,
  toMetricCell,
  toReportLine,
} from '../insights/index.ts';
import { type DescribedFilter, type ExportColumn, exportFile, line, MONEY, pick, type Words } from '../spreadsheet/index.ts';
import { valueInWords } from './dimension-words.ts';
import { describeTimeBasis } from './order-list.exports.ts';
import type { ReportEndpoints } from './report-endpoints.ts';

type Request = RequestOf<ReportEndpoints['export']>;

/** A row of the file: its figures, and what else was selected of it. */
export interface Row {
  line: ReportLine;
  found: Record<string, unknown>;
}

interface Field extends Words {
  width: number;
  format?: string;
  /** What is selected for it. */
  field: string;
  /** Dimensions that have it. */
  of: readonly ReportDimension[];
  /** Names of its values, where they are words. */
  words?: Readonly<Record<string, Words>>;
  /** What is shown of what is selected. */
  read?: (selected: unknown, today: string) => number | Words | null;
}

const entities = ['campaign', 'ad_group', 'ad'] as const;
const schemes = ['scheme', 'scheme_version'] as const;
const readDaysOnline = (onlineAt: unknown, today: string) => daysOnline(onlineAt === null ? null : String(onlineAt), today);
const nameSelectedRatio = (picture: unknown) => (picture === null ? null : nameRatio(picture as Picture));
const DELETED: Words = { zh: '已删除', en: 'Deleted' };
const fields: Readonly<Record<string, Field>> = {
  platform_id: { zh: '平台 ID', en: 'Platform ID', width: 22, field: 'platform_id', of: ['account', ...entities, 'pixel'] },
  department_name: { zh: '所在部门', en: 'Department', width: 18, field: 'department_name', of: ['user'] },
  account_status: { zh: '账户状态', en: 'Account status', width: 12, field: 'account_status', of: ['account'] },
  currency: { zh: '币种', en: 'Currency', width: 8, field: 'currency', of: ['account'] },
  timezone_name: { zh: '时区', en: 'Time zone', width: 22, field: 'timezone_name', of: ['account'] },
  balance: { zh: '余额', en: 'Balance', width: 14, format: MONEY, field: 'balance_in_units', of: ['account'] },
  cap_left: { zh: '限额剩余', en: 'Limit remaining', width: 14, format: MONEY, field: 'cap_left_in_units', of: ['account'] },
  effective_status: { zh: '状态', en: 'Status', width: 18, field: 'effective_status', of: entities },
  owner: { zh: '负责人', en: 'Owner', width: 16, field: 'owner', of: entities },
  material_ratio: { ...dimensionWords.ratio, width: 8, field: 'material_picture', of: ['material'], read: nameSelectedRatio },
  material_duration: { ...materialColumnWords.duration, width: 10, format: '0.0', field: 'material_seconds', of: ['material'] },
  material_creator: { ...materialColumnWords.creator, width: 14, field: 'material_creator', of: ['material'] },
  stage_of_drama: { zh: '阶段', en: 'Stage', width: 10, field: 'stage_of_drama', of: ['drama'], words: dramaStageWords },
  capi_enabled: {
    ...pixelColumnWords.capi_enabled,
    width: 12,
    field: 'capi_enabled',
    of: ['pixel'],
    words: { true: pixelCapiWords.yes, false: pixelCapiWords.no },
  },
  sites: { ...pixelColumnWords.sites, width: 28, field: 'pixel_sites', of: ['pixel'] },
  last_fired_at: { ...pixelColumnWords.last_fired_at, width: 18, field: 'last_fired_at', of: ['pixel'] },
  material_code: { zh: '素材编号', en: 'Creative code', width: 12, field: 'material_code', of: ['material'] },
  material_drama: { zh: '素材剧目', en: 'Drama of the creative', width: 24, field: 'material_drama', of: ['material'] },
  hit_level: { zh: '爆款', en: 'Hit', width: 10, field: 'hit_level', of: ['material'], words: hitLevelWords },
  first_used_at: { zh: '首次使用', en: 'First used', width: 18, field: 'first_used_at', of: ['material'] },
  life_days: { zh: '有消耗天数', en: 'Days with spend', width: 12, field: 'life_days', of: ['material'] },
  peak_day: { zh: '峰值日', en: 'Peak day', width: 12, field: 'peak_day', of: ['material'] },
  version: { ...schemeColumnWords.version, width: 8, field: 'version', of: schemes },
  scheme_owner: { ...schemeColumnWords.owner, width: 16, field: 'scheme_owner', of: ['scheme'] },
  scheme_status: {
    ...schemeColumnWords.status,
    width: 10,
    field: 'scheme_status',
    of: ['scheme'],
    words: { ...schemeStatusWords, deleted: DELETED },
  },
  scheme_objective: { ...schemeColumnWords.objective, width: 14, field: 'scheme_objective', of: schemes, words: objectiveWords },
  scheme_bid_strategy: { ...schemeColumnWords.bid, width: 14, field: 'scheme_bid_strategy', of: schemes, words: bidStrategyWords },
  scheme_structure: { ...schemeColumnWords.structure, width: 14, field: 'scheme_structure', of: schemes },
  scheme_budget: { ...schemeColumnWords.budget, width: 14, format: MONEY, field: 'scheme_budget_in_units', of: schemes },
  scheme_countries: { ...schemeColumnWords.countries, width: 24, field: 'scheme_countries', of: schemes },
  landing_url: { zh: '地址', en: 'URL', width: 40, field: 'landing_url', of: ['landing'] },
  landing_site: { ...landingColumnWords.site, width: 20, field: 'landing_site', of: ['landing'] },
  landing_template: { ...landingColumnWords.template, width: 12, field: 'landing_template', of: ['landing'], words: landingTemplateWords },
  landing_status: { ...landingColumnWords.status, width: 10, field: 'landing_status', of: ['landing'], words: landingStatusWords },
  landing_ab_group: { ...landingColumnWords.ab_group, width: 14, field: 'landing_ab_group', of: ['landing'] },
  online_days: { zh: '上线天数', en: 'Days online', width: 10, field: 'online_at', of: ['drama'], read: readDaysOnline },
};

interface Wanted {
  groupBy: readonly ReportDimension[];
  metrics: readonly MetricKey[];
  /** The business line that the report is limited to. */
  biz: BizLine | undefined;
}

function columnsOf({ groupBy, metrics, biz }: Wanted, today: string): Record<string, ExportColumn<Row>> {
  const columns: Record<string, ExportColumn<Row>> = {};
  for (const key of groupBy) {
    columns[key] = {
      ...dimensionWords[key],
      width: 28,
      cell: ({ line: { values } }, locale) => {
        const { id = 0, label = null } = values[key] ?? {};
        return pick(valueInWords(key, id, label), locale);
      },
    };
  }
  for (const [key, { field, of, words, read, ...look }] of Object.entries(fields)) {
    if (!of.some((dimension) => groupBy.includes(dimension))) continue;
    columns[key] = {
      ...look,
      cell: ({ found }, locale) => {
        const selected = (found[`x:${field}`] as string | number | Date | null) ?? null;
        const value = read ? read(selected, today) : (words?.[String(selected)] ?? selected);
        return value !== null && typeof value === 'object' && 'zh' in value ? pick(value, locale) : value;
      },
    };
  }
  columns['spend_local'] = {
    zh: '消耗（账户币种）',
    en: 'Spend (account currency)',
    width: 16,
    format: MONEY,
    cell: ({ line: { local }, found }) => {
      const spend = local?.m['spend'];
      return typeof spend === 'number' ? spend / 10 ** Number(found['exponent'] ?? 2) : null;
    },
  };
  for (const key of metrics) {
    columns[key] = createMetricColumn<Row>(key, ({ line: { m } }) => m[key], biz);
  }
  return columns;
}

const RULES: readonly DescribedFilter[] = [
  ...line('日期', 'Dates', { zh: '每个广告账户自己的日期', en: 'Those of each ad account' }),
  ...line('金额', 'Money', {
    zh: '美元；账户币种的列为该账户的币种',
    en: 'US dollars; columns in account currency use each account’s currency',
  }),
];

/** Columns that are not selected with the rows, for these dimensions. */
export type ExtraColumns = (context: CallContext, groupBy: readonly ReportDimension[]) => Promise<Record<string, ExportColumn<Row>>>;

interface Options {
  questionOf: (metrics: readonly MetricKey[]) => Promise<ReportQuestion>;
  exportColumns?: ExtraColumns | undefined;
}
/** What the report leaves out. */
const describeSubject = (subject: ReportDimension | undefined): readonly DescribedFilter[] => {
  if (subject === undefined) return [];
  const { zh, en } = dimensionWords[subject];
  return line('范围', 'Scope', { zh: `仅含有${zh}的数据`, en: `Only what has a ${en.toLowerCase()}` });
};

/** The figures of a question as a file, all rows of it. */
export async function exportOfReport(
  context: CallContext,
  { title, slug, facts, subject }: Pick<ReportDeclaration, 'title' | 'slug' | 'facts'> & { readonly subject?: ReportDimension },
  request: Request,
  { questionOf, exportColumns }: Options,
) {
  const metrics = request.columns.filter(isMetric);
  const biz = request.filters?.biz;
  // What was spent is there in every file: rows are told apart by it, and the account's own currency needs it.
  const question = await questionOf([...metrics, 'spend']);
  const wanted = request.columns.flatMap((key) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return field?.of.some((dimension) => request.group_by.includes(dimension)) ? [field.field] : [];
  });
  const today = await loadBusinessDay(context.db, context.now);
  return await exportFile<Row, Record<string, unknown>>(context, request, {
    page: title,
    slug,
    days: request.date_mode === undefined ? [request.date_from, request.date_to] : undefined,
    columns: {
      ...columnsOf({ groupBy: request.group_by, metrics, biz }, today),
      ...(await exportColumns?.(context, request.group_by)),
    },
    count: (db) => countRows(db, question),
    rows: selectRows(question, wanted),
    shape: (found) => ({ line: toReportLine(question, found), found }),
    filters: (db) => describeReportFilters(db, context.caller, request),
    figuresAsOf: async (db) => await queryReport(db, { ...question, metrics: ['spend'], sort: [] }, { limit: 0, offset: 0 }),
    notes: async () => [
      ...(facts === 'orders' ? describeTimeBasis(question.filter.time_basis) : RULES),
      ...describeSubject(subject),
      ...metrics.map((key) => describeFormula(key, biz)),
    ],
    async totals(db) {
      const { totals } = await queryReport(db, { ...question, sort: [] }, { limit: 0, offset: 0 });
      return Object.fromEntries(metrics.map((key) => [key, toMetricCell(key, totals.m[key])]));
    },
  });
}

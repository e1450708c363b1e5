import { launchExportColumns } from '#contracts/endpoints/launch-export-columns.ts';
import { type AdBase, type CampaignBase, type EntityBase, type GroupBase, launchMetrics } from '#contracts/endpoints/launch-rows.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { createMetricColumn, type RowFigures } from '../../insights/index.ts';
import { COUNT, type ExportColumn, instant, MONEY, PERCENT, pick, type Words } from '../../spreadsheet/index.ts';
import { actorWords, effectiveWords } from '../events/event-words.ts';

/** A row of an export: whatever its level has. */
export type ExportRow = EntityBase &
  Partial<Omit<CampaignBase, keyof EntityBase> & Omit<GroupBase, keyof EntityBase> & Omit<AdBase, keyof EntityBase>> &
  RowFigures & { platform_id: string | null; exponent: number };

const bizWords: Readonly<Record<EntityBase['biz'], Words>> = {
  dj: { zh: '短剧', en: 'Short drama' },
  ec: { zh: '电商', en: 'E-commerce' },
};
const statusWords: Readonly<Record<EntityBase['status'], Words>> = {
  ACTIVE: { zh: '开启', en: 'Open' },
  PAUSED: { zh: '关闭', en: 'Closed' },
  ARCHIVED: { zh: '已归档', en: 'Archived' },
  DELETED: { zh: '已删除', en: 'Deleted' },
};
const sourceWords: Readonly<Record<EntityBase['source'], Words>> = {
  system: { zh: '本系统', en: 'This system' },
  platform: { zh: '渠道', en: 'Channel' },
};
const modeWords = {
  daily: { zh: '日预算', en: 'Daily' },
  lifetime: { zh: '总预算', en: 'Lifetime' },
} as const satisfies Record<string, Words>;
const reviewWords: Readonly<Record<AdBase['review'], Words>> = {
  pending: { zh: '审核中', en: 'In review' },
  approved: { zh: '通过', en: 'Approved' },
  rejected: { zh: '拒绝', en: 'Rejected' },
};
const learningWords = {
  LEARNING: { zh: '学习中', en: 'Learning' },
  SUCCESS: { zh: '学习完成', en: 'Learned' },
  FAIL: { zh: '学习受限', en: 'Learning limited' },
} as const satisfies Record<string, Words>;

/** An amount of the account as people write it. */
const major = (amount: number | null | undefined, { exponent }: Pick<ExportRow, 'exponent'>): number | null =>
  amount === null || amount === undefined ? null : amount / 10 ** exponent;

type Key = (typeof launchExportColumns)[EntityLevel][number];

const columns: Record<Key, ExportColumn<ExportRow>> = {
  name: { zh: '名称', en: 'Name', width: 40, cell: (row) => row.name },
  platform_id: { zh: '平台ID', en: 'Platform id', width: 22, cell: (row) => row.platform_id },
  biz: { zh: '业务线', en: 'Business line', width: 12, cell: (row, locale) => pick(bizWords[row.biz], locale) },
  channel: { zh: '渠道', en: 'Channel', width: 10, cell: (row) => row.channel },
  account: { zh: '账户', en: 'Account', width: 26, cell: (row) => row.account.label },
  currency: { zh: '币种', en: 'Currency', width: 8, cell: (row) => row.account.currency },
  content: { zh: '剧目/商品', en: 'Drama or product', width: 24, cell: (row) => row.content?.label ?? null },
  owner: { zh: '负责人', en: 'Owner', width: 16, cell: (row) => row.owner?.label ?? null },
  status: { zh: '开关', en: 'Set to', width: 10, cell: (row, locale) => pick(statusWords[row.status], locale) },
  effective_status: { zh: '状态', en: 'Status', width: 14, cell: (row, locale) => pick(effectiveWords[row.effective_status], locale) },
  status_cause: { zh: '状态原因', en: 'Why', width: 40, cell: (row) => row.status_cause },
  objective: { zh: '目标', en: 'Objective', width: 22, cell: (row) => row.objective ?? null },
  scheme: {
    zh: '方案',
    en: 'Scheme',
    width: 24,
    cell: (row) => (row.scheme === null ? null : `${row.scheme.label} v${row.scheme.version}`),
  },
  source: { zh: '来源', en: 'Source', width: 10, cell: (row, locale) => pick(sourceWords[row.source], locale) },
  closed_by: {
    zh: '关闭者',
    en: 'Closed by',
    width: 16,
    cell: (row, locale) => row.closer ?? (row.closed_by === null ? null : pick(actorWords[row.closed_by], locale)),
  },
  closed_at: { zh: '关闭时间', en: 'Closed at', width: 18, cell: (row) => instant(row.closed_at) },
  issue: { zh: '问题', en: 'Issue', width: 30, cell: (row) => row.issue },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  budget_mode: {
    zh: '预算类型',
    en: 'Kind of budget',
    width: 12,
    cell: (row, locale) => (row.budget_mode ? pick(modeWords[row.budget_mode], locale) : null),
  },
  budget: {
    zh: '预算(账户币种)',
    en: 'Budget (account currency)',
    width: 16,
    format: MONEY,
    cell: (row) => major(row.daily_budget ?? row.lifetime_budget, row),
  },
  spent_pct: { zh: '预算已用', en: 'Budget used', width: 12, format: PERCENT, cell: (row) => row.spent_pct ?? null },
  bid_strategy: { zh: '出价策略', en: 'Bid strategy', width: 28, cell: (row) => row.bid_strategy ?? null },
  start_at: { zh: '开始时间', en: 'Starts', width: 18, cell: (row) => instant(row.start_at ?? null) },
  stop_at: { zh: '结束时间', en: 'Ends', width: 18, cell: (row) => instant(row.stop_at ?? null) },
  end_at: { zh: '结束时间', en: 'Ends', width: 18, cell: (row) => instant(row.end_at ?? null) },
  groups: { zh: '组数', en: 'Ad groups', width: 10, format: COUNT, cell: (row) => row.groups ?? null },
  ads: { zh: '广告数', en: 'Ads', width: 10, format: COUNT, cell: (row) => row.ads ?? null },
  campaign: { zh: '广告系列', en: 'Campaign', width: 40, cell: (row) => row.campaign?.label ?? null },
  group: { zh: '广告组', en: 'Ad group', width: 40, cell: (row) => row.group?.label ?? null },
  countries: { zh: '国家', en: 'Countries', width: 18, cell: (row) => row.countries?.join(', ') ?? null },
  pixel: { zh: '像素', en: 'Pixel', width: 22, cell: (row) => row.pixel?.label ?? null },
  optimization_goal: { zh: '优化目标', en: 'Optimisation goal', width: 24, cell: (row) => row.optimization_goal ?? null },
  bid_amount: { zh: '出价(账户币种)', en: 'Bid (account currency)', width: 16, format: MONEY, cell: (row) => major(row.bid_amount, row) },
  learning_stage: {
    zh: '学习阶段',
    en: 'Learning',
    width: 14,
    cell: (row, locale) => (row.learning_stage ? pick(learningWords[row.learning_stage], locale) : null),
  },
  learning_events: {
    zh: '学习转化数',
    en: 'Conversions of learning',
    width: 14,
    format: COUNT,
    cell: (row) => row.learning_events ?? null,
  },
  material: { zh: '素材', en: 'Material', width: 30, cell: (row) => row.material?.label ?? null },
  post: { zh: '帖子', en: 'Post', width: 30, cell: (row) => row.post?.label ?? null },
  homepage: { zh: '主页', en: 'Homepage', width: 22, cell: (row) => row.homepage?.label ?? null },
  landing: { zh: '落地页', en: 'Landing page', width: 24, cell: (row) => row.landing?.label ?? null },
  primary_text: { zh: '正文', en: 'Text', width: 50, cell: (row) => row.primary_text ?? null },
  headline: { zh: '标题', en: 'Headline', width: 30, cell: (row) => row.headline ?? null },
  call_to_action: { zh: '行动按钮', en: 'Call to action', width: 16, cell: (row) => row.call_to_action ?? null },
  review: { zh: '审核', en: 'Review', width: 12, cell: (row, locale) => (row.review ? pick(reviewWords[row.review], locale) : null) },
};

/** The columns that a file of the level can have. */
export function exportColumnsOf(level: EntityLevel): Record<string, ExportColumn<ExportRow>> {
  const own = (launchExportColumns[level] as readonly Key[]).map((key) => [key, columns[key]] as const);
  const ofMetrics = launchMetrics.map((key) => [key, createMetricColumn<ExportRow>(key, ({ m }) => m[key])] as const);
  return Object.fromEntries([...own, ...ofMetrics]);
}

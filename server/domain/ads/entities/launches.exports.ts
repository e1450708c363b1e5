import type { AdBase, CampaignBase, EntityBase, GroupBase } from '#contracts/endpoints/launch-rows.ts';
import { adMetrics } from '#contracts/rules/metrics.ts';
import { adminEntityColumnWords } from '#contracts/vocabulary/admin-entities.ts';
import { type BizLine, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { actorWords } from '#contracts/vocabulary/launch-events.ts';
import { type LaunchColumn, launchColumnWords, launchExportColumns } from '#contracts/vocabulary/launch-filters.ts';
import {
  adReviewWords,
  type EntityLevel,
  effectiveStatusWords,
  entitySourceWords,
  entityStatusWords,
  learningStageWords,
} from '#contracts/vocabulary/launches.ts';
import { budgetModeWords } from '#contracts/vocabulary/schemes.ts';
import { createMetricColumn, type RowFigures } from '../../insights/index.ts';
import { COUNT, type ExportColumn, instant, MONEY, PERCENT, pick, withHeadings } from '../../spreadsheet/index.ts';
import type { Belonging } from './entity-rows.ts';

/** An export row of any level; columns of other levels and of super admins are absent. */
export type ExportRow = EntityBase &
  Partial<Omit<CampaignBase, keyof EntityBase> & Omit<GroupBase, keyof EntityBase> & Omit<AdBase, keyof EntityBase>> &
  Partial<Belonging> &
  RowFigures & { platform_id: string | null; exponent: number };

type AdminColumn = keyof typeof adminEntityColumnWords;

/** Converts an amount from the smallest unit to the unit people use. */
const toMajorUnits = (amount: number | null | undefined, { exponent }: Pick<ExportRow, 'exponent'>): number | null =>
  amount === null || amount === undefined ? null : amount / 10 ** exponent;

const columns = withHeadings<ExportRow, LaunchColumn | AdminColumn>(
  { ...launchColumnWords, ...adminEntityColumnWords },
  {
    name: { width: 40, cell: (row) => row.name },
    platform_id: { width: 22, cell: (row) => row.platform_id },
    biz: { width: 12, cell: (row, locale) => pick(bizWords[row.biz], locale) },
    channel: { width: 10, cell: (row) => row.channel },
    account: { width: 26, cell: (row) => row.account.label },
    currency: { width: 8, cell: (row) => row.account.currency },
    content: { width: 24, cell: (row) => row.content?.label ?? null },
    owner: { width: 16, cell: (row) => row.owner?.label ?? null },
    status: { width: 10, cell: (row, locale) => pick(entityStatusWords[row.status], locale) },
    effective_status: { width: 14, cell: (row, locale) => pick(effectiveStatusWords[row.effective_status], locale) },
    status_cause: { width: 40, cell: (row) => row.status_cause },
    objective: { width: 22, cell: (row) => row.objective ?? null },
    scheme: {
      width: 24,
      cell: (row) => (row.scheme === null ? null : `${row.scheme.label} v${row.scheme.version}`),
    },
    source: { width: 10, cell: (row, locale) => pick(entitySourceWords[row.source], locale) },
    closed_by: {
      width: 16,
      cell: (row, locale) => row.closer ?? (row.closed_by === null ? null : pick(actorWords[row.closed_by], locale)),
    },
    closed_at: { width: 18, cell: (row) => instant(row.closed_at) },
    issue: { width: 30, cell: (row) => row.issue },
    created_at: { width: 18, cell: (row) => instant(row.created_at) },
    budget_mode: {
      width: 12,
      cell: (row, locale) => (row.budget_mode ? pick(budgetModeWords[row.budget_mode], locale) : null),
    },
    budget: {
      width: 16,
      format: MONEY,
      cell: (row) => toMajorUnits(row.daily_budget ?? row.lifetime_budget, row),
    },
    spent_pct: { width: 12, format: PERCENT, cell: (row) => row.spent_pct ?? null },
    bid_strategy: { width: 28, cell: (row) => row.bid_strategy ?? null },
    start_at: { width: 18, cell: (row) => instant(row.start_at ?? null) },
    stop_at: { width: 18, cell: (row) => instant(row.stop_at ?? null) },
    end_at: { width: 18, cell: (row) => instant(row.end_at ?? null) },
    groups: { width: 10, format: COUNT, cell: (row) => row.groups ?? null },
    ads: { width: 10, format: COUNT, cell: (row) => row.ads ?? null },
    note: { width: 40, cell: (row) => row.note ?? null },
    campaign: { width: 40, cell: (row) => row.campaign?.label ?? null },
    group: { width: 40, cell: (row) => row.group?.label ?? null },
    countries: { width: 18, cell: (row) => row.countries?.join(', ') ?? null },
    pixel: { width: 22, cell: (row) => row.pixel?.label ?? null },
    optimization_goal: { width: 24, cell: (row) => row.optimization_goal ?? null },
    bid_amount: { width: 16, format: MONEY, cell: (row) => toMajorUnits(row.bid_amount, row) },
    learning_stage: {
      width: 14,
      cell: (row, locale) => (row.learning_stage ? pick(learningStageWords[row.learning_stage], locale) : null),
    },
    learning_events: {
      width: 14,
      format: COUNT,
      cell: (row) => row.learning_events ?? null,
    },
    material: { width: 30, cell: (row) => row.material?.label ?? null },
    post: { width: 30, cell: (row) => row.post?.label ?? null },
    homepage: { width: 22, cell: (row) => row.homepage?.label ?? null },
    landing: { width: 24, cell: (row) => row.landing?.label ?? null },
    primary_text: { width: 50, cell: (row) => row.primary_text ?? null },
    headline: { width: 30, cell: (row) => row.headline ?? null },
    call_to_action: { width: 16, cell: (row) => row.call_to_action ?? null },
    department: { width: 16, cell: (row) => row.department?.label ?? null },
    personal_account: { width: 20, cell: (row) => row.personal_account?.label ?? null },
    review: { width: 12, cell: (row, locale) => (row.review ? pick(adReviewWords[row.review], locale) : null) },
  },
);

/** The columns that an export of the level may contain, headed in the words of the business line it is limited to. */
export function createExportColumns(
  level: EntityLevel,
  line?: BizLine,
  keys: readonly (LaunchColumn | AdminColumn)[] = launchExportColumns[level],
): Record<string, ExportColumn<ExportRow>> {
  const ownColumns = keys.map((key) => [key, columns[key]] as const);
  const metricColumns = adMetrics.map((key) => [key, createMetricColumn<ExportRow>(key, ({ m }) => m[key], line)] as const);
  return Object.fromEntries([...ownColumns, ...metricColumns]);
}

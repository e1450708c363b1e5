import { sql } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { exportRules, type HitRow, type LedgerRow } from '#contracts/endpoints/host-rules.ts';
import { describeCondition, formatConditionValue } from '#contracts/rules/host-rule-sentence.ts';
import { unitOfCondition } from '#contracts/rules/host-rules.ts';
import {
  hitColumnWords,
  hitFilters,
  hitResultWords,
  hitSkipReasonWords,
  ledgerColumnWords,
  rehearsalColumnWords,
  rehearsalGapWords,
  ruleActionWords,
} from '#contracts/vocabulary/host-rules.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import { type CallContext, defineCall } from '../call.ts';
import { requireDateOrder } from '../people/index.ts';
import { refuseField } from '../refusal.ts';
import { COUNT, describeById, describeFilters, exportFile, instant, type Locale, MONEY, pick, withHeadings } from '../spreadsheet/index.ts';
import * as hits from './hits.repository.ts';
import { rehearseRule } from './hits.routes.ts';
import { findRule } from './rules.repository.ts';

const languageOf = (locale: Locale) => (locale === 'zh-cn' ? 'zh' : 'en');

const NO_DATA = { zh: '无数据', en: 'no data' };

function describeChecks(checks: HitRow['checks'], locale: Locale): string {
  const language = languageOf(locale);
  return checks
    .map(({ condition, value }) => {
      const shown = value === null ? NO_DATA[language] : formatConditionValue(value, unitOfCondition(condition));
      return `${describeCondition(condition, language)} (${shown})`;
    })
    .join('; ');
}

/** Changed fields as text; amounts stay in the smallest unit of their currency. */
function describeChange({ before, after }: Pick<HitRow, 'before' | 'after'>): string {
  const fields = Object.keys(after).filter((field) => field !== 'learning_stage');
  return fields.map((field) => `${field}: ${String(before[field] ?? '–')} → ${String(after[field])}`).join(', ');
}

const toUsd = (cents: number | null) => (cents === null ? null : cents / 100);

const hitColumns = withHeadings<HitRow, keyof typeof hitColumnWords>(hitColumnWords, {
  at: { width: 18, cell: (row) => instant(row.at) },
  rule: { width: 24, cell: (row) => row.rule.label },
  account: { width: 26, cell: (row) => row.account.label },
  object: { width: 40, cell: (row) => row.entity.label },
  level: { width: 10, cell: (row, locale) => pick(entityLevelWords[row.entity.level], locale) },
  metrics: { width: 60, cell: (row, locale) => describeChecks(row.checks, locale) },
  action: { width: 14, cell: (row, locale) => pick(ruleActionWords[row.action], locale) },
  change: { width: 30, cell: describeChange },
  result: { width: 14, cell: (row, locale) => pick(hitResultWords[row.result], locale) },
  skip_reason: { width: 24, cell: (row, locale) => (row.skip_reason === null ? null : pick(hitSkipReasonWords[row.skip_reason], locale)) },
  decided_by: { width: 14, cell: (row) => row.decided_by?.label ?? null },
  undone_at: { width: 18, cell: (row) => instant(row.undone_at) },
});

type RehearsalRow = Awaited<ReturnType<typeof rehearseRule>>['rows'][number];

const rehearsalColumns = withHeadings<RehearsalRow, keyof typeof rehearsalColumnWords>(rehearsalColumnWords, {
  object: { width: 40, cell: (row) => row.entity.label },
  account: { width: 26, cell: (row) => row.account.label },
  level: { width: 10, cell: (row, locale) => pick(entityLevelWords[row.entity.level], locale) },
  times: { width: 8, format: COUNT, cell: (row) => row.times },
  first_at: { width: 18, cell: (row) => instant(row.first_at) },
  change: { width: 30, cell: describeChange },
  saved: { width: 16, format: MONEY, cell: (row) => toUsd(row.saved_usd) },
  lost: { width: 16, format: MONEY, cell: (row) => toUsd(row.lost_usd) },
  net: {
    width: 16,
    format: MONEY,
    cell: (row) => (row.saved_usd === null || row.lost_usd === null ? null : toUsd(row.saved_usd - row.lost_usd)),
  },
});

const gainOf = (row: LedgerRow) => row.revenue_after_usd - row.spend_after_usd - (row.revenue_before_usd - row.spend_before_usd);

const ledgerColumns = withHeadings<LedgerRow, keyof typeof ledgerColumnWords>(ledgerColumnWords, {
  at: { width: 18, cell: (row) => instant(row.at) },
  object: { width: 40, cell: (row) => row.entity.label },
  account: { width: 26, cell: (row) => row.account.label },
  level: { width: 10, cell: (row, locale) => pick(entityLevelWords[row.entity.level], locale) },
  action: { width: 14, cell: (row, locale) => pick(ruleActionWords[row.action], locale) },
  change: { width: 30, cell: describeChange },
  hours: { width: 10, format: COUNT, cell: (row) => row.hours },
  spend_before: { width: 16, format: MONEY, cell: (row) => toUsd(row.spend_before_usd) },
  spend_after: { width: 16, format: MONEY, cell: (row) => toUsd(row.spend_after_usd) },
  revenue_before: { width: 16, format: MONEY, cell: (row) => toUsd(row.revenue_before_usd) },
  revenue_after: { width: 16, format: MONEY, cell: (row) => toUsd(row.revenue_after_usd) },
  gain: { width: 16, format: MONEY, cell: (row) => toUsd(gainOf(row)) },
  undone_at: { width: 18, cell: (row) => instant(row.undone_at) },
});

async function requireRuleId(context: CallContext, ruleId: number | undefined): Promise<number> {
  if (ruleId === undefined || (await findRule(context, ruleId)) === undefined) throw refuseField('rule_id', 'exists');
  return ruleId;
}

async function exportRuleFile(context: CallContext, request: RequestOf<typeof exportRules>) {
  const { kind, days, columns, locale, count_only, ...filter } = request;
  const options = { columns, locale, ...(count_only && { count_only }) };
  requireDateOrder({ date_from: filter.date_from, date_to: filter.date_to });
  if (kind === 'hits') {
    const where = hits.hitCondition(context, filter);
    return await exportFile(context, options, {
      page: { zh: '规则命中记录', en: 'Rule hits' },
      slug: 'rule-hits',
      columns: hitColumns,
      count: (db) => hits.countHits(db, where, Number.MAX_SAFE_INTEGER),
      rows: hits.selectHits(context, where),
      shape: (found) => hits.toHitRow(found, context),
      filters: () => describeFilters(hitFilters, filter, { rule_id: describeById, host_account_id: describeById }),
    });
  }
  const ruleId = await requireRuleId(context, filter.rule_id);
  if (kind === 'ledger') {
    return await exportFile(context, options, {
      page: { zh: '规则成效', en: 'Rule ledger' },
      slug: 'rule-ledger',
      columns: ledgerColumns,
      count: (db) => hits.countLedger(db, ruleId, context.now, Number.MAX_SAFE_INTEGER),
      rows: hits.selectLedger(ruleId, context),
      shape: hits.toLedgerRow,
    });
  }
  const result = await rehearseRule(context, { id: ruleId, ...(days !== undefined && { days }) });
  return await exportFile(context, options, {
    page: { zh: '规则演练', en: 'Rule rehearsal' },
    slug: 'rule-rehearsal',
    columns: rehearsalColumns,
    count: async () => result.rows.length,
    rows: sql<{
      line: RehearsalRow;
    }>`select value as line from jsonb_array_elements(${JSON.stringify(result.rows)}::jsonb) with ordinality order by ordinality`,
    shape: ({ line }) => line,
    notes: async () => result.gaps.map((gap) => ({ name: { zh: '说明', en: 'Note' }, value: rehearsalGapWords[gap] })),
  });
}

export const ruleExportCalls = [defineCall({ endpoint: exportRules, audit: 'read', handle: exportRuleFile })];

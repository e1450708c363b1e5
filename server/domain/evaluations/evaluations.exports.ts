import { type EvaluationRow, exportEvaluations } from '#contracts/endpoints/evaluations.ts';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import {
  evaluationDecisionWords,
  evaluationExportWords,
  evaluationFilters,
  evaluationStateWords,
  evaluationSuggestionWords,
} from '#contracts/vocabulary/evaluations.ts';
import { defineCall } from '../call.ts';
import { listedName } from '../dictionaries.ts';
import { describeFormula, toMetricCell } from '../insights/index.ts';
import { requireDateOrder } from '../people/index.ts';
import { describeFilters, exportFile, findRowName, instant, MONEY, PERCENT, pick, withHeadings } from '../spreadsheet/index.ts';
import * as repository from './evaluations.repository.ts';
import { loadRoundsFreshness } from './evaluations.routes.ts';

const toUsd = (cents: number) => cents / 100;

const columns = withHeadings<EvaluationRow, keyof typeof evaluationExportWords>(evaluationExportWords, {
  drama: { width: 28, cell: (row) => row.drama.label },
  round: { width: 8, format: '0', cell: (row) => row.round },
  owner: { width: 14, cell: (row) => row.owner.label },
  state: { width: 14, cell: (row, locale) => pick(evaluationStateWords[row.state], locale) },
  date_from: { width: 12, cell: (row) => row.date_from },
  date_to: { width: 12, cell: (row) => row.date_to },
  test_budget: { width: 16, format: MONEY, cell: (row) => toUsd(row.test_budget_usd) },
  min_spend: { width: 16, format: MONEY, cell: (row) => toUsd(row.min_spend_usd) },
  spend: { width: 14, format: MONEY, cell: (row) => toMetricCell('spend', row.m['spend']) },
  progress: { width: 10, format: PERCENT, cell: (row) => (row.m['spend'] ?? 0) / row.min_spend_usd },
  roi_d0: { width: 10, format: '0.00', cell: (row) => row.m['roi_d0'] ?? null },
  pay_rate: { width: 12, format: PERCENT, cell: (row) => row.m['pay_rate'] ?? null },
  cost_per_payer: { width: 18, format: MONEY, cell: (row) => toMetricCell('cost_per_payer', row.m['cost_per_payer']) },
  ctr_link: { width: 12, format: PERCENT, cell: (row) => row.m['ctr_link'] ?? null },
  hold_rate: { width: 12, format: PERCENT, cell: (row) => row.m['hold_rate'] ?? null },
  score: { width: 8, format: '0.0', cell: (row) => row.score },
  suggest: { width: 14, cell: (row, locale) => pick(evaluationSuggestionWords[row.suggest], locale) },
  decision: { width: 12, cell: (row, locale) => row.decision && pick(evaluationDecisionWords[row.decision], locale) },
  decided_by: { width: 14, cell: (row) => row.decided_by?.label ?? null },
  decided_at: { width: 18, cell: (row) => instant(row.decided_at) },
  note: { width: 40, cell: (row) => row.note },
  stage: { width: 10, cell: (row, locale) => pick(dramaStageWords[row.stage], locale) },
  language: { width: 12, cell: (row, locale) => pick(listedName('languages', row.language), locale) },
});

export const evaluationExportCalls = [
  defineCall({
    endpoint: exportEvaluations,
    audit: 'read',
    handle(context, request) {
      requireDateOrder(request);
      const { date_from, date_to } = request;
      return exportFile(context, request, {
        page: { zh: '短剧评估', en: 'Drama evaluation' },
        slug: 'evaluate',
        days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
        columns,
        count: (db) => repository.countEvaluations({ ...context, db }, request),
        rows: repository.selectEvaluations(context, request),
        shape: (found) => repository.toEvaluationRow(found, context),
        filters: (db) =>
          describeFilters(evaluationFilters, request, {
            drama_id: (id) => findRowName(db, 'drama', id),
            owner_user_id: (id) => findRowName(db, 'sys_user', id),
          }),
        notes: async () => (['roi_d0', 'pay_rate', 'cost_per_payer', 'ctr_link', 'hold_rate'] as const).map((key) => describeFormula(key)),
        async figuresAsOf(db) {
          const fresh = await loadRoundsFreshness({ db, now: context.now });
          return fresh && { newestAt: fresh.newestAt, stale: [] };
        },
      });
    },
  }),
];

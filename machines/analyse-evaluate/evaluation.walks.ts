import { batchWalk } from '../kernel/batch/batch.walks.ts';
import { commandWalk, detailWalk, exportWalk, formWalk, listWalk, optionsWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  closingBatch,
  decisionForm,
  evaluationCountries,
  evaluationDetail,
  evaluationExport,
  evaluationForm,
  evaluationLanguages,
  evaluationList,
  evaluationMachine,
  evaluationScoring,
  evaluationTableView,
  evaluationTrend,
  evaluationViews,
} from './evaluation.machine.ts';
import { evaluationDefaultsMachine } from './evaluation-defaults.machine.ts';
import { type EvaluationDefaults, type EvaluationRow, evaluationDraft, toDecisionSubject } from './evaluation-rules.ts';

const thresholds = { roi_d0: 0.6, pay_rate: 0.045, cost_per_payer_usd: 4_000, ctr_link: 0.012, hold_rate: 0.3 };
const missing = (threshold: number) => ({ value: null, threshold, score: null });

const round: EvaluationRow = {
  id: 1,
  version: 1,
  drama: { id: 2, label: '狼王', code: 'WOLF', cover_url: null },
  language: 'en',
  stage: 'testing',
  round: 1,
  owner: { id: 3, label: '李' },
  date_from: '2026-11-10',
  date_to: null,
  state: 'running',
  test_budget_usd: 100_000,
  min_spend_usd: 30_000,
  thresholds,
  m: { spend: 0 },
  parts: {
    roi_d0: missing(0.6),
    pay_rate: missing(0.045),
    cost_per_payer: missing(4_000),
    ctr_link: missing(0.012),
    hold_rate: missing(0.3),
  },
  score: null,
  scored_at: null,
  suggest: 'insufficient',
  decision: null,
  decided_by: null,
  decided_at: null,
  note: null,
  campaigns_running: 2,
  campaigns_closable: 1,
  can: ['edit', 'score', 'decide'],
};
const defaults: EvaluationDefaults = {
  drama: { id: 2, label: '狼王' },
  stage: 'new',
  thresholds,
  min_spend_usd: 30_000,
  open_round: null,
};
const language = { value: 'en', label_zh: '英语', label_en: 'English' };

export const walks: MachineWalk[] = [
  pageWalk(evaluationMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'views.applied', query: '?keyword=a', table: null, how: 'push' },
    { type: 'view.updated', view: { shown: ['drama'], density: 'compact', autoRefresh: 30 } },
    { type: 'page.located', search: '?drama_id=2&owner_user_id=3' },
    { type: 'dramaPicker.unseen', ids: [2] },
    { type: 'staffPicker.unseen', ids: [3] },
    { type: 'evaluationForm.saved', saved: round },
    { type: 'evaluationScoring.done', subject: round, result: round },
    { type: 'decisionForm.saved', saved: { batchIds: [7] } },
    { type: 'decisionForm.saved', saved: { batchIds: [] } },
    { type: 'defaults.loaded', defaults },
    { type: 'closingBatch.started', batchId: 7, batchIds: [7] },
    { type: 'closingBatch.finished', batchId: 7, watched: true, okIds: [4], failedIds: [5] },
    { type: 'closingBatch.finished', batchId: 7, watched: false, okIds: [4], failedIds: [5] },
    { type: 'closingBatch.failedChosen', ids: [5] },
  ]),
  {
    machine: evaluationDefaultsMachine,
    events: [
      { type: 'defaults.requested', dramaId: 2 },
      { type: 'defaults.forgotten' },
      { type: 'xstate.done.actor.loadDefaults', output: defaults },
      { type: 'xstate.error.actor.loadDefaults', error: { message: 'no answer', traceId: '' } },
    ],
  },
  listWalk(evaluationList, round),
  formWalk(evaluationForm, {
    draft: evaluationDraft(round),
    changes: { test_budget: 2_000 },
    wrong: { test_budget: 0 },
    saved: round,
  }),
  formWalk(decisionForm, {
    draft: { values: { decision: 'stop', note: '成本过高', close_campaigns: false }, subject: toDecisionSubject(round) },
    changes: { note: '回收太慢' },
    wrong: { note: '' },
    saved: { batchIds: [] },
  }),
  commandWalk(evaluationScoring, round, round),
  batchWalk(closingBatch, { filter: {}, params: { dramaId: 2, drama: '狼王' }, wrong: { reason: 'x'.repeat(201) } }),
  detailWalk(evaluationDetail, { id: 1 }, { ...round, daily: [], countries: [], materials: [], rounds: [] }),
  detailWalk(evaluationTrend, { id: 1 }, { x: [], step: 'day', lines: [], marks: [], asOf: '', provisionalFrom: '' }),
  viewsWalk(evaluationViews),
  tableViewWalk(evaluationTableView, { shown: ['drama'], density: 'compact' }),
  exportWalk(evaluationExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  optionsWalk(evaluationLanguages, language),
  optionsWalk(evaluationCountries, language),
];

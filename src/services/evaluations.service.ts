import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { trendReads } from './report-reads.ts';

const part = { value: true, threshold: true, score: true } as const;

/** Fields of an open round, which has not been decided. */
const openRow = {
  id: true,
  version: true,
  drama: { ...ref, code: true, cover_url: true },
  language: true,
  stage: true,
  round: true,
  owner: ref,
  date_from: true,
  date_to: true,
  state: true,
  test_budget_usd: true,
  min_spend_usd: true,
  thresholds: true,
  m: true,
  running: true,
  parts: { roi_d0: part, pay_rate: part, cost_per_payer: part, ctr_link: part, hold_rate: part },
  score: true,
  scored_at: true,
  suggest: true,
  decision: true,
  decided_at: true,
  note: true,
  campaigns_running: true,
  campaigns_closable: true,
  can: true,
} as const;
const row = { ...openRow, decided_by: ref } as const;

const figures = { m: true, running: true } as const;
const dataTimes = { as_of: true, newest_at: true, provisional_from: true } as const;

export const listEvaluations = call('/analyse-evaluate/list', { list: [row], total: true, as_of: true, newest_at: true });
export const evaluationDetail = call('/analyse-evaluate/detail', {
  ...row,
  daily: [{ date: true, ...figures }],
  countries: [{ country: true, ...figures }],
  materials: [{ place: true, material: { ...ref, cover_url: true }, ...figures }],
  rounds: [
    {
      id: true,
      round: true,
      date_from: true,
      date_to: true,
      score: true,
      suggest: true,
      decision: true,
      decided_at: true,
      note: true,
    },
  ],
  ...dataTimes,
});
export const evaluationDefaults = call('/analyse-evaluate/defaults', {
  drama: ref,
  stage: true,
  thresholds: true,
  min_spend_usd: true,
  open_round: { id: true, round: true },
});
export const createEvaluation = call('/analyse-evaluate/create', openRow);
export const editEvaluation = call('/analyse-evaluate/edit', openRow);
export const scoreEvaluation = call('/analyse-evaluate/score', openRow);
export const decideEvaluation = call('/analyse-evaluate/decide', { stage: true, batch_id: true });
export const trendEvaluation = call('/analyse-evaluate/trend', trendReads);
export const exportEvaluations = fileCall('/analyse-evaluate/export');

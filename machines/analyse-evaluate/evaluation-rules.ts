import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type {
  evaluationDefaults,
  EvaluationDetail as WholeEvaluationDetail,
  EvaluationRow as WholeEvaluationRow,
} from '#contracts/endpoints/evaluations.ts';
import {
  isNoteRequired,
  MAX_ROUND_DAYS,
  NOTE_MAX,
  stageAfterDecision,
  thresholdLimits,
  USUAL_MIN_SPEND_USD,
  usualThresholds,
} from '#contracts/rules/drama-evaluation.ts';
import { type EvaluationDecision, evaluationFilters, evaluationSortable } from '#contracts/vocabulary/evaluations.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import {
  calendarDate,
  faultsIn,
  firstFault,
  numberRange,
  required,
  requiredChoice,
  stringMaximum,
  validNumber,
} from '../kernel/form/field-rules.ts';
import { moneyFault, toMajor, toMinor } from '../kernel/form/money.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type EvaluationRow = Omit<WholeEvaluationRow, 'created_at' | 'updated_at'>;
export type EvaluationDetail = Omit<WholeEvaluationDetail, 'created_at' | 'updated_at' | 'warnings'>;
export type EvaluationDefaults = ReplyOf<typeof evaluationDefaults>;

export const evaluationQuery = vocabularyQuery(evaluationFilters, evaluationSortable);
export type EvaluationFilters = ReturnType<typeof evaluationQuery.read>['filters'];

/** The currency of budgets and thresholds. */
const CURRENCY = 'USD';
/** Ratios are typed in percent. */
const PERCENT = 100;
/** Avoids 1.2000000000000002 %. */
const toPercent = (ratio: number): number => Math.round(ratio * PERCENT * 1e6) / 1e6;
const toRatio = (percent: number): number => Math.round((percent / PERCENT) * 1e8) / 1e8;

/** The values of the drawer. Numbers stay undefined while nothing is typed; amounts are in US dollars and rates in percent. */
export interface EvaluationValues {
  drama_id: number | undefined;
  /** Calendar dates; an empty last day keeps the round open. */
  date_from: string;
  date_to: string;
  test_budget: number | undefined;
  min_spend: number | undefined;
  roi_d0: number | undefined;
  pay_rate: number | undefined;
  cost_per_payer: number | undefined;
  ctr_link: number | undefined;
  hold_rate: number | undefined;
  owner_user_id: number | undefined;
}

export interface EvaluationSubject {
  id: number;
  version: number;
  drama: string;
  round: number;
}

const toThresholdValues = (thresholds: EvaluationRow['thresholds']) => ({
  roi_d0: thresholds.roi_d0,
  pay_rate: toPercent(thresholds.pay_rate),
  cost_per_payer: toMajor(thresholds.cost_per_payer_usd, CURRENCY),
  ctr_link: toPercent(thresholds.ctr_link),
  hold_rate: toPercent(thresholds.hold_rate),
});

export const blankEvaluation: EvaluationValues = {
  drama_id: undefined,
  date_from: '',
  date_to: '',
  test_budget: undefined,
  min_spend: toMajor(USUAL_MIN_SPEND_USD, CURRENCY),
  ...toThresholdValues(usualThresholds),
  owner_user_id: undefined,
};

/** The values that follow from the chosen drama. */
export const toDefaultValues = ({ thresholds, min_spend_usd }: EvaluationDefaults) => ({
  ...toThresholdValues(thresholds),
  min_spend: toMajor(min_spend_usd, CURRENCY),
});

const DAY_MS = 86_400_000;

function periodFault(first: string, last: string): FieldFault | undefined {
  if (first === '' || last === '') return undefined;
  if (last < first) return { rule: 'dateMin', params: { min: first } };
  const latest = new Date(Date.parse(first) + (MAX_ROUND_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  return last > latest ? { rule: 'dateMax', params: { max: latest } } : undefined;
}

const amountFault = (amount: number | undefined): FieldFault | undefined =>
  firstFault(amount, requiredChoice, validNumber) ??
  moneyFault(amount, CURRENCY) ??
  (amount === 0 ? { rule: 'numberMin', params: { min: 0.01 } } : undefined);

const rateFault = (percent: number | undefined, { min, max }: { min: number; max: number }): FieldFault | undefined =>
  firstFault(percent, requiredChoice, validNumber, numberRange(toPercent(min), toPercent(max)));

export function checkEvaluation(values: EvaluationValues, subject: EvaluationSubject | undefined): FieldFaults<EvaluationValues> {
  const { date_from, date_to } = values;
  return faultsIn<EvaluationValues>({
    drama_id: subject ? undefined : firstFault(values.drama_id, requiredChoice),
    date_from: firstFault(date_from, required, calendarDate),
    date_to: firstFault(date_to, calendarDate) ?? periodFault(date_from, date_to),
    test_budget: amountFault(values.test_budget),
    min_spend: amountFault(values.min_spend),
    roi_d0: firstFault(values.roi_d0, requiredChoice, validNumber, numberRange(thresholdLimits.roi_d0.min, thresholdLimits.roi_d0.max)),
    pay_rate: rateFault(values.pay_rate, thresholdLimits.pay_rate),
    cost_per_payer: amountFault(values.cost_per_payer),
    ctr_link: rateFault(values.ctr_link, thresholdLimits.ctr_link),
    hold_rate: rateFault(values.hold_rate, thresholdLimits.hold_rate),
    owner_user_id: firstFault(values.owner_user_id, requiredChoice),
  });
}

/** The terms of a round in the units of the server. A form with missing values is not sent. */
export const toEvaluationRequest = (values: EvaluationValues) => ({
  date_from: values.date_from,
  date_to: values.date_to || null,
  test_budget_usd: toMinor(values.test_budget ?? 0, CURRENCY),
  min_spend_usd: toMinor(values.min_spend ?? 0, CURRENCY),
  thresholds: {
    roi_d0: values.roi_d0 ?? 0,
    pay_rate: toRatio(values.pay_rate ?? 0),
    cost_per_payer_usd: toMinor(values.cost_per_payer ?? 0, CURRENCY),
    ctr_link: toRatio(values.ctr_link ?? 0),
    hold_rate: toRatio(values.hold_rate ?? 0),
  },
  owner_user_id: values.owner_user_id ?? 0,
});

export const evaluationDraft = (row: EvaluationRow): { values: EvaluationValues; subject: EvaluationSubject } => ({
  values: {
    drama_id: row.drama.id,
    date_from: row.date_from,
    date_to: row.date_to ?? '',
    test_budget: toMajor(row.test_budget_usd, CURRENCY),
    min_spend: toMajor(row.min_spend_usd, CURRENCY),
    ...toThresholdValues(row.thresholds),
    owner_user_id: row.owner.id,
  },
  subject: { id: row.id, version: row.version, drama: row.drama.label, round: row.round },
});

export interface DecisionValues {
  decision: EvaluationDecision | undefined;
  note: string;
  close_campaigns: boolean;
}

export const blankDecision: DecisionValues = { decision: undefined, note: '', close_campaigns: false };

/** The round to be decided, as it was read. */
export type DecisionSubject = Pick<
  EvaluationRow,
  'id' | 'version' | 'stage' | 'round' | 'score' | 'suggest' | 'campaigns_running' | 'campaigns_closable'
> & { drama: string };

export const checkDecision = ({ decision, note }: DecisionValues, subject: DecisionSubject | undefined): FieldFaults<DecisionValues> =>
  faultsIn<DecisionValues>({
    decision: firstFault(decision, requiredChoice),
    note:
      decision !== undefined && subject !== undefined && isNoteRequired(decision, subject.suggest)
        ? firstFault(note, required, stringMaximum(NOTE_MAX))
        : firstFault(note, stringMaximum(NOTE_MAX)),
  });

export const toDecisionSubject = (row: EvaluationRow): DecisionSubject => ({
  id: row.id,
  version: row.version,
  stage: row.stage,
  round: row.round,
  score: row.score,
  suggest: row.suggest,
  campaigns_running: row.campaigns_running,
  campaigns_closable: row.campaigns_closable,
  drama: row.drama.label,
});

/** The decision starts out as suggested, where there is a suggestion. */
export const decisionDraft = (row: EvaluationRow): { values: DecisionValues; subject: DecisionSubject } => ({
  values: { ...blankDecision, decision: row.suggest === 'insufficient' ? undefined : row.suggest },
  subject: toDecisionSubject(row),
});

/** The stage that the chosen decision leads to; undefined while none is chosen. */
export const stageOfDecision = ({ decision }: DecisionValues, { stage }: DecisionSubject) =>
  decision && stageAfterDecision(decision, stage);

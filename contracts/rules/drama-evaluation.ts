import type { DramaStageName } from '../vocabulary/dramas.ts';
import type { EvaluationDecision, EvaluationSuggestion } from '../vocabulary/evaluations.ts';
import type { MetricKey } from './metrics.ts';

/** The parts of a score, in the order in which they are shown. */
export const evaluationParts = ['roi_d0', 'pay_rate', 'cost_per_payer', 'ctr_link', 'hold_rate'] as const;
export type EvaluationPart = (typeof evaluationParts)[number];

/** The metrics of a round. */
export const roundMetrics = ['spend', ...evaluationParts] as const satisfies readonly MetricKey[];
/** The metrics of its days, countries and creatives. */
export const roundDetailMetrics = [
  'spend',
  'impressions',
  'link_clicks',
  'new_users',
  'first_payers',
  'revenue',
  ...evaluationParts,
] as const satisfies readonly MetricKey[];

/** Points of a part that reaches its threshold; 100 together. */
const WEIGHTS: Readonly<Record<EvaluationPart, number>> = { roi_d0: 40, pay_rate: 20, cost_per_payer: 20, ctr_link: 10, hold_rate: 10 };

/** Ratios as decimals, the cost in US cents. */
export interface EvaluationThresholds {
  readonly roi_d0: number;
  readonly pay_rate: number;
  readonly cost_per_payer_usd: number;
  readonly ctr_link: number;
  readonly hold_rate: number;
}

/** The smallest and the largest value of each threshold. */
export const thresholdLimits = {
  roi_d0: { min: 0.01, max: 10 },
  pay_rate: { min: 0.001, max: 0.5 },
  cost_per_payer_usd: { min: 1, max: 100_000_000 },
  ctr_link: { min: 0.001, max: 0.2 },
  hold_rate: { min: 0.01, max: 0.9 },
} as const satisfies Record<keyof EvaluationThresholds, { min: number; max: number }>;

/** The usual thresholds, where the settings say nothing else. */
export const usualThresholds: EvaluationThresholds = {
  roi_d0: 0.6,
  pay_rate: 0.045,
  cost_per_payer_usd: 4_000,
  ctr_link: 0.012,
  hold_rate: 0.3,
};
export const USUAL_MIN_SPEND_USD = 30_000;
/** Longest period of a round in days. */
export const MAX_ROUND_DAYS = 14;
export const NOTE_MAX = 500;

/** Figures of a round; null without a value. */
export type EvaluationFigures = Readonly<Partial<Record<EvaluationPart | 'spend', number | null>>>;

export const thresholdOf = (part: EvaluationPart, thresholds: EvaluationThresholds): number =>
  thresholds[part === 'cost_per_payer' ? 'cost_per_payer_usd' : part];

export interface ScoredPart {
  readonly value: number | null;
  readonly threshold: number;
  /** The share of its points that the part earned, 0 to 1; null without a value. */
  readonly score: number | null;
}

/** A lower cost is better; every other part is better the higher it is. */
export const isLowerBetter = (part: EvaluationPart): boolean => part === 'cost_per_payer';

function scorePart(part: EvaluationPart, value: number | null, threshold: number): number | null {
  if (value === null) return null;
  if (!isLowerBetter(part)) return Math.min(Math.max(value / threshold, 0), 1);
  return value <= 0 ? 1 : Math.min(threshold / value, 1);
}

/** Each part with its value, threshold and share of its points. */
export const scoreParts = (figures: EvaluationFigures, thresholds: EvaluationThresholds): Record<EvaluationPart, ScoredPart> =>
  Object.fromEntries(
    evaluationParts.map((part) => {
      const [value, threshold] = [figures[part] ?? null, thresholdOf(part, thresholds)];
      return [part, { value, threshold, score: scorePart(part, value, threshold) }];
    }),
  ) as Record<EvaluationPart, ScoredPart>;

const SCALE_FROM = 75;
const STOP_BELOW = 45;

export interface Evaluation {
  /** 0 to 100 with two decimals; null while there is not enough data. */
  readonly score: number | null;
  readonly suggest: EvaluationSuggestion;
}

const INSUFFICIENT: Evaluation = { score: null, suggest: 'insufficient' };

/** The score of a round. The points of a part without a value are shared out among the others. */
export function evaluate(figures: EvaluationFigures, thresholds: EvaluationThresholds, minSpendUsd: number): Evaluation {
  if ((figures.spend ?? 0) < minSpendUsd) return INSUFFICIENT;
  const parts = scoreParts(figures, thresholds);
  const known = evaluationParts.filter((part) => parts[part].score !== null);
  const points = known.reduce((sum, part) => sum + WEIGHTS[part], 0);
  if (points === 0) return INSUFFICIENT;
  const earned = known.reduce((sum, part) => sum + WEIGHTS[part] * (parts[part].score ?? 0), 0);
  const score = Math.round((earned / points) * 10_000) / 100;
  return { score, suggest: score >= SCALE_FROM ? 'scale' : score < STOP_BELOW ? 'stop' : 'keep' };
}

/** Why a round has not enough data: the spend it still needs in US cents, and the parts without a value. */
export const findMissing = (figures: EvaluationFigures, minSpendUsd: number): { spendUsd: number; parts: EvaluationPart[] } => ({
  spendUsd: Math.max(minSpendUsd - (figures.spend ?? 0), 0),
  parts: evaluationParts.filter((part) => (figures[part] ?? null) === null),
});

const STAGE_MOVES: Readonly<Record<DramaStageName, readonly DramaStageName[]>> = {
  new: ['testing'],
  testing: ['scaling', 'stopped'],
  scaling: ['declining'],
  declining: ['scaling', 'stopped'],
  stopped: ['testing'],
};

/** The stages that may follow a stage. */
export const stagesAfter = (stage: DramaStageName): readonly DramaStageName[] => STAGE_MOVES[stage];

/** True when the drama may go from one stage to the other; staying is always allowed. */
export const canMoveStage = (from: DramaStageName, to: DramaStageName): boolean => from === to || STAGE_MOVES[from].includes(to);

/** The stage of a drama while it is evaluated. */
export const EVALUATED_STAGE: DramaStageName = 'testing';
/** Stages in which a round can be opened. */
export const canBeEvaluated = (stage: DramaStageName): boolean => canMoveStage(stage, EVALUATED_STAGE);

/** The stage a decision leads to. */
export const stageAfterDecision = (decision: EvaluationDecision, stage: DramaStageName): DramaStageName =>
  decision === 'scale' ? 'scaling' : decision === 'stop' ? 'stopped' : stage;

/** A decision other than the suggested one needs a reason. */
export const isNoteRequired = (decision: EvaluationDecision, suggest: EvaluationSuggestion): boolean => decision !== suggest;

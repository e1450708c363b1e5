import { describe, expect, test } from 'vitest';
import { dramaStages } from '../vocabulary/dramas.ts';
import {
  canBeEvaluated,
  canMoveStage,
  evaluate,
  findMissing,
  isNoteRequired,
  scoreParts,
  stageAfterDecision,
  stagesAfter,
  usualThresholds,
} from './drama-evaluation.ts';

const atThresholds = { spend: 30_000, roi_d0: 0.6, pay_rate: 0.045, cost_per_payer: 4_000, ctr_link: 0.012, hold_rate: 0.3 };
const score = (figures: object, minSpend = 30_000) => evaluate({ ...atThresholds, ...figures }, usualThresholds, minSpend);

describe('the score of a drama', () => {
  test('is 100 where every part reaches its threshold, and no part earns more than its points', () => {
    expect(score({})).toEqual({ score: 100, suggest: 'scale' });
    expect(score({ roi_d0: 6, cost_per_payer: 1 })).toEqual({ score: 100, suggest: 'scale' });
  });

  test.each([
    ['the return', { roi_d0: 0.3 }, 80],
    ['the pay rate', { pay_rate: 0.0225 }, 90],
    ['the cost, where half is twice the threshold', { cost_per_payer: 8_000 }, 90],
    ['the click rate', { ctr_link: 0.006 }, 95],
    ['the hold rate', { hold_rate: 0.15 }, 95],
    ['a return below zero counts as none', { roi_d0: -1 }, 60],
  ])('loses points by %s', (_, figures, expected) => expect(score(figures).score).toBe(expected));

  test('shares the points of a part without a value among the others', () => {
    expect(score({ hold_rate: null, roi_d0: 0.3 }).score).toBe(77.78);
    expect(score({ roi_d0: null, pay_rate: null, cost_per_payer: null, ctr_link: null, hold_rate: 0.15 }).score).toBe(50);
  });

  test('suggests scaling from 75, stopping below 45, and keeping in between', () => {
    const of = (roi: number, rest = 1) =>
      score({ roi_d0: 0.6 * roi, pay_rate: 0.045 * rest, cost_per_payer: 4_000 / rest, ctr_link: 0.012 * rest, hold_rate: 0.3 * rest });
    expect(of(0.375)).toEqual({ score: 75, suggest: 'scale' });
    expect(of(0.374)).toEqual({ score: 74.96, suggest: 'keep' });
    expect(of(0.375, 0.5)).toEqual({ score: 45, suggest: 'keep' });
    expect(of(0.37, 0.5)).toEqual({ score: 44.8, suggest: 'stop' });
  });

  test('is missing below the minimum spend, and where nothing is known', () => {
    expect(score({ spend: 29_999 })).toEqual({ score: null, suggest: 'insufficient' });
    expect(evaluate({}, usualThresholds, 1)).toEqual({ score: null, suggest: 'insufficient' });
    expect(evaluate({ spend: 1 }, usualThresholds, 1)).toEqual({ score: null, suggest: 'insufficient' });
    expect(findMissing({ spend: 12_000, roi_d0: 0 }, 30_000)).toEqual({
      spendUsd: 18_000,
      parts: ['pay_rate', 'cost_per_payer', 'ctr_link', 'hold_rate'],
    });
  });

  test('shows each part with its threshold', () => {
    expect(scoreParts({ roi_d0: 0.3 }, usualThresholds)).toMatchObject({
      roi_d0: { value: 0.3, threshold: 0.6, score: 0.5 },
      cost_per_payer: { value: null, threshold: 4_000, score: null },
    });
  });
});

describe('the stages of a drama', () => {
  test('follow each other only in the order of its life', () => {
    const moves = dramaStages.flatMap((from) =>
      dramaStages.filter((to) => from !== to && canMoveStage(from, to)).map((to) => `${from} > ${to}`),
    );
    expect(moves).toEqual([
      'new > testing',
      'testing > scaling',
      'testing > stopped',
      'scaling > declining',
      'declining > scaling',
      'declining > stopped',
      'stopped > testing',
    ]);
    expect(stagesAfter('testing')).toEqual(['scaling', 'stopped']);
  });

  test('let a new, tested or stopped drama be evaluated', () => {
    expect(dramaStages.filter(canBeEvaluated)).toEqual(['new', 'testing', 'stopped']);
  });

  test('follow from the decision, and keeping changes nothing', () => {
    expect((['scale', 'keep', 'stop'] as const).map((decision) => stageAfterDecision(decision, 'testing'))).toEqual([
      'scaling',
      'testing',
      'stopped',
    ]);
  });

  test('a decision other than the suggested one needs a note', () => {
    expect([isNoteRequired('scale', 'scale'), isNoteRequired('stop', 'keep'), isNoteRequired('keep', 'insufficient')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

import type { TestApp } from '#tests/support/app.ts';
import { contentFixtures } from '#tests/support/content.ts';

/** The rounds that the calls of drama evaluations need. */
export interface EvaluationFixtures {
  evaluatedDrama: number;
  /** An open round of version 1. */
  evaluation: number;
  newDrama: number;
  evaluator: number;
}

const thresholds = { roi_d0: 0.6, pay_rate: 0.045, cost_per_payer_usd: 4_000, ctr_link: 0.012, hold_rate: 0.3 };

export async function createEvaluationFixtures(server: TestApp): Promise<EvaluationFixtures> {
  const rows = contentFixtures(() => server);
  const at = server.clock.now();
  const [evaluatedDrama, newDrama] = [await rows.drama({ stage: 'testing' }), await rows.drama()];
  const evaluator = await rows.idOf('opt_05');
  const { id } = await server.db
    .insertInto('drama_evaluation')
    .values({
      drama_id: evaluatedDrama,
      round: 1,
      owner_user_id: evaluator,
      date_from: '2026-11-10',
      test_budget_usd: 100_000,
      thresholds: JSON.stringify(thresholds),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { evaluatedDrama, evaluation: id, newDrama, evaluator };
}

export const evaluationBodies = {
  '/analyse-evaluate/list': () => ({}),
  '/analyse-evaluate/detail': (fixtures: EvaluationFixtures) => ({ id: fixtures.evaluation }),
  '/analyse-evaluate/defaults': (fixtures: EvaluationFixtures) => ({ drama_id: fixtures.newDrama }),
  '/analyse-evaluate/trend': (fixtures: EvaluationFixtures) => ({ id: fixtures.evaluation, metrics: ['spend'] }),
  '/analyse-evaluate/export': () => ({ columns: ['drama', 'score'], locale: 'en' }),
  '/analyse-evaluate/create': (fixtures: EvaluationFixtures) => ({
    drama_id: fixtures.newDrama,
    date_from: '2026-11-18',
    test_budget_usd: 100_000,
    min_spend_usd: 30_000,
    thresholds,
    owner_user_id: fixtures.evaluator,
  }),
  '/analyse-evaluate/edit': (fixtures: EvaluationFixtures) => ({ id: fixtures.evaluation, version: 1, test_budget_usd: 200_000 }),
  '/analyse-evaluate/score': (fixtures: EvaluationFixtures) => ({ id: fixtures.evaluation }),
  // The edit before it raised the version.
  '/analyse-evaluate/decide': (fixtures: EvaluationFixtures) => ({
    id: fixtures.evaluation,
    version: 2,
    decision: 'keep',
    note: '再看一周',
  }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of the staff that the limited caller lacks. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'ok', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const evaluationMatrix = {
  '/analyse-evaluate/list': page,
  '/analyse-evaluate/detail': page,
  '/analyse-evaluate/defaults': page,
  '/analyse-evaluate/trend': page,
  '/analyse-evaluate/export': page,
  '/analyse-evaluate/create': page,
  '/analyse-evaluate/edit': page,
  '/analyse-evaluate/score': page,
  '/analyse-evaluate/decide': page,
} as const;

/** Calls that take the id of a row, with the rest of the body. */
export const evaluationById = {
  '/analyse-evaluate/detail': { by: 'opt_01', body: (id: unknown) => ({ id }) },
  '/analyse-evaluate/trend': { by: 'opt_01', body: (id: unknown) => ({ id, metrics: ['spend'] }) },
  '/analyse-evaluate/edit': { by: 'opt_01', body: (id: unknown) => ({ id, version: 1, test_budget_usd: 200_000 }) },
  '/analyse-evaluate/score': { by: 'opt_01', body: (id: unknown) => ({ id }) },
  '/analyse-evaluate/decide': { by: 'lead_a', body: (id: unknown) => ({ id, version: 1, decision: 'keep', note: 'x' }) },
};

import { type Kysely, sql } from 'kysely';
import { type Evaluation, type EvaluationThresholds, evaluate } from '#contracts/rules/drama-evaluation.ts';
import type { Database } from '#server/database/schema.ts';
import { factsOfRounds } from './evaluations.repository.ts';

type Db = Kysely<Database>;

interface RoundToScore extends Readonly<Record<string, unknown>> {
  id: number;
  thresholds: EvaluationThresholds;
  min_spend_usd: number;
  score: number | null;
  suggest: Evaluation['suggest'];
}

async function loadOpenRounds(db: Db, now: Date, id: number | null): Promise<RoundToScore[]> {
  const facts = factsOfRounds(now);
  const found = await sql<RoundToScore>`
    select e.id, e.thresholds, e.min_spend_usd, e.score::float8 as score, e.suggest, ${facts.columns}
    from drama_evaluation e left join lateral ${facts.relation} on true
    where e.decision is null and (${id}::bigint is null or e.id = ${id}) order by e.id`.execute(db);
  return found.rows;
}

/** Stores the score of an open round. Its version stays, because no one edited it. Returns whether the score or suggestion changed. */
async function storeScore(db: Db, round: RoundToScore, now: Date): Promise<boolean> {
  const { m } = factsOfRounds(now).toFigures(round);
  const { score, suggest } = evaluate(m, round.thresholds, round.min_spend_usd);
  await sql`
    update drama_evaluation set score = ${score}, suggest = ${suggest}, scored_at = ${now} where id = ${round.id} and decision is null`.execute(
    db,
  );
  return score !== round.score || suggest !== round.suggest;
}

/** Scores one open round. */
export async function scoreRound(db: Db, id: number, now: Date): Promise<void> {
  for (const round of await loadOpenRounds(db, now, id)) await storeScore(db, round, now);
}

/** Scores every open round by the figures of now; for the nightly job. */
export async function scoreOpenRounds(
  db: Db,
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
): Promise<{ scored: number; changed: number }> {
  const rounds = await loadOpenRounds(db, now, null);
  let changed = 0;
  for (const round of rounds) {
    signal?.throwIfAborted();
    if (await storeScore(db, round, now)) changed += 1;
  }
  return { scored: rounds.length, changed };
}

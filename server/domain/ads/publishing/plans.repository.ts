import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Plan } from './plan.ts';
import type { PlanRequest } from './plan-inputs.ts';

type Db = Kysely<Database>;

/** How long a preview may be submitted. */
const LIFE_MS = 30 * 60_000;

export interface KeptPlan {
  id: string;
  request: PlanRequest;
  fingerprint: string;
  expires_at: Date;
  batch_id: number | null;
}

/** Keeps what a preview promised; the caller's older ones that nobody can submit any more are forgotten. */
export async function keepPlan(
  db: Db,
  { inputs, nodes, fingerprint }: Plan,
  request: PlanRequest,
  { userId, now }: { userId: number; now: Date },
): Promise<{ id: string; expires_at: Date }> {
  await db.deleteFrom('publish_plan').where('user_id', '=', userId).where('batch_id', 'is', null).where('expires_at', '<', now).execute();
  const { scheme } = inputs;
  const plan = { id: randomUUID(), expires_at: new Date(now.getTime() + LIFE_MS) };
  await db
    .insertInto('publish_plan')
    .values({
      ...plan,
      user_id: userId,
      scheme_id: scheme.id,
      scheme_version: scheme.version,
      // The version that was seen, also where the request asked for whichever is current.
      request: JSON.stringify({ ...request, scheme_version: scheme.version }),
      tree: JSON.stringify(nodes.map(({ node, name, level, budget, budgetUsd }) => ({ node, name, level, budget, budget_usd: budgetUsd }))),
      fingerprint,
      created_at: now,
    })
    .execute();
  return plan;
}

/** A plan of the user, locked: whoever submits it second finds what came of the first. */
export async function lockPlan(db: Db, id: string, userId: number): Promise<KeptPlan | undefined> {
  const row = await db
    .selectFrom('publish_plan')
    .select(['id', 'request', 'fingerprint', 'expires_at', 'batch_id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, request: row.request as PlanRequest };
}

/** What a plan of the user asks for, where it was not submitted yet. */
export async function requestOf(db: Db, id: string, userId: number): Promise<PlanRequest | undefined> {
  const row = await db
    .selectFrom('publish_plan')
    .select('request')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('batch_id', 'is', null)
    .executeTakeFirst();
  return row && (row.request as PlanRequest);
}

export async function markSubmitted(db: Db, { id }: Pick<KeptPlan, 'id'>, schemeId: number, batchId: number, now: Date): Promise<void> {
  await db.updateTable('publish_plan').set({ batch_id: batchId }).where('id', '=', id).execute();
  await db.updateTable('scheme').set({ last_published_at: now }).where('id', '=', schemeId).execute();
}

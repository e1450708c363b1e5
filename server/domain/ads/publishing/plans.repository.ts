import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Plan } from './plan.ts';
import type { PlanRequest } from './plan-inputs.ts';

type Db = Kysely<Database>;

/** How long a preview can be submitted. */
const PLAN_LIFETIME_MS = 30 * 60_000;

export interface StoredPlan {
  id: string;
  request: PlanRequest;
  fingerprint: string;
  expires_at: Date;
  batch_id: number | null;
  /** Problems that the channels found; null while they were not asked. */
  check_errors: number | null;
  check_warnings: number | null;
}

/** Stores the promise of a preview and deletes the caller's expired plans. */
export async function storePlan(
  db: Db,
  { inputs, nodes, fingerprint }: Plan,
  request: PlanRequest,
  { userId, now }: { userId: number; now: Date },
): Promise<{ id: string; expires_at: Date }> {
  await db.deleteFrom('publish_plan').where('user_id', '=', userId).where('batch_id', 'is', null).where('expires_at', '<', now).execute();
  const { scheme } = inputs;
  const plan = { id: randomUUID(), expires_at: new Date(now.getTime() + PLAN_LIFETIME_MS) };
  await db
    .insertInto('publish_plan')
    .values({
      ...plan,
      user_id: userId,
      scheme_id: scheme.id,
      scheme_version: scheme.version,
      // Fixes the previewed version, even if the request asked for the current one.
      request: JSON.stringify({ ...request, scheme_version: scheme.version }),
      tree: JSON.stringify(nodes.map(({ node, name, level, budget, budgetUsd }) => ({ node, name, level, budget, budget_usd: budgetUsd }))),
      fingerprint,
      created_at: now,
    })
    .execute();
  return plan;
}

/** Locks a plan of the user, so that a second submission sees the result of the first. */
export async function lockPlan(db: Db, id: string, userId: number): Promise<StoredPlan | undefined> {
  const row = await db
    .selectFrom('publish_plan')
    .select(['id', 'request', 'fingerprint', 'expires_at', 'batch_id', 'check_errors', 'check_warnings'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, request: row.request as PlanRequest };
}

/** The request of a plan of the user that is not submitted yet. */
export async function findPlanRequest(db: Db, id: string, userId: number): Promise<PlanRequest | undefined> {
  const row = await db
    .selectFrom('publish_plan')
    .select('request')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('batch_id', 'is', null)
    .executeTakeFirst();
  return row && (row.request as PlanRequest);
}

/** Records what the channels objected to, in place of an earlier check. */
export async function saveCheck(db: Db, id: string, { errors, warnings }: { errors: number; warnings: number }): Promise<void> {
  await db.updateTable('publish_plan').set({ check_errors: errors, check_warnings: warnings }).where('id', '=', id).execute();
}

export async function markSubmitted(db: Db, { id }: Pick<StoredPlan, 'id'>, schemeId: number, batchId: number, now: Date): Promise<void> {
  await db.updateTable('publish_plan').set({ batch_id: batchId }).where('id', '=', id).execute();
  await db.updateTable('scheme').set({ last_published_at: now }).where('id', '=', schemeId).execute();
}

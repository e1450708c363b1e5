import { type Kysely, sql } from 'kysely';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderedBatch, RepeatContext } from '../../batches/index.ts';
import { entityVisible } from './entity-scope.ts';
import { type EntityLevel, isLevel } from './levels.ts';

/** The action of a repeated order with its values. */
export type RepeatedOrder = Pick<BatchAgain, 'action' | 'values'>;

/** The value that all of them share, or null. */
const commonValue = (values: readonly string[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/**
 * Prepares an order for those of the given objects that still exist and that the caller still sees, in the given order. Returns null when
 * none is left. `includeDeleted` also takes deleted objects.
 */
export async function prepareOrder(
  { db, caller }: Pick<RepeatContext, 'db' | 'caller'>,
  { level, ids, includeDeleted = false }: { level: EntityLevel; ids: readonly number[]; includeDeleted?: boolean },
  { action, values }: RepeatedOrder,
): Promise<BatchAgain | null> {
  const { rows } = await sql<{ id: number; currency: string; timezone_name: string }>`
    select e.id, a.currency, a.timezone_name
    from unnest(${[...ids]}::bigint[]) with ordinality as t(id, seq)
    join ${sql.table(level)} e on e.id = t.id join ad_account a on a.id = e.ad_account_id
    where ${entityVisible(caller, 'e')} and (${includeDeleted}::boolean or e.status <> 'DELETED') order by t.seq`.execute(db);
  if (rows.length === 0) return null;
  return {
    action,
    level,
    ids: rows.map(({ id }) => id),
    currency: commonValue(rows.map(({ currency }) => currency)),
    timezone_name: commonValue(rows.map((row) => row.timezone_name)),
    values,
  };
}

/** The objects a batch was ordered for, in their order. */
async function loadTargetIds(db: Kysely<Database>, batchId: number, level: EntityLevel): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select target_id as id from batch_item where batch_id = ${batchId} and target_type = ${level} and target_id is not null order by seq`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Prepares the same order for the objects of a batch. */
export async function prepareSameOrder(
  context: RepeatContext,
  { id, level }: Pick<OrderedBatch, 'id' | 'level'>,
  order: RepeatedOrder,
): Promise<BatchAgain | null> {
  if (level === null || !isLevel(level)) return null;
  return await prepareOrder(context, { level, ids: await loadTargetIds(context.db, id, level) }, order);
}

/** Drops absent values: stored parameters may lack optional ones. */
export const omitUndefined = <Values extends object>(values: Values): { [K in keyof Values]: Exclude<Values[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

/** The instant as ISO text while it is in the future, otherwise undefined. */
export const isoIfAhead = (at: string | null | undefined, now: Date): string | undefined =>
  at && new Date(at) > now ? new Date(at).toISOString() : undefined;

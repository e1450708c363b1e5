import { type Kysely, sql } from 'kysely';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderedBatch, RepeatContext } from '../../batches/index.ts';
import { entityVisible } from './entity-scope.ts';
import { type EntityLevel, isLevel } from './levels.ts';

/** What is done again, and how. */
export type AgainOrder = Pick<BatchAgain, 'action' | 'values'>;

/** The one that all of them share; null without one. */
const shared = (values: readonly string[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/**
 * The order over those of these objects that the caller still sees and that still exist, in their order; null where there is none.
 * `deleted`: deleted ones are meant.
 */
export async function orderOver(
  { db, caller }: Pick<RepeatContext, 'db' | 'caller'>,
  { level, ids, deleted = false }: { level: EntityLevel; ids: readonly number[]; deleted?: boolean },
  { action, values }: AgainOrder,
): Promise<BatchAgain | null> {
  const { rows } = await sql<{ id: number; currency: string; timezone_name: string }>`
    select e.id, a.currency, a.timezone_name
    from unnest(${[...ids]}::bigint[]) with ordinality as t(id, seq)
    join ${sql.table(level)} e on e.id = t.id join ad_account a on a.id = e.ad_account_id
    where ${entityVisible(caller, 'e')} and (${deleted}::boolean or e.status <> 'DELETED') order by t.seq`.execute(db);
  if (rows.length === 0) return null;
  return {
    action,
    level,
    ids: rows.map(({ id }) => id),
    currency: shared(rows.map(({ currency }) => currency)),
    timezone_name: shared(rows.map((row) => row.timezone_name)),
    values,
  };
}

/** The objects of a batch, as it was ordered. */
async function objectsOf(db: Kysely<Database>, batchId: number, level: EntityLevel): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select target_id as id from batch_item where batch_id = ${batchId} and target_type = ${level} and target_id is not null order by seq`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The same order over the objects of its batch. */
export async function sameOrder(
  context: RepeatContext,
  { id, level }: Pick<OrderedBatch, 'id' | 'level'>,
  order: AgainOrder,
): Promise<BatchAgain | null> {
  if (level === null || !isLevel(level)) return null;
  return await orderOver(context, { level, ids: await objectsOf(context.db, id, level) }, order);
}

/** Only what is there: kept parameters may lack what nobody said. */
export const said = <Values extends object>(values: Values): { [K in keyof Values]: Exclude<Values[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

/** An instant that was ordered, as long as it is ahead. */
export const ifAhead = (at: string | null | undefined, now: Date): string | undefined =>
  at && new Date(at) > now ? new Date(at).toISOString() : undefined;

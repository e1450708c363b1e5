import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { rowColumns, rowSource } from './entity-rows.sql.ts';
import { type EntityBases, type EntityRow, type RowContext, toEntityBase } from './entity-rows.ts';
import { entityVisible } from './entity-scope.ts';
import type { EntityLevel } from './levels.ts';

/** Rows of a level without metrics, by id, including deleted ones. Objects the caller does not see are absent. */
export async function loadEntityBases<Level extends EntityLevel>(
  db: Kysely<Database>,
  context: RowContext,
  level: Level,
  ids: readonly number[],
): Promise<Map<number, EntityBases[Level]>> {
  if (ids.length === 0) return new Map();
  const found = await sql<EntityRow>`
    select ${rowColumns(level, context.now)} from ${rowSource(level)}
    where e.id = any(${[...ids]}::bigint[]) and ${entityVisible(context.caller, 'e')}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, toEntityBase(level, row, context)]));
}

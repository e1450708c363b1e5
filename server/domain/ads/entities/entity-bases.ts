import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { rowColumns, sources } from './entity-rows.sql.ts';
import { type BaseOf, baseOf, type FoundEntity, type Reading } from './entity-rows.ts';
import { entityVisible } from './entity-scope.ts';
import type { EntityLevel } from './levels.ts';

/** Rows of a level without figures, deleted ones too, by id. What the reader does not see is absent. */
export async function entityBases<Level extends EntityLevel>(
  db: Kysely<Database>,
  reading: Reading,
  level: Level,
  ids: readonly number[],
): Promise<Map<number, BaseOf[Level]>> {
  if (ids.length === 0) return new Map();
  const found = await sql<FoundEntity>`
    select ${rowColumns(level, reading.now)} from ${sources(level)}
    where e.id = any(${[...ids]}::bigint[]) and ${entityVisible(reading.caller, 'e')}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, baseOf(level, row, reading)]));
}

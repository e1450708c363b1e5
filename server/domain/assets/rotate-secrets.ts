import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Vault } from '../vault.ts';
import { sealedColumns } from './sealed-columns.ts';

/** Rows per query. */
const ROWS_PER_QUERY = 200;

export interface Rotation {
  /** Number of stored secrets. */
  total: number;
  /** Number of secrets sealed again with the first key. */
  renewed: number;
}

/**
 * Seals every secret again, with the first key of the vault, that another key sealed. Servers that have both keys may keep running
 * meanwhile. Throws when a secret cannot be opened and leaves the remaining ones unchanged.
 */
export async function rotateSecrets(db: Kysely<Database>, vault: Vault): Promise<Rotation> {
  const rotation = { total: 0, renewed: 0 };
  for (const { table, column, place } of sealedColumns) {
    const [from, name] = [sql.table(table), sql.ref(column)];
    for (let last = 0, more = true; more; ) {
      const { rows } = await sql<{ id: number; sealed: string }>`
        select id, ${name} as sealed from ${from} where ${name} is not null and id > ${last} order by id limit ${ROWS_PER_QUERY}`.execute(
        db,
      );
      for (const { id, sealed } of rows) {
        last = id;
        rotation.total += 1;
        if (!vault.isOld(sealed)) continue;
        const renewed = vault.seal(vault.open(sealed, place), place);
        // A secret that was replaced meanwhile is already sealed with a current key.
        await sql`update ${from} set ${name} = ${renewed} where id = ${id} and ${name} = ${sealed}`.execute(db);
        rotation.renewed += 1;
      }
      more = rows.length === ROWS_PER_QUERY;
    }
  }
  return rotation;
}

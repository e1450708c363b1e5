import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Vault } from '../vault.ts';
import { sealedColumns } from './sealed-columns.ts';

/** Rows looked at together. */
const AT_ONCE = 200;

/** What a rotation found. */
export interface Rotation {
  /** Secrets there are. */
  all: number;
  /** Those that were sealed anew, by the first key. */
  renewed: number;
}

/**
 * Seals anew, with the first key of the vault, whatever another key sealed. Server processes may go on meanwhile, if they were
 * given both keys. Throws, and leaves the rest as it is, where something cannot be opened.
 */
export async function rotateSecrets(db: Kysely<Database>, vault: Vault): Promise<Rotation> {
  const rotation = { all: 0, renewed: 0 };
  for (const { table, column, place } of sealedColumns) {
    const [from, name] = [sql.table(table), sql.ref(column)];
    for (let last = 0, more = true; more; ) {
      const { rows } = await sql<{ id: number; sealed: string }>`
        select id, ${name} as sealed from ${from} where ${name} is not null and id > ${last} order by id limit ${AT_ONCE}`.execute(db);
      for (const { id, sealed } of rows) {
        last = id;
        rotation.all += 1;
        if (!vault.isOld(sealed)) continue;
        const renewed = vault.seal(vault.open(sealed, place), place);
        // Somebody may have put another secret there meanwhile: that one is sealed by a key of today.
        await sql`update ${from} set ${name} = ${renewed} where id = ${id} and ${name} = ${sealed}`.execute(db);
        rotation.renewed += 1;
      }
      more = rows.length === AT_ONCE;
    }
  }
  return rotation;
}

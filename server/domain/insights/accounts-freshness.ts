import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { accountsNow } from './base-sums.ts';
import { type Freshness, type FreshnessFound, freshnessColumns, freshnessFrom } from './freshness.ts';

/** How fresh the figures of these accounts are. */
export async function freshnessOf(db: Kysely<Database>, now: Date, accounts: readonly number[]): Promise<Freshness> {
  const found = await sql<FreshnessFound>`
    with ${accountsNow(now)}, covered as (select unnest(${[...accounts]}::bigint[]) as id) select ${freshnessColumns.covered}`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error('the freshness of accounts was not answered');
  return freshnessFrom({ now }, row);
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { accountsNow, type FactQuestion } from './base-sums.ts';
import { type Freshness, type FreshnessFound, freshnessColumns, freshnessFrom } from './freshness.ts';

/** How fresh the figures of these accounts are in these days. */
export async function freshnessOf(
  db: Kysely<Database>,
  asked: Pick<FactQuestion, 'days' | 'now'>,
  accounts: readonly number[],
): Promise<Freshness> {
  const found = await sql<FreshnessFound>`
    with ${accountsNow(asked.now)}, covered as (select unnest(${[...accounts]}::bigint[]) as id) select ${freshnessColumns(asked)}`.execute(
    db,
  );
  const [row] = found.rows;
  if (row === undefined) throw new Error('the freshness of accounts was not answered');
  return freshnessFrom(asked, row);
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { accountsNow, type FactQuestion } from './base-sums.ts';
import type { Days } from './days.ts';
import { type Freshness, type FreshnessFound, freshnessAsAnswer, freshnessColumns, freshnessFrom } from './freshness.ts';

type Asked = Pick<FactQuestion, 'days' | 'now'>;

async function findFreshness(db: Kysely<Database>, asked: Asked, accounts: readonly number[]): Promise<FreshnessFound> {
  const found = await sql<FreshnessFound>`
    with ${accountsNow(asked.now)}, covered as (select unnest(${[...accounts]}::bigint[]) as id) select ${freshnessColumns(asked)}`.execute(
    db,
  );
  const [row] = found.rows;
  if (row === undefined) throw new Error('the freshness of accounts was not answered');
  return row;
}

/** How fresh the figures of these accounts are in these days. */
export const freshnessOf = async (db: Kysely<Database>, asked: Asked, accounts: readonly number[]): Promise<Freshness> =>
  freshnessFrom(asked, await findFreshness(db, asked, accounts));

/** The same for a list that has other things besides; undefined where none of the accounts was ever pulled. */
export async function freshnessIfPulled(db: Kysely<Database>, asked: Asked, accounts: readonly number[]): Promise<Freshness | undefined> {
  const found = await findFreshness(db, asked, accounts);
  return found.newest_at === null ? undefined : freshnessFrom(asked, found);
}

/** As the answer of such a list has it. */
export const listFreshness = (fresh: Freshness | undefined, language: Language) =>
  fresh === undefined ? {} : freshnessAsAnswer(fresh, language);

/** Accounts that have facts `f` of single ads in these days for which that is so. */
export async function accountsWithFacts(db: Kysely<Database>, { from, to }: Pick<Days, 'from' | 'to'>, is: RawBuilder<boolean>) {
  const found = await sql<{ id: number }>`
    select distinct f.ad_account_id as id from insight_daily f where f.stat_date between ${from}::date and ${to}::date and ${is}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

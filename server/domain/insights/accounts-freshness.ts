import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { accountsNow, type FactQuestion } from './base-sums.ts';
import type { Days } from './days.ts';
import { type Freshness, type FreshnessRecord, freshnessColumns, toFreshness, toFreshnessAnswer } from './freshness.ts';

type FreshnessQuestion = Pick<FactQuestion, 'days' | 'now'>;

async function findFreshness(db: Kysely<Database>, question: FreshnessQuestion, accounts: readonly number[]): Promise<FreshnessRecord> {
  const found = await sql<FreshnessRecord>`
    with ${accountsNow(question.now)}, covered as (select unnest(${[...accounts]}::bigint[]) as id) select ${freshnessColumns(question)}`.execute(
    db,
  );
  const [row] = found.rows;
  if (row === undefined) throw new Error('the freshness of accounts was not answered');
  return row;
}

/** How fresh the figures of these accounts are in these days. */
export const loadFreshness = async (db: Kysely<Database>, question: FreshnessQuestion, accounts: readonly number[]): Promise<Freshness> =>
  toFreshness(question, await findFreshness(db, question, accounts));

/** The same for a list that also shows other data; undefined when none of the accounts was ever pulled. */
export async function loadFreshnessIfPulled(
  db: Kysely<Database>,
  question: FreshnessQuestion,
  accounts: readonly number[],
): Promise<Freshness | undefined> {
  const found = await findFreshness(db, question, accounts);
  return found.newest_at === null ? undefined : toFreshness(question, found);
}

/** The freshness in the form such a list answers. */
export const toListFreshness = (fresh: Freshness | undefined, language: Language) =>
  fresh === undefined ? {} : toFreshnessAnswer(fresh, language);

/** Accounts with facts `f` of single ads in these days that meet the condition. */
export async function findAccountsWithFacts(db: Kysely<Database>, { from, to }: Pick<Days, 'from' | 'to'>, condition: RawBuilder<boolean>) {
  const found = await sql<{ id: number }>`
    select distinct f.ad_account_id as id from insight_daily f where f.stat_date between ${from}::date and ${to}::date and ${condition}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

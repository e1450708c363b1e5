import { sql } from 'kysely';
import { digits } from './chance.ts';
import type { Operation } from './operation.ts';

type AccountObjectTable = 'sbx_asset' | 'sbx_campaign' | 'sbx_group' | 'sbx_ad';

/**
 * Creates the id of a new object. It depends on the client tag and on the number of earlier objects with this tag, so that concurrent
 * creations do not matter.
 */
export async function createId(
  { db, seed }: Operation,
  table: AccountObjectTable | 'sbx_post',
  place: string,
  tag: string,
): Promise<string> {
  const count = sql<number>`count(*)`.as('before');
  const { before } =
    table === 'sbx_post'
      ? await db.selectFrom(table).select(count).where('page_id', '=', place).where('tag', '=', tag).executeTakeFirstOrThrow()
      : await db.selectFrom(table).select(count).where('account_id', '=', place).where('tag', '=', tag).executeTakeFirstOrThrow();
  return digits(17, seed, table, place, tag, before);
}

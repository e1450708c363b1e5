import { sql } from 'kysely';
import { digits } from './chance.ts';
import type { Operation } from './operation.ts';

type OfAccount = 'sbx_asset' | 'sbx_campaign' | 'sbx_group' | 'sbx_ad';

/**
 * The number of something new. It follows from the tag it comes with and from how many came with that tag before, so that it does not
 * depend on what else is made at the same time.
 */
export async function newId({ db, seed }: Operation, table: OfAccount | 'sbx_post', place: string, tag: string): Promise<string> {
  const count = sql<number>`count(*)`.as('before');
  const { before } =
    table === 'sbx_post'
      ? await db.selectFrom(table).select(count).where('page_id', '=', place).where('tag', '=', tag).executeTakeFirstOrThrow()
      : await db.selectFrom(table).select(count).where('account_id', '=', place).where('tag', '=', tag).executeTakeFirstOrThrow();
  return digits(17, seed, table, place, tag, before);
}

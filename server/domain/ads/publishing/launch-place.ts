import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { assetVisible, undeliverableReason } from '../../assets/index.ts';
import type { ItemContext, LookupContext } from '../../batches/index.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Caller } from '../../work-context.ts';
import { type AccountGrant, accountObstacle, type OpenFacts, openAccount } from '../entities/index.ts';

type Db = Kysely<Database>;

/** An ad account something is made in. */
export interface Place {
  id: number;
  name: string;
  platform_account_id: string;
  personal_account_id: number;
  authoriser: string;
  undeliverable: OpenFacts['account']['undeliverable'];
  account_status: number;
  disable_reason: number;
}

/** Undefined where it does not exist or the caller does not see it; `caller` null: whoever asks. */
export async function placeOf(db: Db, caller: Caller | null, id: number, now: Date): Promise<Place | undefined> {
  const seen = caller === null ? sql`true` : assetVisible(caller, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` });
  const found = await sql<Place>`
    select a.id, a.name, a.platform_account_id, a.personal_account_id, p.name as authoriser, a.account_status, a.disable_reason,
      ${undeliverableReason('a', 'p', now)} as undeliverable
    from ad_account a join personal_account p on p.id = a.personal_account_id
    where a.id = ${id} and a.deleted_at is null and ${seen}`.execute(db);
  return found.rows[0];
}

/** Why nothing can be made in the account now; null where it can. Where the authorisation is to blame, its person is named. */
export function placeObstacle(place: Omit<Place, 'id' | 'name' | 'platform_account_id'>): Refusal | null {
  const { undeliverable, account_status, disable_reason, personal_account_id, authoriser } = place;
  if (undeliverable === 'authoriser') {
    return refuse('PLATFORM_AUTH', { personal_account_id, platform: null }, { name: authoriser });
  }
  return accountObstacle({ undeliverable, accountStatus: account_status, disableReason: disable_reason });
}

/** The account, opened for the channel, of an item that makes something in it now. */
export async function openPlace(context: ItemContext, id: number): Promise<AccountGrant> {
  const place = await placeOf(context.db, context.caller, id, context.now);
  if (place === undefined) throw refuse('NOT_FOUND');
  const obstacle = placeObstacle(place);
  if (obstacle !== null) throw obstacle;
  return await openAccount(context, { personalAccountId: place.personal_account_id, platformId: place.platform_account_id });
}

/** The same for looking something up, whoever asks and however the account stands. */
export async function reopenPlace(context: LookupContext, id: number): Promise<AccountGrant> {
  const place = await placeOf(context.db, null, id, context.now);
  if (place === undefined) throw refuse('NOT_FOUND');
  return await openAccount(context, { personalAccountId: place.personal_account_id, platformId: place.platform_account_id });
}

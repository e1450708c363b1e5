import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { assetVisible, undeliverableReason } from '../../assets/index.ts';
import type { ItemContext, LookupContext } from '../../batches/index.ts';
import { describeHold } from '../../channel-refusal.ts';
import { Refusal, refuse } from '../../refusal.ts';
import type { Caller } from '../../work-context.ts';
import { type AccountGrant, accountObstacle, type OpenFacts, openAccount } from '../entities/index.ts';

type Db = Kysely<Database>;

/** An ad account in which objects are created. */
export interface LaunchAccount {
  id: number;
  name: string;
  platform_account_id: string;
  personal_account_id: number;
  authoriser: string;
  /** Since when the channel has been asking the authoriser to confirm their identity; null when it does not. */
  held_since: Date | null;
  undeliverable: OpenFacts['account']['undeliverable'];
  account_status: number;
  disable_reason: number;
}

/** Undefined when it does not exist or the caller does not see it; `caller` is null for the server itself. */
export async function loadLaunchAccount(db: Db, caller: Caller | null, id: number, now: Date): Promise<LaunchAccount | undefined> {
  const isVisible =
    caller === null ? sql`true` : assetVisible(caller, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` });
  const found = await sql<LaunchAccount>`
    select a.id, a.name, a.platform_account_id, a.personal_account_id, p.name as authoriser, p.held_since, a.account_status, a.disable_reason,
      ${undeliverableReason('a', 'p', now)} as undeliverable
    from ad_account a join personal_account p on p.id = a.personal_account_id
    where a.id = ${id} and a.deleted_at is null and ${isVisible}`.execute(db);
  return found.rows[0];
}

/** The reason nothing can be created in the account now; null when it can. An authorisation that is no use is reported with its person. */
export function launchAccountObstacle(place: Omit<LaunchAccount, 'id' | 'name' | 'platform_account_id'>): Refusal | null {
  const { undeliverable, account_status, disable_reason, personal_account_id, authoriser, held_since } = place;
  if (undeliverable === 'authoriser') {
    return refuse('PLATFORM_AUTH', { personal_account_id, platform: null }, { name: authoriser });
  }
  if (held_since !== null) {
    return new Refusal('PLATFORM_AUTH', { data: { personal_account_id, platform: null }, text: describeHold(authoriser) });
  }
  return accountObstacle({ undeliverable, accountStatus: account_status, disableReason: disable_reason });
}

/** Opens the account for creating objects in it, if the caller sees it and it delivers. */
export async function openLaunchAccount(context: ItemContext, id: number): Promise<AccountGrant> {
  const place = await loadLaunchAccount(context.db, context.caller, id, context.now);
  if (place === undefined) throw refuse('NOT_FOUND');
  const obstacle = launchAccountObstacle(place);
  if (obstacle !== null) throw obstacle;
  return await openAccount(context, { personalAccountId: place.personal_account_id, platformId: place.platform_account_id });
}

/** Opens the account for looking something up, regardless of the caller and the account's state. */
export async function openAccountForLookup(context: LookupContext, id: number): Promise<AccountGrant> {
  const place = await loadLaunchAccount(context.db, null, id, context.now);
  if (place === undefined) throw refuse('NOT_FOUND');
  return await openAccount(context, { personalAccountId: place.personal_account_id, platformId: place.platform_account_id });
}

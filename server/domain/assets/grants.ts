import type { Kysely } from 'kysely';
import type { Channels } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { refuse } from '../refusal.ts';
import type { Vault } from '../vault.ts';
import type { AssetKind, Authoriser, Grant } from './asset-kind.ts';

/** The place a person's token is sealed for. */
export const TOKEN_PLACE = 'personal_account.access_token';

export interface GrantContext {
  readonly db: Kysely<Database>;
  readonly channels: Channels;
  readonly vault: Vault;
}

/** PLATFORM_AUTH with the name of the person. */
export const refuseNoGrant = ({ id, name }: Pick<Authoriser, 'id' | 'name'>) =>
  refuse('PLATFORM_AUTH', { personal_account_id: id }, { name });

/**
 * Opens the token of a personal account. Refuses with NOT_FOUND when the account does not exist, and with PLATFORM_AUTH without a token
 * or when it is disabled, unless `allowDisabled` is set for the check that enables it.
 */
export async function openGrant(
  { db, channels, vault }: GrantContext,
  personalAccountId: number,
  { allowDisabled = false }: { allowDisabled?: boolean } = {},
): Promise<Grant> {
  const row = await db
    .selectFrom('personal_account')
    .select(['id', 'channel', 'connector', 'usage', 'name', 'status', 'access_token_enc'])
    .where('id', '=', personalAccountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw refuse('NOT_FOUND');
  const { access_token_enc: sealed, status, ...person } = row;
  if (sealed === null || (status === 'disabled' && !allowDisabled)) throw refuseNoGrant(person);
  return { person, platform: channels.of(person.connector), tok: { token: vault.open(sealed, TOKEN_PLACE) } };
}

type Listing = ReadonlyMap<string, unknown>;

/** Every asset of a kind that the person grants, by its id on the channel. */
export async function listAll<Remote>(kind: AssetKind<Remote>, grant: Grant): Promise<Map<string, Remote>> {
  const found = new Map<string, Remote>();
  for await (const remote of kind.list(grant)) found.set(kind.summarize(remote).platform_id, remote);
  return found;
}

/** Limit of cached listings, and how long one serves the items of its batch. */
const MAX_LISTINGS = 50;
const LISTING_LIFETIME_MS = 60_000;

interface ListingKey {
  batchId: number;
  kind: { readonly type: string };
  personId: number;
}

const toKey = ({ batchId, kind, personId }: ListingKey): string => `${batchId} ${personId} ${kind.type}`;

/** Caches the listings of running batches, so that a batch of a hundred accounts asks the channel once instead of a hundred times. */
class Listings {
  readonly #listings = new Map<string, { at: number; listing: Promise<Listing> }>();

  async load<Remote>(batchId: number, kind: AssetKind<Remote>, grant: Grant, now: Date): Promise<ReadonlyMap<string, Remote>> {
    const key = toKey({ batchId, kind, personId: grant.person.id });
    const known = this.#listings.get(key);
    if (known !== undefined && now.getTime() - known.at < LISTING_LIFETIME_MS) return (await known.listing) as ReadonlyMap<string, Remote>;
    const listing = listAll(kind, grant);
    this.#store(key, listing, now);
    // A failed listing is not cached, so the next item asks again.
    listing.catch(() => this.#listings.delete(key));
    return await listing;
  }

  /** Stores a listing made just before the batch was ordered. */
  store(key: ListingKey, listing: Listing, at: Date): void {
    this.#store(toKey(key), Promise.resolve(listing), at);
  }

  #store(key: string, listing: Promise<Listing>, at: Date): void {
    this.#listings.delete(key);
    this.#listings.set(key, { at: at.getTime(), listing });
    for (const [oldest] of this.#listings) {
      if (this.#listings.size <= MAX_LISTINGS) break;
      this.#listings.delete(oldest);
    }
  }
}

const LISTINGS_BY_CHANNELS = new WeakMap<Channels, Listings>();

/** The listings of the server that uses these channels. */
export function getListings(channels: Channels): Listings {
  const known = LISTINGS_BY_CHANNELS.get(channels) ?? new Listings();
  LISTINGS_BY_CHANNELS.set(channels, known);
  return known;
}

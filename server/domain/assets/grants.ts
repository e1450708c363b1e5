import type { Kysely } from 'kysely';
import type { Channels } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { refuse } from '../refusal.ts';
import type { Vault } from '../vault.ts';
import type { AssetKind, Grant, GrantingPerson } from './asset-kind.ts';

/** Where the token of a person is sealed for. */
export const TOKEN_PLACE = 'personal_account.access_token';

export interface Granting {
  readonly db: Kysely<Database>;
  readonly channels: Channels;
  readonly vault: Vault;
}

/** PLATFORM_AUTH, naming the person. */
export const noGrant = ({ id, name }: Pick<GrantingPerson, 'id' | 'name'>) =>
  refuse('PLATFORM_AUTH', { personal_account_id: id }, { name });

/**
 * Opens the token of a person. Refuses with NOT_FOUND where there is no such person, with PLATFORM_AUTH where there is no token or
 * the person was switched off. `evenDisabled`: for the check that ends it.
 */
export async function openGrant(
  { db, channels, vault }: Granting,
  personalAccountId: number,
  { evenDisabled = false }: { evenDisabled?: boolean } = {},
): Promise<Grant> {
  const row = await db
    .selectFrom('personal_account')
    .select(['id', 'channel', 'connector', 'usage', 'name', 'status', 'access_token_enc'])
    .where('id', '=', personalAccountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw refuse('NOT_FOUND');
  const { access_token_enc: sealed, status, ...person } = row;
  if (sealed === null || (status === 'disabled' && !evenDisabled)) throw noGrant(person);
  return { person, platform: channels.of(person.connector), tok: { token: vault.open(sealed, TOKEN_PLACE) } };
}

type Listing = ReadonlyMap<string, unknown>;

/** Everything of a kind that the person grants, by the number the channel gave it. */
export async function listAll<Remote>(kind: AssetKind<Remote>, grant: Grant): Promise<Map<string, Remote>> {
  const found = new Map<string, Remote>();
  for await (const remote of kind.list(grant)) found.set(kind.shown(remote).platform_id, remote);
  return found;
}

/** Listings kept at once, and how long one may serve the items of its batch. */
const KEPT = 50;
const FRESH_MS = 60_000;

interface Listed {
  batchId: number;
  kind: { readonly type: string };
  personId: number;
}

const keyOf = ({ batchId, kind, personId }: Listed): string => `${batchId} ${personId} ${kind.type}`;

/** Listings of the batches under way, so that a batch of a hundred accounts asks the channel once and not a hundred times. */
class Listings {
  readonly #kept = new Map<string, { at: number; listing: Promise<Listing> }>();

  async of<Remote>(batchId: number, kind: AssetKind<Remote>, grant: Grant, now: Date): Promise<ReadonlyMap<string, Remote>> {
    const key = keyOf({ batchId, kind, personId: grant.person.id });
    const known = this.#kept.get(key);
    if (known !== undefined && now.getTime() - known.at < FRESH_MS) return (await known.listing) as ReadonlyMap<string, Remote>;
    const listing = listAll(kind, grant);
    this.#keep(key, listing, now);
    // A failure is nobody's listing: the next item asks again.
    listing.catch(() => this.#kept.delete(key));
    return await listing;
  }

  /** What was asked just before the batch was ordered. */
  keep(of: Listed, listing: Listing, at: Date): void {
    this.#keep(keyOf(of), Promise.resolve(listing), at);
  }

  #keep(key: string, listing: Promise<Listing>, at: Date): void {
    this.#kept.delete(key);
    this.#kept.set(key, { at: at.getTime(), listing });
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
  }
}

const listings = new WeakMap<Channels, Listings>();

/** Those of the server that talks to these channels. */
export function listingsOf(channels: Channels): Listings {
  const known = listings.get(channels) ?? new Listings();
  listings.set(channels, known);
  return known;
}

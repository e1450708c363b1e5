import type { Kysely } from 'kysely';
import type { AdPlatform, Tok } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { ItemContext } from '../batches/index.ts';

/*
 * What a person of the channel grants us comes in kinds: ad accounts, pixels, homepages. A kind says how one of it is found on the
 * channel, inserted, refreshed, switched and unbound; the batch types asset_bind, asset_sync, asset_status and asset_unbind
 * (asset-batches.ts) do the rest for all of them alike: rights, locks, the authoriser, errors of the channel, entries in the log.
 *
 * A new kind is one file with an object of this shape, and one line in asset-kinds.ts. Its bulk calls order batches by
 * `orderBind`, `orderSync`, `orderStatus` and `orderUnbind` (asset-orders.ts); its discovery answers `discoverKind` (discover.ts).
 */

/** A person who granted us something. */
export interface GrantingPerson {
  readonly id: number;
  readonly channel: 'meta' | 'tiktok';
  readonly connector: 'sandbox' | 'meta';
  readonly usage: 'self' | 'host';
  readonly name: string;
}

/** Their token, opened for the calls of one task; see grants.ts. Nothing of it may be kept. */
export interface Grant {
  readonly person: GrantingPerson;
  readonly platform: AdPlatform;
  readonly tok: Tok;
}

/** What rows are written with, inside of a transaction; `vault` seals what is secret. */
export interface Saving extends Pick<ItemContext, 'now' | 'vault'> {
  readonly db: Kysely<Database>;
}

/** Both values of what changed; both empty where nothing did. Never a secret. */
export interface AssetChange {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** One thing found on the channel, as it is offered for import. */
export interface ShownRemote {
  readonly platform_id: string;
  readonly name: string;
  /** Its state on the channel, as text. */
  readonly status: string;
  /** Tells it from others of the name. */
  readonly sub: string;
}

/** One kind. Its table has `id, version, name, channel, connector, personal_account_id, last_sync_at, sync_error, deleted_at`. */
export interface AssetKind<Remote> {
  /** Name of the table, of the target of batches and of the asset in assignments. */
  readonly type: 'ad_account' | 'homepage' | 'pixel';
  readonly label: { readonly zh: string; readonly en: string };
  /** Column with the number the channel gave it. */
  readonly platformColumn: 'platform_account_id' | 'platform_page_id' | 'platform_pixel_id';
  /** Everything of the kind that the person grants now; failures are AdPlatformErrors. */
  list(grant: Grant): AsyncIterable<Remote>;
  shown(remote: Remote): ShownRemote;
  /**
   * Inserts a row for what was found and answers its id. A Refusal where something is missing that has to be there before (the
   * account of a pixel, say). Two at once: the unique index decides, the caller knows what its violation means.
   */
  insert(saving: Saving, remote: Remote, bound: { person: GrantingPerson; biz: 'dj' | 'ec' }): Promise<number>;
  /**
   * Writes what the channel says of a row that is locked already. Also called after the authoriser was changed, so whatever
   * belongs to the person (the token of a page) is written anew. `version`, `last_sync_at`, `sync_error` are written by the caller.
   */
  refresh(saving: Saving, id: number, remote: Remote): Promise<AssetChange>;
  /** Our own switch of a locked row; null where it stands so already. */
  switchTo(saving: Saving, id: number, isOn: boolean): Promise<AssetChange | null>;
  /** What else ends with the row, which is marked as deleted by the caller; assignments end too. A Refusal where it is needed. */
  unbind?(saving: Saving, id: number): Promise<void>;
}

/** A kind whose remote shape is forgotten: what it lists is what it takes. */
export type AnyAssetKind = AssetKind<unknown>;

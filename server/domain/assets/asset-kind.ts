import type { Kysely } from 'kysely';
import type { AdPlatform, Tok } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { ItemContext } from '../batches/index.ts';

/*
 * The assets that a person grants come in kinds: ad accounts, homepages and pixels. A kind defines how its assets are listed on the
 * channel, inserted, refreshed, switched and unbound. The batch types asset_bind, asset_sync, asset_status and asset_unbind
 * (asset-batches.ts) handle the rest for all kinds: permissions, locks, the authoriser, errors of the channel and audit entries.
 *
 * A new kind is one file with an object of this shape and one line in asset-kinds.ts. Its bulk calls order batches with `orderBind`,
 * `orderSync`, `orderStatus` and `orderUnbind` (asset-orders.ts); its discovery call returns `discoverKind` (discover.ts).
 */

/** A personal account that grants access to assets. */
export interface Authoriser {
  readonly id: number;
  readonly channel: 'meta' | 'tiktok';
  readonly connector: 'sandbox' | 'meta';
  readonly usage: 'self' | 'host';
  readonly name: string;
}

/** The opened token of an authoriser, for the calls of one task; see grants.ts. It must never be stored. */
export interface Grant {
  readonly person: Authoriser;
  readonly platform: AdPlatform;
  readonly tok: Tok;
}

/** Context for writing rows inside a transaction; `vault` seals secrets. */
export interface SaveContext extends Pick<ItemContext, 'now' | 'vault'> {
  readonly db: Kysely<Database>;
}

/** The changed values before and after; both are empty when nothing changed. It never contains secrets. */
export interface AssetChange {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** An asset found on the channel, as offered for import. */
export interface RemoteSummary {
  readonly platform_id: string;
  readonly name: string;
  /** Its status on the channel, as text. */
  readonly status: string;
  /** Distinguishes assets with equal names. */
  readonly sub: string;
}

/** A kind of asset. Its table has `id, version, name, channel, connector, personal_account_id, last_sync_at, sync_error, deleted_at`. */
export interface AssetKind<Remote> {
  /** Name of the table, of the batch target and of the asset type in assignments. */
  readonly type: 'ad_account' | 'homepage' | 'pixel';
  readonly label: { readonly zh: string; readonly en: string };
  /** Column of the channel's id. */
  readonly platformColumn: 'platform_account_id' | 'platform_page_id' | 'platform_pixel_id';
  /** Lists every asset of the kind that the person grants now; failures are AdPlatformErrors. */
  list(grant: Grant): AsyncIterable<Remote>;
  summarize(remote: Remote): RemoteSummary;
  /**
   * Inserts a row and returns its id. Throws a Refusal when something it depends on is missing, such as the account of a pixel. The
   * unique index decides between concurrent inserts; the caller interprets its violation.
   */
  insert(saving: SaveContext, remote: Remote, bound: { person: Authoriser; biz: 'dj' | 'ec' }): Promise<number>;
  /**
   * Writes the channel's data to a row that is already locked. It is also called after a change of the authoriser, so data that belongs
   * to the person, such as the token of a homepage, must be written again. The caller writes `version`, `last_sync_at` and `sync_error`.
   */
  refresh(saving: SaveContext, id: number, remote: Remote): Promise<AssetChange>;
  /** Switches a locked row on or off on our side; null when it already is so. */
  setEnabled(saving: SaveContext, id: number, isOn: boolean): Promise<AssetChange | null>;
  /**
   * Removes what depends on the row; the caller marks it as deleted and ends its assignments. Throws a Refusal when the row is still
   * needed.
   */
  unbind?(saving: SaveContext, id: number): Promise<void>;
}

/** A kind of any area, with its remote type erased. */
export type AnyAssetKind = AssetKind<unknown>;

import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { CallContext } from '../call.ts';
import { Refusal } from '../refusal.ts';
import { requireAsset } from './asset-access.ts';
import type { AnyAssetKind } from './asset-kind.ts';
import { getListings, listAll, openGrant } from './grants.ts';

/** The assets of one kind to import, by their ids on the channel. */
export interface ImportSelection {
  readonly kind: AnyAssetKind;
  readonly platform_ids: readonly string[];
}

/** The assets a person grants, as listed just before an import was ordered. */
export class DiscoveredAssets {
  readonly #at: Date;
  readonly #found: ReadonlyMap<AnyAssetKind, ReadonlyMap<string, unknown>>;

  constructor(at: Date, found: ReadonlyMap<AnyAssetKind, ReadonlyMap<string, unknown>>) {
    this.#at = at;
    this.#found = found;
  }

  nameOf(kind: AnyAssetKind, platformId: string): string | undefined {
    const remote = this.#found.get(kind)?.get(platformId);
    return remote === undefined ? undefined : kind.summarize(remote).name;
  }

  /** Lets the items of the batch reuse the listings instead of asking the channel again. */
  shareWithBatch(batchId: number, personId: number, { channels }: Pick<CallContext, 'channels'>): void {
    for (const [kind, listing] of this.#found) getListings(channels).store({ batchId, kind, personId }, listing, this.#at);
  }
}

/**
 * Lists the assets before an import is ordered, so that its items have names. It takes long, so it must never run inside a transaction.
 * It refuses nothing: without a grant or an answer of the channel nothing is found, and the items report the fault.
 */
export async function discoverForImport(
  context: Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault' | 'now'>,
  personId: number,
  selections: readonly ImportSelection[],
): Promise<DiscoveredAssets> {
  const found = new Map<AnyAssetKind, ReadonlyMap<string, unknown>>();
  try {
    await requireAsset(context.db, context.caller, 'personal_account', personId);
    const grant = await openGrant(context, personId);
    for (const { kind } of selections) found.set(kind, await listAll(kind, grant));
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof AdPlatformError)) throw error;
  }
  return new DiscoveredAssets(context.now, found);
}

import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { CallContext } from '../call.ts';
import { Refusal } from '../refusal.ts';
import type { AnyAssetKind } from './asset-kind.ts';
import { listAll, listingsOf, openGrant } from './grants.ts';
import { requireAsset } from './held-asset.ts';

/** What is imported of one kind: numbers the channel gave. */
export interface Wanted {
  readonly kind: AnyAssetKind;
  readonly platform_ids: readonly string[];
}

/** What a person grants, as the channel said just before an import was ordered. */
export class FoundBefore {
  readonly #at: Date;
  readonly #found: ReadonlyMap<AnyAssetKind, ReadonlyMap<string, unknown>>;

  constructor(at: Date, found: ReadonlyMap<AnyAssetKind, ReadonlyMap<string, unknown>>) {
    this.#at = at;
    this.#found = found;
  }

  nameOf(kind: AnyAssetKind, platformId: string): string | undefined {
    const remote = this.#found.get(kind)?.get(platformId);
    return remote === undefined ? undefined : kind.shown(remote).name;
  }

  /** Spares the items of the batch the same question. */
  lendTo(batchId: number, personId: number, { channels }: Pick<CallContext, 'channels'>): void {
    for (const [kind, listing] of this.#found) listingsOf(channels).keep({ batchId, kind, personId }, listing, this.#at);
  }
}

/**
 * Asks before an import is ordered, so that its items have names; takes long, so never inside of a transaction. Nobody is refused
 * here: without a grant or an answer of the channel nothing was found, and the items say why.
 */
export async function findBefore(
  context: Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault' | 'now'>,
  personId: number,
  wanted: readonly Wanted[],
): Promise<FoundBefore> {
  const found = new Map<AnyAssetKind, ReadonlyMap<string, unknown>>();
  try {
    await requireAsset(context.db, context.caller, 'personal_account', personId);
    const grant = await openGrant(context, personId);
    for (const { kind } of wanted) found.set(kind, await listAll(kind, grant));
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof AdPlatformError)) throw error;
  }
  return new FoundBefore(context.now, found);
}

import type { Kysely } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { sharePixel, unsharePixel } from '#contracts/endpoints/pixels.ts';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { BatchItem, BatchType, Outcome } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { faultOfChannel } from '../channel-refusal.ts';
import { requirePixelShareUnused } from '../in-use.ts';
import { refuse } from '../refusal.ts';
import { itemsFor } from './asset-orders.ts';
import { type Granting, openGrant } from './grants.ts';
import { requireAsset, seenAssets } from './held-asset.ts';

type Db = Kysely<Database>;

interface ShareParams {
  pixel_id: number;
  share: boolean;
}

interface Pair {
  pixel_id: number;
  ad_account_id: number;
  platform_pixel_id: string;
  platform_account_id: string;
  personal_account_id: number;
  authoriser: string;
  isOwner: boolean;
  /** Null: never shared, or taken back. */
  status: 'active' | 'failed' | null;
}

async function pairOf(db: Db, pixelId: number, accountId: number): Promise<Pair | undefined> {
  const row = await db
    .selectFrom('pixel as p')
    .innerJoin('ad_account as a', (join) => join.on('a.id', '=', accountId))
    .innerJoin('personal_account as g', 'g.id', 'p.personal_account_id')
    .leftJoin('pixel_share as ps', (join) => join.onRef('ps.pixel_id', '=', 'p.id').onRef('ps.ad_account_id', '=', 'a.id'))
    .select(['p.id as pixel_id', 'a.id as ad_account_id', 'p.platform_pixel_id', 'a.platform_account_id', 'p.personal_account_id'])
    .select('g.name as authoriser')
    .select(['p.owner_ad_account_id', 'ps.status'])
    .where('p.id', '=', pixelId)
    .where('p.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { owner_ad_account_id, ...pair } = row;
  return { ...pair, isOwner: owner_ad_account_id === pair.ad_account_id };
}

async function note(db: Db, pair: Pair, { error, now }: { error: string | null; now: Date }): Promise<void> {
  const { pixel_id, ad_account_id } = pair;
  const kept = { status: error === null ? ('active' as const) : ('failed' as const), error, updated_at: now };
  await db
    .insertInto('pixel_share')
    .values({ pixel_id, ad_account_id, created_at: now, ...kept })
    .onConflict((conflict) => conflict.columns(['pixel_id', 'ad_account_id']).doUpdateSet(kept))
    .execute();
}

async function forget(db: Db, { pixel_id, ad_account_id }: Pair): Promise<void> {
  await db.deleteFrom('pixel_share').where('pixel_id', '=', pixel_id).where('ad_account_id', '=', ad_account_id).execute();
}

/** Asks the channel, then keeps what it said. Asking twice for the same changes nothing there. */
async function tell(context: Granting & { now: Date }, pair: Pair, share: boolean): Promise<void> {
  const { db, now } = context;
  const { platform, tok } = await openGrant(context, pair.personal_account_id);
  if (!share) {
    await platform.unsharePixel(tok, pair.platform_pixel_id, pair.platform_account_id);
    await forget(db, pair);
    return;
  }
  try {
    await platform.sharePixel(tok, pair.platform_pixel_id, pair.platform_account_id);
  } catch (error) {
    if (error instanceof AdPlatformError && error.kind === 'rejected') await note(db, pair, { error: error.message, now });
    throw error;
  }
  await note(db, pair, { error: null, now });
}

const accountOf = ({ targetId }: BatchItem): number => {
  if (targetId === null) throw refuse('NOT_FOUND');
  return targetId;
};

const stateOf = (pair: Pair) => ({ shared: pair.status === 'active' });

/** Shares a pixel with an account, or takes it back: one account an item. */
export const shareBatch: BatchType<ShareParams, object> = {
  type: 'asset_share',
  label: { zh: '共享像素', en: 'Share a pixel' },
  targetType: 'ad_account',
  access: sharePixel.access,
  action: 'asset',
  effect: 'channel',
  retryable: true,
  // Nothing of the account itself changes.
  locks: false,
  parallel: 4,
  async run(context, item) {
    const { db, caller } = context;
    const { pixel_id, share } = item.params;
    const pixel = await requireAsset(db, caller, 'pixel', pixel_id);
    const [account] = await seenAssets(db, caller, 'ad_account', [accountOf(item)]);
    const pair = account && (await pairOf(db, pixel.id, account.id));
    if (account === undefined || pair === undefined) throw refuse('NOT_FOUND');
    if (pair.isOwner || share === (pair.status === 'active')) {
      // One that failed before is no longer wanted.
      if (!share && pair.status === 'failed') await forget(db, pair);
      return { outcome: 'skipped', reason: 'NO_CHANGE' };
    }
    if (!share) await requirePixelShareUnused(db, pair);
    const words = { name: pair.authoriser, personalAccountId: pair.personal_account_id, timezone: caller.timezone };
    try {
      await tell(context, pair, share);
    } catch (error) {
      return faultOfChannel(error, words);
    }
    const change = { before: stateOf(pair), after: { shared: share } };
    context.audit({ targetType: 'pixel', targetId: pixel.id, targetLabel: pixel.name, summary: account.name, ...change });
    return { outcome: 'succeeded', ...change };
  },
  async reconcile(context, item): Promise<Outcome> {
    const { pixel_id, share } = item.params;
    const pair = await pairOf(context.db, pixel_id, accountOf(item));
    if (pair === undefined) return { outcome: 'failed', reason: 'NOT_FOUND', retryable: false };
    try {
      await tell(context, pair, share);
    } catch (error) {
      const fault = faultOfChannel(error, { name: pair.authoriser, personalAccountId: pair.personal_account_id });
      return error instanceof AdPlatformError && error.kind === 'rejected' ? fault : { outcome: 'unknown' };
    }
    const after = { shared: share };
    context.audit({ targetType: 'pixel', targetId: pixel_id, summary: item.label, after });
    return { outcome: 'succeeded', after };
  },
};

async function order(context: CallContext, request: RequestOf<typeof sharePixel>, share: boolean) {
  const { db, caller } = context;
  const pixel = await requireAsset(db, caller, 'pixel', request.pixel_id);
  return await context.batches.start(context, {
    type: shareBatch.type,
    action: share ? sharePixel.path : unsharePixel.path,
    origin: '/auth/pixel',
    reason: request.reason,
    idempotencyKey: request.idempotency_key,
    summary: share
      ? { zh: `共享像素 ${pixel.name}`, en: `Share the pixel ${pixel.name}` }
      : { zh: `取消共享像素 ${pixel.name}`, en: `Take back the pixel ${pixel.name}` },
    params: { pixel_id: pixel.id, share },
    items: await itemsFor(context, 'ad_account', request.ad_account_ids),
  });
}

export const shareCalls = [
  defineCall({
    endpoint: sharePixel,
    audit: 'write',
    subject: 'pixel',
    handle: (context, request) => order(context, request, true),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: unsharePixel,
    audit: 'write',
    subject: 'pixel',
    handle: (context, request) => order(context, request, false),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];

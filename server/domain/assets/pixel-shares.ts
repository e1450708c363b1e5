import type { Kysely } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { sharePixel, unsharePixel } from '#contracts/endpoints/pixels.ts';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { type BatchItem, type BatchType, type Outcome, requireExpected } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { toItemOutcome } from '../channel-refusal.ts';
import { requirePixelShareUnused } from '../in-use.ts';
import { refuse } from '../refusal.ts';
import { loadVisibleAssets, requireAsset } from './asset-access.ts';
import { createItems } from './asset-orders.ts';
import { type GrantContext, openGrant } from './grants.ts';

type Db = Kysely<Database>;

interface ShareParams {
  pixel_id: number;
  share: boolean;
}

interface PixelAccountPair {
  pixel_id: number;
  ad_account_id: number;
  platform_pixel_id: string;
  platform_account_id: string;
  personal_account_id: number;
  authoriser: string;
  isOwner: boolean;
  /** Null when it was never shared or is no longer shared. */
  status: 'active' | 'failed' | null;
}

async function loadPair(db: Db, pixelId: number, accountId: number): Promise<PixelAccountPair | undefined> {
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

async function writeShare(db: Db, pair: PixelAccountPair, { error, now }: { error: string | null; now: Date }): Promise<void> {
  const { pixel_id, ad_account_id } = pair;
  const columns = { status: error === null ? ('active' as const) : ('failed' as const), error, updated_at: now };
  await db
    .insertInto('pixel_share')
    .values({ pixel_id, ad_account_id, created_at: now, ...columns })
    .onConflict((conflict) => conflict.columns(['pixel_id', 'ad_account_id']).doUpdateSet(columns))
    .execute();
}

async function deleteShare(db: Db, { pixel_id, ad_account_id }: PixelAccountPair): Promise<void> {
  await db.deleteFrom('pixel_share').where('pixel_id', '=', pixel_id).where('ad_account_id', '=', ad_account_id).execute();
}

/** Calls the channel and stores the result. Repeating the same call changes nothing there. */
async function applyShare(context: GrantContext & { now: Date }, pair: PixelAccountPair, share: boolean): Promise<void> {
  const { db, now } = context;
  const { platform, tok } = await openGrant(context, pair.personal_account_id);
  if (!share) {
    await platform.unsharePixel(tok, pair.platform_pixel_id, pair.platform_account_id);
    await deleteShare(db, pair);
    return;
  }
  try {
    await platform.sharePixel(tok, pair.platform_pixel_id, pair.platform_account_id);
  } catch (error) {
    if (error instanceof AdPlatformError && error.kind === 'rejected') await writeShare(db, pair, { error: error.message, now });
    throw error;
  }
  await writeShare(db, pair, { error: null, now });
}

const requireAccountId = ({ targetId }: BatchItem): number => {
  if (targetId === null) throw refuse('NOT_FOUND');
  return targetId;
};

const toState = ({ status }: Pick<PixelAccountPair, 'status'>) => ({ shared: status === 'active' });

/** Shares a pixel with ad accounts or stops sharing it, one account per item. */
export const shareBatch: BatchType<ShareParams, object> = {
  type: 'asset_share',
  targetType: 'ad_account',
  access: sharePixel.access,
  action: 'asset',
  effect: 'channel',
  retryable: true,
  // The account itself does not change.
  locks: false,
  parallel: 4,
  async run(context, item) {
    const { db, caller } = context;
    const { pixel_id, share } = item.params;
    const pixel = await requireAsset(db, caller, 'pixel', pixel_id);
    const [account] = await loadVisibleAssets(db, caller, 'ad_account', [requireAccountId(item)]);
    const pair = account && (await loadPair(db, pixel.id, account.id));
    if (account === undefined || pair === undefined) throw refuse('NOT_FOUND');
    if (pair.isOwner || share === (pair.status === 'active')) {
      // Stopping also removes the record of a failed share.
      if (!share && pair.status === 'failed') await deleteShare(db, pair);
      return { outcome: 'skipped', reason: 'NO_CHANGE' };
    }
    requireExpected(item.expected, toState(pair));
    if (!share) await requirePixelShareUnused(db, pair);
    const words = { name: pair.authoriser, personalAccountId: pair.personal_account_id, timezone: caller.timezone };
    try {
      await applyShare(context, pair, share);
    } catch (error) {
      return toItemOutcome(error, words);
    }
    const change = { before: toState(pair), after: toState({ status: share ? 'active' : null }) };
    context.audit({ targetType: 'pixel', targetId: pixel.id, targetLabel: pixel.name, summary: account.name, ...change });
    return { outcome: 'succeeded', ...change };
  },
  async reconcile(context, item): Promise<Outcome> {
    const { pixel_id, share } = item.params;
    const pair = await loadPair(context.db, pixel_id, requireAccountId(item));
    if (pair === undefined) return { outcome: 'failed', reason: 'NOT_FOUND', retryable: false };
    try {
      await applyShare(context, pair, share);
    } catch (error) {
      const fault = toItemOutcome(error, { name: pair.authoriser, personalAccountId: pair.personal_account_id });
      return error instanceof AdPlatformError && error.kind === 'rejected' ? fault : { outcome: 'unknown' };
    }
    const after = { shared: share };
    context.audit({ targetType: 'pixel', targetId: pixel_id, summary: item.label, after });
    return { outcome: 'succeeded', after };
  },
  invert: ({ params, before: { shared } }) => (typeof shared === 'boolean' ? { params: { ...params, share: shared } } : null),
};

async function orderShares(context: CallContext, request: RequestOf<typeof sharePixel>, share: boolean) {
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
      : { zh: `取消共享像素 ${pixel.name}`, en: `Stop sharing the pixel ${pixel.name}` },
    params: { pixel_id: pixel.id, share },
    items: await createItems(context, 'ad_account', request.ad_account_ids),
  });
}

export const shareCalls = [
  defineCall({
    endpoint: sharePixel,
    audit: 'write',
    subject: 'pixel',
    handle: (context, request) => orderShares(context, request, true),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: unsharePixel,
    audit: 'write',
    subject: 'pixel',
    handle: (context, request) => orderShares(context, request, false),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];

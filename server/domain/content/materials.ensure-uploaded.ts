import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemContext, LookupContext, Outcome, ReconcileContext } from '../batches/index.ts';
import { toItemOutcome } from '../channel-refusal.ts';
import * as repository from './materials.sync.repository.ts';
import { type CopyItem, copyInto, openDestination, reconcileCopy, verifyCopy } from './materials.sync.ts';

/** A copy of a material that another batch item needs in an ad account. */
export interface CopyRequest {
  material_id: number;
  ad_account_id: number;
  clientTag: string;
  label: string;
}

/** Longest wait for the channel to process a video, or for another upload of the same copy. */
const MAX_WAIT_MS = 10 * 60_000;
const POLL_INTERVALS_MS = [250, 500, 1_000, 2_000, 5_000];

const toCopyItem = ({ material_id, ad_account_id, clientTag, label }: CopyRequest): CopyItem => ({
  id: 0,
  batchId: 0,
  seq: 0,
  attempt: 1,
  targetType: 'material',
  targetId: material_id,
  parentTag: null,
  label,
  clientTag,
  sent: null,
  params: {},
  itemParams: { ad_account_id },
  expected: null,
});

/** Uploads a material into an ad account unless it is there already, and waits until ads can use it. */
export async function ensureMaterialUploaded(context: ItemContext, bringing: CopyRequest): Promise<Outcome> {
  try {
    return await ensureUploaded(context, bringing);
  } catch (error) {
    // An upload has handled its own errors already, so this error comes from a read.
    return toItemOutcome(error, { isReading: true });
  }
}

async function ensureUploaded(context: ItemContext, bringing: CopyRequest): Promise<Outcome> {
  const { db, now } = context;
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let attempt = 0; ; attempt += 1) {
    const copy = await repository.findCopy(db, bringing);
    if (copy?.status === 'ready') return { outcome: 'succeeded', after: { platform_asset_id: copy.platform_asset_id } };
    if (copy?.status === 'processing' && copy.platform_asset_id !== null) {
      const { platform, tok, account } = await openDestination(context, bringing.ad_account_id);
      const status = await platform.assetStatus(tok, account, copy.platform_asset_id);
      if (status !== 'processing')
        await repository.updateCopy(db, bringing, { status, error: status === 'error' ? 'PLATFORM_REJECTED' : null }, now);
      if (status === 'ready') continue;
      if (status === 'error') return unprocessable;
    } else if (copy?.status !== 'uploading') {
      const outcome = await copyInto(context, toCopyItem(bringing));
      if (outcome.outcome === 'failed' || outcome.outcome === 'unknown') return outcome;
      if (outcome.outcome === 'succeeded') continue;
    }
    if (performance.now() >= deadline) return notReady;
    await sleep(POLL_INTERVALS_MS[Math.min(attempt, POLL_INTERVALS_MS.length - 1)]);
  }
}

const unprocessable: Outcome = {
  outcome: 'failed',
  reason: 'PLATFORM_REJECTED',
  text: { zh: '平台无法处理该文件', en: 'The platform could not process the file' },
};
const notReady: Outcome = {
  outcome: 'failed',
  reason: 'MATERIAL_NOT_READY',
  text: { zh: '素材仍在平台上处理，可重试继续等待', en: 'The platform is still processing the file; retry to keep waiting' },
};

/** Looks the copy up on the channel by its client tag. */
export const reconcileMaterial = (context: ReconcileContext, bringing: CopyRequest): Promise<Outcome> =>
  reconcileCopy(context, toCopyItem(bringing));

/** Records the file that the channel has under this id as the copy. */
export const verifyMaterial = (context: LookupContext, bringing: CopyRequest, platformId: string): Promise<boolean> =>
  verifyCopy(context, toCopyItem(bringing), platformId);

import { setTimeout as sleep } from 'node:timers/promises';
import type { ItemContext, LookupContext, Outcome, ReconcileContext } from '../batches/index.ts';
import { faultOfChannel } from '../channel-refusal.ts';
import * as repository from './materials.sync.repository.ts';
import { type CopyItem, copyInto, keepFoundCopy, lookForCopy, openDestination } from './materials.sync.ts';

/** A copy that another item brings into an ad account, before it is needed there. */
export interface Bringing {
  material_id: number;
  ad_account_id: number;
  clientTag: string;
  label: string;
}

/** The channel works on a film, or somebody else brings it: so long it is waited for. */
const LIMIT_MS = 10 * 60_000;
const POLL_MS = [250, 500, 1_000, 2_000, 5_000];

const asItem = ({ material_id, ad_account_id, clientTag, label }: Bringing): CopyItem => ({
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
});

/** Brings a material into an ad account unless it is there, and waits until ads can be made of it. */
export async function bringMaterial(context: ItemContext, bringing: Bringing): Promise<Outcome> {
  try {
    return await brought(context, bringing);
  } catch (error) {
    // What was sent has its outcome already; this was only asked.
    return faultOfChannel(error, { isReading: true });
  }
}

async function brought(context: ItemContext, bringing: Bringing): Promise<Outcome> {
  const { db, now } = context;
  const until = performance.now() + LIMIT_MS;
  for (let turn = 0; ; turn += 1) {
    const copy = await repository.copyState(db, bringing);
    if (copy?.status === 'ready') return { outcome: 'succeeded', after: { platform_asset_id: copy.platform_asset_id } };
    if (copy?.status === 'processing' && copy.platform_asset_id !== null) {
      const { platform, tok } = await openDestination(context, bringing.ad_account_id);
      const status = await platform.assetStatus(tok, copy.platform_asset_id);
      if (status !== 'processing')
        await repository.endCopy(db, bringing, { status, error: status === 'error' ? 'PLATFORM_REJECTED' : null }, now);
      if (status === 'ready') continue;
      if (status === 'error') return broken;
    } else if (copy?.status !== 'uploading') {
      const outcome = await copyInto(context, asItem(bringing));
      if (outcome.outcome === 'failed' || outcome.outcome === 'unknown') return outcome;
      if (outcome.outcome === 'succeeded') continue;
    }
    if (performance.now() >= until) return late;
    await sleep(POLL_MS[Math.min(turn, POLL_MS.length - 1)]);
  }
}

const broken: Outcome = {
  outcome: 'failed',
  reason: 'PLATFORM_REJECTED',
  text: { zh: '平台无法处理该文件', en: 'The channel could not process the file' },
};
const late: Outcome = {
  outcome: 'failed',
  reason: 'MATERIAL_NOT_READY',
  text: { zh: '素材仍在渠道上处理,可重试继续等待', en: 'The channel still works on the file; try again to go on waiting' },
};

/** Asks the channel for what carries the tag. */
export const lookForMaterial = (context: ReconcileContext, bringing: Bringing): Promise<Outcome> => lookForCopy(context, asItem(bringing));

/** The channel knows a file under that number: kept as the copy. */
export const materialSettled = (context: LookupContext, bringing: Bringing, platformId: string): Promise<boolean> =>
  keepFoundCopy(context, asItem(bringing), platformId);

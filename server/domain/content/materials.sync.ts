import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { syncMaterials } from '#contracts/endpoints/material-batches.ts';
import { type AdPlatform, AdPlatformError, type FileRef, type Tok } from '#server/channel/ad-platform.ts';
import { noGrant, openGrant } from '../assets/index.ts';
import type { AnyBatchType, BatchItem, BatchType, ItemContext, LookupContext, Outcome, ReconcileContext } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { faultOfChannel } from '../channel-refusal.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { requireSelectionRoom } from '../selection.ts';
import { chosenMaterials, originOf } from './materials.batches.ts';
import { MATERIAL } from './materials.changes.ts';
import { titlesOf } from './materials.repository.ts';
import * as repository from './materials.sync.repository.ts';

interface CopyParams {
  ad_account_id: number;
}
export type CopyItem = BatchItem<object, CopyParams>;

/** A large file takes as long on a slow line. */
const UPLOAD_LIMIT_MS = 20 * 60_000;

/** States of a person whose token may still be used. */
const USABLE = ['active', 'expiring', 'limited'];

const copyOf = (item: CopyItem): repository.Copy => ({ material_id: item.targetId ?? 0, ad_account_id: item.itemParams.ad_account_id });

async function grantOf(
  { db, channels, vault }: LookupContext,
  { personal_account_id, authoriser, authoriser_status }: repository.Destination,
) {
  if (!USABLE.includes(authoriser_status)) throw noGrant({ id: personal_account_id, name: authoriser });
  return await openGrant({ db, channels, vault }, personal_account_id);
}

const wordsOf = ({ authoriser, personal_account_id }: repository.Destination) => ({
  name: authoriser,
  personalAccountId: personal_account_id,
});

/** The ad account of a copy that exists already, opened for the channel. */
export async function openDestination(context: LookupContext, id: number) {
  const destination = await repository.destinationById(context.db, id);
  if (destination === undefined) throw refuse('NOT_FOUND');
  return await grantOf(context, destination);
}

/** Everything the caller may no longer see or use is refused before the channel hears of it. */
export async function copyInto(context: ItemContext, item: CopyItem): Promise<Outcome> {
  const { db, caller, now, files } = context;
  const wanted = copyOf(item);
  const [destination] = await repository.destinationsOf(db, caller, [wanted.ad_account_id]);
  const isSeen = (await titlesOf(db, caller, [wanted.material_id])).size > 0;
  const file = await repository.fileOf(db, wanted.material_id);
  if (destination === undefined || file === undefined || !isSeen) throw refuse('NOT_FOUND');
  if (file.status !== 'ready') throw refuse('MATERIAL_NOT_READY');
  const { platform, tok } = await grantOf(context, destination);
  const begun = await repository.beginCopy(db, wanted, item.clientTag, now);
  if (begun === undefined) return { outcome: 'skipped', reason: 'NO_CHANGE' };

  const handed: FileRef = {
    name: `${file.code}.${file.mime.split('/')[1] === 'quicktime' ? 'mov' : (file.mime.split('/')[1] ?? 'bin')}`,
    mime: file.mime,
    size: file.size_bytes,
    sha256: file.sha256,
    open: () => files.open(file.file_key),
  };
  try {
    const account = destination.platform_account_id;
    // A second attempt finds what the first one left there.
    const known = begun.attempts > 1 ? await platform.findAsset(tok, account, begun.tag) : null;
    const { asset_id } = known ?? (await platform.uploadAsset(tok, account, handed, begun.tag));
    // Kept before anything else is asked: whatever fails now, the file is there.
    await repository.endCopy(db, wanted, { status: 'processing', platform_asset_id: asset_id }, now);
    return await concluded(context, item, asset_id, await statusOf(platform, tok, asset_id));
  } catch (error) {
    const fault = faultOrThrown(error, destination);
    const said = 'text' in fault && typeof fault.text === 'string' ? fault.text : 'reason' in fault ? fault.reason : undefined;
    if (fault.outcome === 'failed') await repository.endCopy(db, wanted, { status: 'error', error: said ?? null }, now);
    return fault;
  }
}

/** How the file stands there; where the channel cannot say so now, it is asked again later. */
async function statusOf(platform: AdPlatform, tok: Tok, asset: string): Promise<'processing' | 'ready' | 'error'> {
  return await platform.assetStatus(tok, asset).catch((error: unknown) => {
    if (error instanceof AdPlatformError) return 'processing';
    throw error;
  });
}

function faultOrThrown(error: unknown, destination: repository.Destination): Outcome {
  if (error instanceof Refusal) return { outcome: 'failed', reason: error.reason, data: { ...error.data, ...error.words } };
  return faultOfChannel(error, wordsOf(destination));
}

/** The channel has it; whether it is ready is looked at again later. */
async function concluded(
  { db, now, audit }: Pick<LookupContext, 'db' | 'now'> & Partial<Pick<ItemContext, 'audit'>>,
  item: CopyItem,
  assetId: string,
  status: 'processing' | 'ready' | 'error',
): Promise<Outcome> {
  const error = status === 'error' ? 'PLATFORM_REJECTED' : null;
  await repository.endCopy(db, copyOf(item), { status, platform_asset_id: assetId, error }, now);
  if (status === 'error') {
    return {
      outcome: 'failed',
      reason: 'PLATFORM_REJECTED',
      text: { zh: '平台无法处理该文件', en: 'The channel could not process the file' },
    };
  }
  const after = { ad_account_id: item.itemParams.ad_account_id, platform_asset_id: assetId, status };
  audit?.({ targetType: MATERIAL, targetId: item.targetId, targetLabel: item.label, summary: status, after });
  return { outcome: 'succeeded', after };
}

/** Asks the channel for what carries the tag of the copy. */
export async function lookForCopy(context: ReconcileContext, item: CopyItem): Promise<Outcome> {
  const destination = await repository.destinationById(context.db, item.itemParams.ad_account_id);
  if (destination === undefined) return { outcome: 'unknown' };
  try {
    const { platform, tok } = await grantOf(context, destination);
    const copy = await repository.copyState(context.db, copyOf(item));
    const found =
      copy?.platform_asset_id ??
      (await platform.findAsset(tok, destination.platform_account_id, copy?.client_tag ?? item.clientTag))?.asset_id;
    if (found !== undefined) return await concluded(context, item, found, await platform.assetStatus(tok, found));
    if (!context.isConclusive) return { outcome: 'unknown' };
    await repository.endCopy(context.db, copyOf(item), { status: 'error', error: 'PLATFORM_DOWN' }, context.now);
    return { outcome: 'failed', reason: 'PLATFORM_DOWN' };
  } catch {
    // Nobody can tell yet; it is asked again.
    return { outcome: 'unknown' };
  }
}

/** The channel knows a file under that number: kept as the copy of the item. */
export async function keepFoundCopy(context: LookupContext, item: CopyItem, platformId: string): Promise<boolean> {
  const destination = await repository.destinationById(context.db, item.itemParams.ad_account_id);
  if (destination === undefined) return false;
  const { platform, tok } = await grantOf(context, destination);
  const known = await platform.assetStatus(tok, platformId).catch(() => undefined);
  if (known === undefined) return false;
  await repository.endCopy(context.db, copyOf(item), { status: known, platform_asset_id: platformId, error: null }, context.now);
  return true;
}

/** A person found out; a file that was never sent may be sent again at once. */
export async function settleCopy(
  { db, now }: Pick<LookupContext, 'db' | 'now'>,
  copy: repository.Copy,
  platformId: string | null,
): Promise<number> {
  if (platformId === null) await repository.endCopy(db, copy, { status: 'error', error: 'PLATFORM_UNKNOWN' }, now);
  return copy.material_id;
}

const copyBatch: BatchType<object, CopyParams> = {
  type: 'material_sync',
  label: { zh: '同步素材到账户', en: 'Copy materials into ad accounts' },
  targetType: MATERIAL,
  access: syncMaterials.access,
  action: 'material',
  effect: 'channel',
  retryable: true,
  // The material is only read; the copy itself says who is making it.
  locks: false,
  parallel: 4,
  pace: 'slow',
  limitMs: UPLOAD_LIMIT_MS,
  run: copyInto,
  reconcile: lookForCopy,
  verify: keepFoundCopy,
  applyResolution: (context, item, platformId) => settleCopy(context, copyOf(item), platformId),
};

export const materialSyncTypes: readonly AnyBatchType[] = [copyBatch];

async function sync(context: CallContext, request: RequestOf<typeof syncMaterials>) {
  const { db, caller, limits } = context;
  const { ad_account_ids } = request;
  const destinations = await repository.destinationsOf(db, caller, ad_account_ids);
  const byId = new Map(destinations.map((one) => [one.id, one]));
  const missing = ad_account_ids.findIndex((id) => !byId.has(id));
  if (missing >= 0) throw refuseField(`ad_account_ids.${missing}`, 'exists');
  const ids = await chosenMaterials(context, request);
  requireSelectionRoom(ids.length * ad_account_ids.length, limits.batchFilterMax);
  const titles = await titlesOf(db, caller, ids);
  const names = destinations.map(({ name }) => name);
  const several = names.length > 3;
  return await context.batches.start(context, {
    type: copyBatch.type,
    action: syncMaterials.path,
    origin: originOf(context, request),
    summary: {
      zh: `同步到 ${several ? `${names.length} 个账户` : names.join('、')}`,
      en: `Copy to ${several ? `${names.length} accounts` : names.join(', ')}`,
    },
    params: {},
    reason: request.reason,
    items: ids.flatMap((id) =>
      ad_account_ids.map((ad_account_id) => ({
        targetId: id,
        label: `${titles.get(id) ?? `#${id}`} → ${byId.get(ad_account_id)?.name}`,
        params: { ad_account_id },
      })),
    ),
    idempotencyKey: request.idempotency_key,
  });
}

export const materialSyncCalls = [
  defineCall({
    endpoint: syncMaterials,
    audit: 'write',
    subject: MATERIAL,
    handle: sync,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];

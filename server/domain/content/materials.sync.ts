import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { syncMaterials } from '#contracts/endpoints/material-batches.ts';
import { type AdPlatform, AdPlatformError, type FileRef, type Tok } from '#server/channel/ad-platform.ts';
import { openGrant, refuseNoGrant } from '../assets/index.ts';
import {
  type AnyBatchType,
  type BatchItem,
  type BatchType,
  type ItemContext,
  type LookupContext,
  type Outcome,
  type ReconcileContext,
  UPLOADING_ITEM_LIMIT_MS,
} from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { toItemOutcome } from '../channel-refusal.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { requireSelectionRoom } from '../selection.ts';
import { findOrigin, selectMaterialIds } from './materials.batches.ts';
import { MATERIAL } from './materials.changes.ts';
import { loadTitles } from './materials.repository.ts';
import * as repository from './materials.sync.repository.ts';

interface CopyParams {
  ad_account_id: number;
}
export type CopyItem = BatchItem<object, CopyParams>;

/** Statuses of a personal account whose token may still be used. */
const USABLE_STATUSES = ['active', 'expiring', 'limited'];

const copyOf = (item: CopyItem): repository.Copy => ({ material_id: item.targetId ?? 0, ad_account_id: item.itemParams.ad_account_id });

async function openDestinationGrant(
  { db, channels, vault }: LookupContext,
  { platform_account_id: account, personal_account_id, authoriser, authoriser_status }: repository.Destination,
) {
  if (!USABLE_STATUSES.includes(authoriser_status)) throw refuseNoGrant({ id: personal_account_id, name: authoriser });
  return { ...(await openGrant({ db, channels, vault }, personal_account_id)), account };
}

const grantHolderOf = ({ authoriser, personal_account_id }: repository.Destination) => ({
  name: authoriser,
  personalAccountId: personal_account_id,
});

/** Opens the channel connection for the ad account of an existing copy. */
export async function openDestination(context: LookupContext, id: number) {
  const destination = await repository.findDestination(context.db, id);
  if (destination === undefined) throw refuse('NOT_FOUND');
  return await openDestinationGrant(context, destination);
}

/** Uploads the file of a material into an ad account. Visibility and permissions are checked before anything is sent to the channel. */
export async function copyInto(context: ItemContext, item: CopyItem): Promise<Outcome> {
  const { db, caller, now, files } = context;
  const copy = copyOf(item);
  const [destination] = await repository.findDestinations(db, caller, [copy.ad_account_id]);
  const isVisible = (await loadTitles(db, caller, [copy.material_id])).size > 0;
  const file = await repository.findCopyFile(db, copy.material_id);
  if (destination === undefined || file === undefined || !isVisible) throw refuse('NOT_FOUND');
  if (file.status !== 'ready') throw refuse('MATERIAL_NOT_READY');
  const { platform, tok } = await openDestinationGrant(context, destination);
  const started = await repository.beginCopy(db, copy, item.clientTag, now);
  if (started === undefined) return { outcome: 'skipped', reason: 'NO_CHANGE' };

  const fileRef: FileRef = {
    name: `${file.code}.${file.mime.split('/')[1] === 'quicktime' ? 'mov' : (file.mime.split('/')[1] ?? 'bin')}`,
    mime: file.mime,
    size: file.size_bytes,
    sha256: file.sha256,
    open: () => files.open(file.file_key),
  };
  let isUploading = false;
  try {
    const account = destination.platform_account_id;
    // A second attempt reuses the file that the first one left on the channel.
    const known = started.attempts > 1 ? await platform.findAsset(tok, account, started.tag) : null;
    isUploading = true;
    const { asset_id } = known ?? (await platform.uploadAsset(tok, account, fileRef, started.tag));
    // Recorded before the next request to the channel, because the file exists there even if that request fails.
    await repository.updateCopy(db, copy, { status: 'processing', platform_asset_id: asset_id }, now);
    return await recordUploaded(context, item, asset_id, await loadAssetStatus(platform, tok, account, asset_id));
  } catch (error) {
    const fault = toFaultOutcome(error, destination);
    const errorText = 'text' in fault && typeof fault.text === 'string' ? fault.text : 'reason' in fault ? fault.reason : undefined;
    // A throttled upload left nothing on the channel, so it does not count as an attempt whose file has to be looked for.
    const wasThrottled = isUploading && error instanceof AdPlatformError && error.kind === 'throttled';
    const counted = wasThrottled ? { attempts: started.attempts - 1 } : {};
    if (fault.outcome === 'failed') await repository.updateCopy(db, copy, { status: 'error', error: errorText ?? null, ...counted }, now);
    return fault;
  }
}

/** Status of the file on the channel; counts as processing when the channel cannot tell now, so that it is asked again later. */
async function loadAssetStatus(platform: AdPlatform, tok: Tok, account: string, asset: string): Promise<'processing' | 'ready' | 'error'> {
  return await platform.assetStatus(tok, account, asset).catch((error: unknown) => {
    if (error instanceof AdPlatformError) return 'processing';
    throw error;
  });
}

function toFaultOutcome(error: unknown, destination: repository.Destination): Outcome {
  if (error instanceof Refusal) return { outcome: 'failed', reason: error.reason, data: { ...error.data, ...error.words } };
  return toItemOutcome(error, grantHolderOf(destination));
}

/** Records a file that the channel has; while it is processing, a scheduled task checks it again later. */
async function recordUploaded(
  { db, now, audit }: Pick<LookupContext, 'db' | 'now'> & Partial<Pick<ItemContext, 'audit'>>,
  item: CopyItem,
  assetId: string,
  status: 'processing' | 'ready' | 'error',
): Promise<Outcome> {
  const error = status === 'error' ? 'PLATFORM_REJECTED' : null;
  await repository.updateCopy(db, copyOf(item), { status, platform_asset_id: assetId, error }, now);
  if (status === 'error') {
    return {
      outcome: 'failed',
      reason: 'PLATFORM_REJECTED',
      text: { zh: '平台无法处理该文件', en: 'The platform could not process the file' },
    };
  }
  const after = { ad_account_id: item.itemParams.ad_account_id, platform_asset_id: assetId, status };
  audit?.({ targetType: MATERIAL, targetId: item.targetId, targetLabel: item.label, summary: { codes: [status] }, after });
  return { outcome: 'succeeded', after };
}

/** Looks the copy up on the channel by its client tag. */
export async function reconcileCopy(context: ReconcileContext, item: CopyItem): Promise<Outcome> {
  const destination = await repository.findDestination(context.db, item.itemParams.ad_account_id);
  if (destination === undefined) return { outcome: 'unknown' };
  try {
    const { platform, tok } = await openDestinationGrant(context, destination);
    const { platform_account_id: account } = destination;
    const copy = await repository.findCopy(context.db, copyOf(item));
    const found = copy?.platform_asset_id ?? (await platform.findAsset(tok, account, copy?.client_tag ?? item.clientTag))?.asset_id;
    if (found !== undefined) return await recordUploaded(context, item, found, await platform.assetStatus(tok, account, found));
    if (!context.isConclusive) return { outcome: 'unknown' };
    await repository.updateCopy(context.db, copyOf(item), { status: 'error', error: 'PLATFORM_DOWN' }, context.now);
    return { outcome: 'failed', reason: 'PLATFORM_DOWN' };
  } catch {
    // The outcome cannot be told yet; reconciling runs again later.
    return { outcome: 'unknown' };
  }
}

/** Records the file that the channel has under this id as the copy of the item. */
export async function verifyCopy(context: LookupContext, item: CopyItem, platformId: string): Promise<boolean> {
  const destination = await repository.findDestination(context.db, item.itemParams.ad_account_id);
  if (destination === undefined) return false;
  const { platform, tok } = await openDestinationGrant(context, destination);
  const known = await platform.assetStatus(tok, destination.platform_account_id, platformId).catch(() => undefined);
  if (known === undefined) return false;
  await repository.updateCopy(context.db, copyOf(item), { status: known, platform_asset_id: platformId, error: null }, context.now);
  return true;
}

/** Applies a person's decision about an unknown upload; a file that was never sent may be sent again at once. */
export async function resolveCopy(
  { db, now }: Pick<LookupContext, 'db' | 'now'>,
  copy: repository.Copy,
  platformId: string | null,
): Promise<number> {
  if (platformId === null) await repository.updateCopy(db, copy, { status: 'error', error: 'PLATFORM_UNKNOWN' }, now);
  return copy.material_id;
}

const copyBatch: BatchType<object, CopyParams> = {
  type: 'material_sync',
  targetType: MATERIAL,
  access: syncMaterials.access,
  action: 'material',
  effect: 'channel',
  retryable: true,
  // The material is only read; the row of the copy itself shows which item is making it.
  locks: false,
  parallel: 4,
  pace: 'slow',
  limitMs: UPLOADING_ITEM_LIMIT_MS,
  run: copyInto,
  reconcile: reconcileCopy,
  verify: verifyCopy,
  applyResolution: (context, item, platformId) => resolveCopy(context, copyOf(item), platformId),
};

export const materialSyncTypes: readonly AnyBatchType[] = [copyBatch];

async function sync(context: CallContext, request: RequestOf<typeof syncMaterials>) {
  const { db, caller, limits } = context;
  const { ad_account_ids } = request;
  const destinations = await repository.findDestinations(db, caller, ad_account_ids);
  const byId = new Map(destinations.map((one) => [one.id, one]));
  const missing = ad_account_ids.findIndex((id) => !byId.has(id));
  if (missing >= 0) throw refuseField(`ad_account_ids.${missing}`, 'exists');
  const ids = await selectMaterialIds(context, request);
  requireSelectionRoom(ids.length * ad_account_ids.length, limits.batchFilterMax);
  const titles = await loadTitles(db, caller, ids);
  const names = destinations.map(({ name }) => name);
  const isLongList = names.length > 3;
  return await context.batches.start(context, {
    type: copyBatch.type,
    action: syncMaterials.path,
    origin: findOrigin(context, request),
    summary: {
      zh: `同步到 ${isLongList ? `${names.length} 个账户` : names.join('、')}`,
      en: `Copy to ${isLongList ? `${names.length} accounts` : names.join(', ')}`,
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

import { copyEntities } from '#contracts/endpoints/ad-copies.ts';
import { submitPublish } from '#contracts/endpoints/publish.ts';
import {
  type AnyBatchType,
  type BatchItem,
  type BatchType,
  type ItemContext,
  type LookupContext,
  type Outcome,
  type ReconcileContext,
  UPLOADING_ITEM_LIMIT_MS,
} from '../../batches/index.ts';
import { ensureMaterialUploaded, reconcileMaterial, resolveCopy, verifyMaterial } from '../../content/index.ts';
import { type ClosingItem, closeLaunch, hasPlatformId, reconcileClosing, resolveClosing } from './closing.ts';
import { createEntity, type LaunchBatchItem, reconcileCreation, resolveCreation, verifyCreation } from './create-entities.ts';
import { LAUNCH_ITEM, type LaunchItem, type LaunchParams } from './launch-items.ts';
import { findLaunchRemedy } from './launch-remedies.ts';
import { prepareCopyRepeat, preparePublishRepeat } from './repeat-launches.ts';
import { type ReplacedItem, reconcileReplaced, resolveReplaced, turnOffReplaced, verifyReplaced } from './replaced-ad.ts';

/** Ad accounts of one order that one server works on at a time; within each account, items run one after another. */
const MAX_PARALLEL_ACCOUNTS = 4;

type UploadItem = BatchItem<LaunchParams, Extract<LaunchItem, { step: 'upload' }>>;
type CreateItem = Parameters<typeof createEntity>[1];

const toMaterialCopy = (item: UploadItem) => ({
  material_id: item.itemParams.material_id,
  ad_account_id: item.itemParams.ad_account_id,
  clientTag: item.clientTag,
  label: item.label,
});

function run(context: ItemContext, item: LaunchBatchItem): Promise<Outcome> {
  switch (item.itemParams.step) {
    case 'upload':
      return ensureMaterialUploaded(context, toMaterialCopy(item as UploadItem));
    case 'launch':
      return closeLaunch(context, item as ClosingItem);
    case 'replaced':
      return turnOffReplaced(context, item as ReplacedItem);
    case 'campaign':
    case 'ad_group':
    case 'ad':
      return createEntity(context, item as CreateItem);
  }
}

function reconcile(context: ReconcileContext, item: LaunchBatchItem): Promise<Outcome> {
  switch (item.itemParams.step) {
    case 'upload':
      return reconcileMaterial(context, toMaterialCopy(item as UploadItem));
    case 'launch':
      return reconcileClosing(context, item as ClosingItem);
    case 'replaced':
      return reconcileReplaced(context, item as ReplacedItem);
    case 'campaign':
    case 'ad_group':
    case 'ad':
      return reconcileCreation(context, item as CreateItem);
  }
}

function verify(context: LookupContext, item: LaunchBatchItem, platformId: string): Promise<boolean> {
  switch (item.itemParams.step) {
    case 'upload':
      return verifyMaterial(context, toMaterialCopy(item as UploadItem), platformId);
    case 'launch':
      return hasPlatformId(context, item as ClosingItem, platformId);
    case 'replaced':
      return verifyReplaced(context, item as ReplacedItem, platformId);
    case 'campaign':
    case 'ad_group':
    case 'ad':
      return verifyCreation(context, item as CreateItem, platformId);
  }
}

async function applyResolution(context: LookupContext, item: LaunchBatchItem, platformId: string | null): Promise<number | undefined> {
  switch (item.itemParams.step) {
    case 'upload':
      return await resolveCopy(context, toMaterialCopy(item as UploadItem), platformId);
    case 'launch':
      return await resolveClosing(context, item as ClosingItem, platformId);
    case 'replaced':
      return await resolveReplaced(context, item as ReplacedItem, platformId);
    case 'campaign':
    case 'ad_group':
    case 'ad':
      return await resolveCreation(context, item as CreateItem, platformId);
  }
}

/** Nothing is locked: the objects do not exist yet, and originals of copies are only read. */
const launchType = {
  targetType: LAUNCH_ITEM,
  effect: 'channel',
  retryable: true,
  locks: false,
  parallel: MAX_PARALLEL_ACCOUNTS,
  pace: 'slow',
  limitMs: UPLOADING_ITEM_LIMIT_MS,
  run,
  reconcile,
  verify,
  applyResolution,
} as const satisfies Partial<BatchType<LaunchParams, LaunchItem>>;

const publishBatch: BatchType<LaunchParams, LaunchItem> = {
  ...launchType,
  type: 'publish',
  access: submitPublish.access,
  action: submitPublish.action,
  prepareRepeat: preparePublishRepeat,
  findRemedy: findLaunchRemedy,
};

const copyBatch: BatchType<LaunchParams, LaunchItem> = {
  ...launchType,
  type: 'copy',
  access: copyEntities.access,
  action: copyEntities.action,
  prepareRepeat: prepareCopyRepeat,
};

export const launchBatchTypes: readonly AnyBatchType[] = [publishBatch, copyBatch];

import { copyEntities } from '#contracts/endpoints/ad-copies.ts';
import { submitPublish } from '#contracts/endpoints/publish.ts';
import type { AnyBatchType, BatchItem, BatchType, ItemContext, LookupContext, Outcome, ReconcileContext } from '../../batches/index.ts';
import { ensureMaterialUploaded, reconcileMaterial, resolveCopy, verifyMaterial } from '../../content/index.ts';
import { copyAgain, publishAgain } from './again.ts';
import { type Closing, close, isItsNumber, lookAt, settleChange } from './closing.ts';
import { LAUNCH_ITEM, type LaunchItem, type LaunchParams } from './launch-items.ts';
import { foundOut, isKnown, type Launching, lookFor, make } from './making.ts';

/** Ad accounts of one order that one server makes things in at a time; in each of them one thing after the other. */
const ACCOUNTS_AT_ONCE = 4;

/** A file is sent, and then waited for until the channel has worked on it. */
const WAITING_LIMIT_MS = 30 * 60_000;

type Upload = BatchItem<LaunchParams, Extract<LaunchItem, { step: 'upload' }>>;
type Making = Parameters<typeof make>[1];

const copyOf = (item: Upload) => ({
  material_id: item.itemParams.material_id,
  ad_account_id: item.itemParams.ad_account_id,
  clientTag: item.clientTag,
  label: item.label,
});

function run(context: ItemContext, item: Launching): Promise<Outcome> {
  switch (item.itemParams.step) {
    case 'upload':
      return ensureMaterialUploaded(context, copyOf(item as Upload));
    case 'launch':
      return close(context, item as Closing);
    case 'campaign':
    case 'ad_group':
    case 'ad':
      return make(context, item as Making);
  }
}

function reconcile(context: ReconcileContext, item: Launching): Promise<Outcome> {
  switch (item.itemParams.step) {
    case 'upload':
      return reconcileMaterial(context, copyOf(item as Upload));
    case 'launch':
      return lookAt(context, item as Closing);
    case 'campaign':
    case 'ad_group':
    case 'ad':
      return lookFor(context, item as Making);
  }
}

function verify(context: LookupContext, item: Launching, platformId: string): Promise<boolean> {
  switch (item.itemParams.step) {
    case 'upload':
      return verifyMaterial(context, copyOf(item as Upload), platformId);
    case 'launch':
      return isItsNumber(context, item as Closing, platformId);
    case 'campaign':
    case 'ad_group':
    case 'ad':
      return isKnown(context, item as Making, platformId);
  }
}

async function applyResolution(context: LookupContext, item: Launching, platformId: string | null): Promise<number | undefined> {
  switch (item.itemParams.step) {
    case 'upload':
      return await resolveCopy(context, copyOf(item as Upload), platformId);
    case 'launch':
      return await settleChange(context, item as Closing, platformId);
    case 'campaign':
    case 'ad_group':
    case 'ad':
      return await foundOut(context, item as Making, platformId);
  }
}

/** What it makes is not there yet, and what it copies is only read: nothing is locked. */
const making = {
  targetType: LAUNCH_ITEM,
  effect: 'channel',
  retryable: true,
  locks: false,
  parallel: ACCOUNTS_AT_ONCE,
  pace: 'slow',
  limitMs: WAITING_LIMIT_MS,
  run,
  reconcile,
  verify,
  applyResolution,
} as const satisfies Partial<BatchType<LaunchParams, LaunchItem>>;

const publishing: BatchType<LaunchParams, LaunchItem> = {
  ...making,
  type: 'publish',
  label: { zh: '发布广告', en: 'Publish ads' },
  access: submitPublish.access,
  action: submitPublish.action,
  prepareRepeat: publishAgain,
};

const copying: BatchType<LaunchParams, LaunchItem> = {
  ...making,
  type: 'copy',
  label: { zh: '复制广告', en: 'Copy ads' },
  access: copyEntities.access,
  action: copyEntities.action,
  prepareRepeat: copyAgain,
};

export const launchBatchTypes: readonly AnyBatchType[] = [publishing, copying];

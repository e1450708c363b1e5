import type { BatchItem, ItemContext, LookupContext, Outcome, ReconcileContext } from '../../batches/index.ts';
import { type StatusParams, statusBatch } from '../entities/index.ts';
import type { LaunchItem, LaunchParams } from './launch-items.ts';
import { findByTag } from './launch-rows.repository.ts';

export type ReplacedItem = BatchItem<LaunchParams, Extract<LaunchItem, { step: 'replaced' }>>;

/** The item as one that turns the original off; the event names the ad that took its place. */
async function toClosing({ db }: Pick<LookupContext, 'db'>, item: ReplacedItem): Promise<BatchItem<StatusParams>> {
  const successor = item.parentTag === null ? undefined : await findByTag(db, 'ad', item.parentTag);
  const params: StatusParams = { to: 'PAUSED', ...(successor === undefined ? {} : { replaced_by: successor.id }) };
  return { ...item, targetType: 'ad', targetId: item.itemParams.ad_id, params, itemParams: {} };
}

export const turnOffReplaced = async (context: ItemContext, item: ReplacedItem): Promise<Outcome> =>
  await statusBatch.run(context, await toClosing(context, item));

export const reconcileReplaced = async (context: ReconcileContext, item: ReplacedItem): Promise<Outcome> =>
  (await statusBatch.reconcile?.(context, await toClosing(context, item))) ?? { outcome: 'unknown' };

export const verifyReplaced = async (context: LookupContext, item: ReplacedItem, platformId: string): Promise<boolean> =>
  (await statusBatch.verify?.(context, await toClosing(context, item), platformId)) === true;

export const resolveReplaced = async (context: LookupContext, item: ReplacedItem, platformId: string | null): Promise<number | undefined> =>
  await statusBatch.applyResolution?.(context, await toClosing(context, item), platformId);

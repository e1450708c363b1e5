import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { NewItem, Words } from '../../batches/index.ts';
import type { CallContext, PreparationContext } from '../../call.ts';
import { resolveSelection } from '../../selection.ts';
import { countLaunches, type LaunchFilter, selectLaunchIds } from './launches.query.ts';
import type { EntityLevel } from './levels.ts';
import { loadLabels } from './loaded-entity.ts';

/** The objects selected by a bulk call: by id or by filter. */
export interface Selection {
  level: EntityLevel;
  ids?: number[] | undefined;
  filter?: LaunchFilter | undefined;
  expected_total?: number | undefined;
  reason?: string | undefined;
  idempotency_key?: string | undefined;
}

/** The ids of the selected objects, in the order of the selection. */
export const selectEntityIds = (context: PreparationContext, { level, ids, filter, expected_total }: Selection): Promise<number[]> =>
  resolveSelection(
    context,
    { ids, filter, expected_total },
    {
      count: (matching: LaunchFilter) => countLaunches(context, level, matching),
      pick: (matching, max) => selectLaunchIds(context, level, matching, max),
    },
  );

/** One item per object. An object that the caller does not see becomes an item that fails. */
export async function createItems({ db, caller }: CallContext, level: EntityLevel, ids: readonly number[]): Promise<NewItem[]> {
  const labels = await loadLabels(db, caller, level, ids);
  return ids.map((id) => ({ targetType: level, targetId: id, label: labels.get(id) ?? `#${id}` }));
}

interface BulkOrder {
  action: ApiPath;
  type: string;
  params: object;
  items: readonly NewItem[];
  summarise: (count: number) => Words;
  /** The page on which it was ordered. */
  origin?: string;
}

/** A count of objects of one level, such as "2 ad groups", in both languages. */
export const describeCount = (level: EntityLevel, count: number): Words => ({
  zh: `${count} 个${{ campaign: '广告系列', ad_group: '广告组', ad: '广告' }[level]}`,
  en: `${count} ${{ campaign: 'campaign', ad_group: 'ad set', ad: 'ad' }[level]}${count === 1 ? '' : 's'}`,
});

export const startOrder = (
  context: CallContext,
  { level, reason, idempotency_key }: Selection,
  { action, type, params, items, summarise, origin = '/advertising/start' }: BulkOrder,
): Promise<BatchStart> =>
  context.batches.start(context, {
    action,
    type,
    level,
    params,
    items,
    summary: summarise(items.length),
    origin,
    reason,
    idempotencyKey: idempotency_key,
  });

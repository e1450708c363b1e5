import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { NewItem, Words } from '../../batches/index.ts';
import type { CallContext, PreparationContext } from '../../call.ts';
import { resolveSelection } from '../../selection.ts';
import { countLaunches, idsOfLaunches, type LaunchFilter } from './launches.query.ts';
import type { EntityLevel } from './levels.ts';
import { labelsOf } from './loaded-entity.ts';

/** How a bulk call names its objects. */
export interface Chosen {
  level: EntityLevel;
  ids?: number[] | undefined;
  filter?: LaunchFilter | undefined;
  expected_total?: number | undefined;
  reason?: string | undefined;
  idempotency_key?: string | undefined;
}

/** The objects that are meant, in the order of the selection. */
export const meant = (context: PreparationContext, { level, ids, filter, expected_total }: Chosen): Promise<number[]> =>
  resolveSelection(
    context,
    { ids, filter, expected_total },
    {
      count: (wanted: LaunchFilter) => countLaunches(context, level, wanted),
      pick: (wanted, max) => idsOfLaunches(context, level, wanted, max),
    },
  );

/** Items of an order, one for each object; what the caller does not see is an item that fails. */
export async function itemsFor({ db, caller }: CallContext, level: EntityLevel, ids: readonly number[]): Promise<NewItem[]> {
  const labels = await labelsOf(db, caller, level, ids);
  return ids.map((id) => ({ targetType: level, targetId: id, label: labels.get(id) ?? `#${id}` }));
}

interface Ordered {
  action: ApiPath;
  type: string;
  params: object;
  items: readonly NewItem[];
  words: (count: number) => Words;
}

/** Words of how many objects of a level, in both languages. */
export const counted = (level: EntityLevel, count: number): Words => ({
  zh: `${count} 个${{ campaign: '广告系列', ad_group: '广告组', ad: '广告' }[level]}`,
  en: `${count} ${{ campaign: 'campaign', ad_group: 'ad group', ad: 'ad' }[level]}${count === 1 ? '' : 's'}`,
});

/** Begins the order of a bulk call. */
export const begin = (
  context: CallContext,
  { level, reason, idempotency_key }: Chosen,
  { action, type, params, items, words }: Ordered,
): Promise<BatchStart> =>
  context.batches.start(context, {
    action,
    type,
    level,
    params,
    items,
    summary: words(items.length),
    origin: '/advertising/start',
    reason,
    idempotencyKey: idempotency_key,
  });

import { sql } from 'kysely';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { NewItem, Order } from '../batches/index.ts';
import type { CallContext } from '../call.ts';
import type { AnyAssetKind } from './asset-kind.ts';
import type { FoundBefore, Wanted } from './found-before.ts';
import { namesOf, requireAsset } from './held-asset.ts';

interface Ordering {
  /** Path of the ordering call. */
  readonly action: ApiPath;
  /** Path of the page. */
  readonly origin: string;
  readonly reason?: string | undefined;
  readonly idempotency_key?: string | undefined;
}

const common = ({ action, origin, reason, idempotency_key }: Ordering): Pick<Order, 'action' | 'origin' | 'reason' | 'idempotencyKey'> => ({
  action,
  origin,
  reason,
  idempotencyKey: idempotency_key,
});

/** One item for each id; what the caller does not see is an item too, and fails. */
export async function itemsFor(
  context: CallContext,
  type: AnyAssetKind['type'] | 'personal_account' | 'site',
  ids: readonly number[],
): Promise<NewItem[]> {
  const names = await namesOf(context.db, context.caller, type, ids);
  return ids.map((id) => ({ targetType: type, targetId: id, label: names.get(id) ?? `#${id}` }));
}

/** As the batch names it. Its number tells it from others of the name, and names it where the channel did not. */
function labelOf({ language }: Pick<CallContext, 'language'>, kind: AnyAssetKind, platformId: string, found: FoundBefore): string {
  const name = found.nameOf(kind, platformId);
  return name === undefined ? `${kind.label[language]} ${platformId}` : `${name} (${platformId})`;
}

/** Imports what a person grants, called as `findBefore` found it. NOT_FOUND and NOT_OWNER of the person; everything else is said at the items. */
export async function orderBind(
  context: CallContext,
  ordering: Ordering,
  params: { personal_account_id: number; biz: 'dj' | 'ec'; switch_authoriser?: boolean | undefined },
  wanted: readonly Wanted[],
  found: FoundBefore,
): Promise<BatchStart> {
  const { personal_account_id, biz, switch_authoriser = false } = params;
  const person = await requireAsset(context.db, context.caller, 'personal_account', personal_account_id);
  const started = await context.batches.start(context, {
    ...common(ordering),
    type: 'asset_bind',
    summary: { zh: `从 ${person.name} 导入`, en: `Import from ${person.name}` },
    params: { personal_account_id, biz, switch_authoriser },
    items: wanted.flatMap(({ kind, platform_ids }) =>
      platform_ids.map((platform_id) => ({
        targetType: kind.type,
        targetId: null,
        label: labelOf(context, kind, platform_id, found),
        params: { platform_id },
      })),
    ),
  });
  found.lendTo(started.batch_id, personal_account_id, context);
  return started;
}

/** Refreshes assets of one kind. */
export async function orderSync(context: CallContext, ordering: Ordering, kind: AnyAssetKind, ids: readonly number[]): Promise<BatchStart> {
  return await context.batches.start(context, {
    ...common(ordering),
    type: 'asset_sync',
    summary: { zh: `同步${kind.label.zh}`, en: `Refresh: ${kind.label.en}` },
    params: {},
    items: await itemsFor(context, kind.type, ids),
  });
}

/** Switches assets of one kind on or off, on our side. */
export async function orderStatus(
  context: CallContext,
  ordering: Ordering,
  kind: AnyAssetKind,
  ids: readonly number[],
  enabled: boolean,
): Promise<BatchStart> {
  return await context.batches.start(context, {
    ...common(ordering),
    type: 'asset_status',
    summary: enabled
      ? { zh: `启用${kind.label.zh}`, en: `Enable: ${kind.label.en}` }
      : { zh: `停用${kind.label.zh}`, en: `Disable: ${kind.label.en}` },
    params: { enabled },
    items: await itemsFor(context, kind.type, ids),
  });
}

/** Gives assets of one kind up. */
export async function orderUnbind(
  context: CallContext,
  ordering: Ordering,
  kind: AnyAssetKind,
  ids: readonly number[],
): Promise<BatchStart> {
  return await context.batches.start(context, {
    ...common(ordering),
    type: 'asset_unbind',
    summary: { zh: `解绑${kind.label.zh}`, en: `Unbind: ${kind.label.en}` },
    params: {},
    items: await itemsFor(context, kind.type, ids),
  });
}

/** The persons themselves are checked, then everything bound through them is refreshed where `withAssets`. */
export async function orderCheck(
  context: CallContext,
  ordering: Ordering,
  kinds: readonly AnyAssetKind[],
  ids: readonly number[],
  { withAssets }: { withAssets: boolean },
): Promise<BatchStart> {
  const items = await itemsFor(context, 'personal_account', ids);
  for (const kind of withAssets ? kinds : []) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from ${sql.table(kind.type)} where personal_account_id = any(${ids}::bigint[]) and deleted_at is null order by id`.execute(
      context.db,
    );
    const names = await namesOf(
      context.db,
      context.caller,
      kind.type,
      rows.map((row) => row.id),
    );
    items.push(...rows.flatMap(({ id, name }) => (names.has(id) ? [{ targetType: kind.type, targetId: id, label: name }] : [])));
  }
  return await context.batches.start(context, {
    ...common(ordering),
    type: withAssets ? 'asset_sync' : 'asset_check',
    summary: withAssets ? { zh: '同步资产', en: 'Refresh what was bound' } : { zh: '检测授权', en: 'Check authorisations' },
    params: {},
    items,
  });
}

import { sql } from 'kysely';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { NewItem, Order } from '../batches/index.ts';
import type { CallContext } from '../call.ts';
import { loadNames, requireAsset } from './asset-access.ts';
import type { AnyAssetKind } from './asset-kind.ts';
import type { DiscoveredAssets, ImportSelection } from './discovered-assets.ts';

interface OrderOptions {
  /** Path of the ordering call. */
  readonly action: ApiPath;
  /** Path of the page. */
  readonly origin: string;
  readonly reason?: string | undefined;
  readonly idempotency_key?: string | undefined;
}

const toOrderFields = ({
  action,
  origin,
  reason,
  idempotency_key,
}: OrderOptions): Pick<Order, 'action' | 'origin' | 'reason' | 'idempotencyKey'> => ({
  action,
  origin,
  reason,
  idempotencyKey: idempotency_key,
});

/** One item per id. An asset that the caller does not see becomes an item that fails. */
export async function createItems(
  context: CallContext,
  type: AnyAssetKind['type'] | 'personal_account' | 'site',
  ids: readonly number[],
): Promise<NewItem[]> {
  const names = await loadNames(context.db, context.caller, type, ids);
  return ids.map((id) => ({ targetType: type, targetId: id, label: names.get(id) ?? `#${id}` }));
}

/** The label of an item. The id distinguishes equal names and replaces a name the channel did not give. */
function toLabel({ language }: Pick<CallContext, 'language'>, kind: AnyAssetKind, platformId: string, found: DiscoveredAssets): string {
  const name = found.nameOf(kind, platformId);
  return name === undefined ? `${kind.label[language]} ${platformId}` : `${name} (${platformId})`;
}

/**
 * Orders the import of granted assets, as `discoverForImport` found them. Refuses with NOT_FOUND or NOT_OWNER of the person; every other
 * fault is reported by the items.
 */
export async function orderBind(
  context: CallContext,
  ordering: OrderOptions,
  params: { personal_account_id: number; biz: 'dj' | 'ec'; switch_authoriser?: boolean | undefined },
  wanted: readonly ImportSelection[],
  found: DiscoveredAssets,
): Promise<BatchStart> {
  const { personal_account_id, biz, switch_authoriser = false } = params;
  const person = await requireAsset(context.db, context.caller, 'personal_account', personal_account_id);
  const started = await context.batches.start(context, {
    ...toOrderFields(ordering),
    type: 'asset_bind',
    summary: { zh: `从 ${person.name} 导入`, en: `Import from ${person.name}` },
    params: { personal_account_id, biz, switch_authoriser },
    items: wanted.flatMap(({ kind, platform_ids }) =>
      platform_ids.map((platform_id) => ({
        targetType: kind.type,
        targetId: null,
        label: toLabel(context, kind, platform_id, found),
        params: { platform_id },
      })),
    ),
  });
  found.shareWithBatch(started.batch_id, personal_account_id, context);
  return started;
}

export async function orderSync(
  context: CallContext,
  ordering: OrderOptions,
  kind: AnyAssetKind,
  ids: readonly number[],
): Promise<BatchStart> {
  return await context.batches.start(context, {
    ...toOrderFields(ordering),
    type: 'asset_sync',
    summary: { zh: `同步${kind.label.zh}`, en: `Refresh: ${kind.label.en}` },
    params: {},
    items: await createItems(context, kind.type, ids),
  });
}

/** Switches assets of one kind on or off on our side. */
export async function orderStatus(
  context: CallContext,
  ordering: OrderOptions,
  kind: AnyAssetKind,
  ids: readonly number[],
  enabled: boolean,
): Promise<BatchStart> {
  return await context.batches.start(context, {
    ...toOrderFields(ordering),
    type: 'asset_status',
    summary: enabled
      ? { zh: `启用${kind.label.zh}`, en: `Enable: ${kind.label.en}` }
      : { zh: `停用${kind.label.zh}`, en: `Disable: ${kind.label.en}` },
    params: { enabled },
    items: await createItems(context, kind.type, ids),
  });
}

export async function orderUnbind(
  context: CallContext,
  ordering: OrderOptions,
  kind: AnyAssetKind,
  ids: readonly number[],
): Promise<BatchStart> {
  return await context.batches.start(context, {
    ...toOrderFields(ordering),
    type: 'asset_unbind',
    summary: { zh: `解绑${kind.label.zh}`, en: `Unlink: ${kind.label.en}` },
    params: {},
    items: await createItems(context, kind.type, ids),
  });
}

/** Checks personal accounts and, with `withAssets`, then refreshes everything bound through them. */
export async function orderCheck(
  context: CallContext,
  ordering: OrderOptions,
  kinds: readonly AnyAssetKind[],
  ids: readonly number[],
  { withAssets }: { withAssets: boolean },
): Promise<BatchStart> {
  const items = await createItems(context, 'personal_account', ids);
  for (const kind of withAssets ? kinds : []) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from ${sql.table(kind.type)} where personal_account_id = any(${ids}::bigint[]) and deleted_at is null order by id`.execute(
      context.db,
    );
    const names = await loadNames(
      context.db,
      context.caller,
      kind.type,
      rows.map((row) => row.id),
    );
    items.push(...rows.flatMap(({ id, name }) => (names.has(id) ? [{ targetType: kind.type, targetId: id, label: name }] : [])));
  }
  return await context.batches.start(context, {
    ...toOrderFields(ordering),
    type: withAssets ? 'asset_sync' : 'asset_check',
    summary: withAssets ? { zh: '同步资产', en: 'Sync linked assets' } : { zh: '检测授权', en: 'Check authorisations' },
    params: {},
    items,
  });
}

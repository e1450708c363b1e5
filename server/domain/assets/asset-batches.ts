import { type Kysely, sql } from 'kysely';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { AnyBatchType, BatchItem, BatchType, ItemContext, Outcome } from '../batches/index.ts';
import { toItemOutcome } from '../channel-refusal.ts';
import { isUniqueViolation } from '../faults.ts';
import { requireAssetUnused } from '../in-use.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { requireAsset, requireLockedAsset } from './asset-access.ts';
import type { AnyAssetKind, AssetChange, AssetKind, Authoriser, Grant } from './asset-kind.ts';
import { assetKinds } from './asset-kinds.ts';
import { assignBatch } from './assign.batch.ts';
import { endAssignments } from './assign.repository.ts';
import { getListings, openGrant } from './grants.ts';
import { checkItem } from './personal-check.ts';
import { INTERNAL, NOT_GRANTED, writeSyncFault } from './sync-fault.ts';

type Db = Kysely<Database>;

/** Every page with assets, because the same batch can be ordered on any of them. */
const access = { pages: ['/auth/pixel', '/auth/homepage', '/auth/account', '/auth/personage', '/operation/auth'] } as const;

export interface BindParams {
  personal_account_id: number;
  biz: 'dj' | 'ec';
  switch_authoriser: boolean;
}

export interface BindItemParams {
  platform_id: string;
}

function requireKind(type: string): AnyAssetKind {
  const kind = assetKinds.find((each) => each.type === type);
  if (kind === undefined) throw new Error(`there is no kind of asset called ${type}`);
  return kind;
}

const requireTargetId = (item: BatchItem): number => {
  if (item.targetId === null) throw refuse('NOT_FOUND');
  return item.targetId;
};

const isEmpty = ({ after }: AssetChange): boolean => Object.keys(after).length === 0;

async function bumpVersion(db: Db, kind: AnyAssetKind, id: number, now: Date): Promise<void> {
  await sql`update ${sql.table(kind.type)} set version = version + 1, updated_at = ${now} where id = ${id}`.execute(db);
}

/** Refreshes a locked row and clears its sync error. */
export async function writeRefreshed<Remote>(
  { db, now, vault }: Pick<ItemContext, 'db' | 'now' | 'vault'>,
  kind: AssetKind<Remote>,
  id: number,
  remote: Remote,
): Promise<AssetChange> {
  const change = await kind.refresh({ db, now, vault }, id, remote);
  if (!isEmpty(change)) await bumpVersion(db, kind, id, now);
  await sql`update ${sql.table(kind.type)} set last_sync_at = ${now}, sync_error = null where id = ${id}`.execute(db);
  return change;
}

interface BoundAsset {
  id: number;
  name: string;
  personal_account_id: number;
  authoriser: string;
}

async function lockBoundAsset(db: Db, kind: AnyAssetKind, channel: string, platformId: string): Promise<BoundAsset | undefined> {
  const { rows } = await sql<BoundAsset>`
    select t.id, t.name, t.personal_account_id, p.name as authoriser from ${sql.table(kind.type)} t
    join personal_account p on p.id = t.personal_account_id
    where t.channel = ${channel} and ${sql.ref(`t.${kind.platformColumn}`)} = ${platformId} and t.deleted_at is null for no key update of t`.execute(
    db,
  );
  return rows[0];
}

/** The asset is bound through another person; the name is null when the caller does not see the asset. */
function toDuplicate(name: string | null): Outcome {
  const text =
    name === null
      ? { zh: '已由另一个人授权，且不在您可见的范围内', en: 'Already linked through a person you cannot see' }
      : { zh: `已由 ${name} 授权，可改为由此人授权`, en: `Already linked through ${name}; it can be switched to this person` };
  return { outcome: 'failed', reason: 'DUPLICATE', text };
}

async function switchAuthoriser(
  context: ItemContext,
  kind: AnyAssetKind,
  bound: BoundAsset,
  grant: Grant,
  remote: unknown,
): Promise<Outcome> {
  const { db, now, caller } = context;
  await requireLockedAsset(db, caller, kind.type, bound.id);
  await sql`update ${sql.table(kind.type)} set personal_account_id = ${grant.person.id} where id = ${bound.id}`.execute(db);
  if (kind.type === 'ad_account')
    await sql`update ad_account set authorised_at = ${now}, usage = ${grant.person.usage} where id = ${bound.id}`.execute(db);
  const change = await writeRefreshed(context, kind, bound.id, remote);
  const before = { ...change.before, authoriser: bound.authoriser };
  const after = { ...change.after, authoriser: grant.person.name };
  context.audit({ targetType: kind.type, targetId: bound.id, targetLabel: bound.name, summary: { codes: ['authoriser'] }, before, after });
  return { outcome: 'succeeded', before, after, targetId: bound.id };
}

async function writeBound(
  context: ItemContext,
  item: BatchItem<BindParams, BindItemParams>,
  grant: Grant,
  remote: unknown,
): Promise<Outcome> {
  const { db, now, caller, vault } = context;
  const kind = requireKind(item.targetType);
  const { person } = grant;
  const { biz, switch_authoriser } = item.params;
  const bound = await lockBoundAsset(db, kind, person.channel, item.itemParams.platform_id);
  if (bound?.personal_account_id === person.id) return { outcome: 'skipped', reason: 'NO_CHANGE' };
  if (bound !== undefined) {
    if (switch_authoriser) return await switchAuthoriser(context, kind, bound, grant, remote);
    const isSeen = await requireAsset(db, caller, kind.type, bound.id).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return error.reason === 'NOT_OWNER';
        throw error;
      },
    );
    return toDuplicate(isSeen ? bound.authoriser : null);
  }
  const id = await kind.insert({ db, now, vault }, remote, { person, biz });
  const after = { ...kind.summarize(remote), authoriser: person.name };
  context.audit({ targetType: kind.type, targetId: id, targetLabel: after.name, summary: after.name, after });
  return { outcome: 'succeeded', after, targetId: id };
}

const bindBatch: BatchType<BindParams, BindItemParams> = {
  type: 'asset_bind',
  targetType: 'ad_account',
  access,
  action: 'asset',
  effect: 'channel',
  retryable: true,
  async run(context, item) {
    const { db, caller, now, channels, vault } = context;
    const { personal_account_id } = item.params;
    const person = await requireAsset(db, caller, 'personal_account', personal_account_id);
    const kind = requireKind(item.targetType);
    let grant: Grant;
    let remote: unknown;
    try {
      grant = await openGrant({ db, channels, vault }, personal_account_id);
      remote = (await getListings(channels).load(item.batchId, kind, grant, now)).get(item.itemParams.platform_id);
    } catch (error) {
      return toItemOutcome(error, { name: person.name, personalAccountId: person.id, isReading: true });
    }
    if (remote === undefined) throw refuseField('platform_id', 'notGranted');
    try {
      return await db.transaction().execute((transaction) => writeBound({ ...context, db: transaction }, item, grant, remote));
    } catch (error) {
      // Another order imported it at the same moment.
      if (isUniqueViolation(error)) return toDuplicate(null);
      throw error;
    }
  },
  // Whether it was bound is known from the table here; the import changes nothing on the channel.
  async reconcile({ db }, item) {
    const kind = requireKind(item.targetType);
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sql.table(kind.type)} t where t.personal_account_id = ${item.params.personal_account_id}
      and ${sql.ref(`t.${kind.platformColumn}`)} = ${item.itemParams.platform_id} and t.deleted_at is null`.execute(db);
    return rows[0] === undefined ? { outcome: 'failed', reason: 'PLATFORM_DOWN' } : { outcome: 'succeeded', targetId: rows[0].id };
  },
};

/** Refreshes one asset through its authoriser. A failure keeps the old data and is stored in the row. */
async function syncItem(context: ItemContext, item: BatchItem): Promise<Outcome> {
  const { db, caller, now, channels, vault } = context;
  const kind = requireKind(item.targetType);
  const asset = await requireAsset(db, caller, kind.type, requireTargetId(item));
  const failed = async (text: string, outcome: Outcome): Promise<Outcome> => {
    await writeSyncFault(db, kind.type, asset.id, text);
    return outcome;
  };
  let remote: unknown;
  let person: Authoriser | undefined;
  try {
    const grant = await openGrant({ db, channels, vault }, asset.personal_account_id ?? 0);
    person = grant.person;
    remote = (await getListings(channels).load(item.batchId, kind, grant, now)).get(await loadPlatformId(db, kind, asset.id));
  } catch (error) {
    if (error instanceof Refusal)
      return await failed(error.reason, { outcome: 'failed', reason: error.reason, data: { ...error.data, ...error.words } });
    const outcome = toItemOutcome(error, { name: person?.name, personalAccountId: person?.id, isReading: true });
    // A lost authorisation is stored as a reason of ours, other errors in the channel's words.
    const isLost = error instanceof AdPlatformError && error.kind === 'auth';
    return await failed(isLost ? 'PLATFORM_AUTH' : error instanceof Error ? error.message : INTERNAL, outcome);
  }
  if (remote === undefined) {
    return await failed(NOT_GRANTED, { outcome: 'failed', reason: 'VALIDATION', faults: [{ field: 'platform_id', rule: 'notGranted' }] });
  }
  const change = await db.transaction().execute(async (transaction) => {
    await requireLockedAsset(transaction, caller, kind.type, asset.id);
    return await writeRefreshed({ ...context, db: transaction }, kind, asset.id, remote);
  });
  if (isEmpty(change)) return { outcome: 'succeeded' };
  context.audit({
    targetType: kind.type,
    targetId: asset.id,
    targetLabel: asset.name,
    summary: { codes: Object.keys(change.after) },
    ...change,
  });
  return { outcome: 'succeeded', ...change };
}

async function loadPlatformId(db: Db, kind: AnyAssetKind, id: number): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select ${sql.ref(kind.platformColumn)} as id from ${sql.table(kind.type)} where id = ${id}`.execute(db);
  return rows[0]?.id ?? '';
}

const syncBatch: BatchType<object, object> = {
  type: 'asset_sync',
  targetType: 'ad_account',
  access,
  action: 'asset',
  effect: 'channel',
  retryable: true,
  run: (context, item) => (item.targetType === 'personal_account' ? checkItem(context, item) : syncItem(context, item)),
  // Nothing was changed on the channel, so a retry is safe.
  reconcile: async () => ({ outcome: 'failed', reason: 'PLATFORM_DOWN' }),
};

const checkBatch: BatchType<object, object> = {
  type: 'asset_check',
  targetType: 'personal_account',
  access,
  action: 'asset',
  effect: 'channel',
  retryable: true,
  run: checkItem,
  // Nothing was changed on the channel, so a retry is safe.
  reconcile: async () => ({ outcome: 'failed', reason: 'PLATFORM_DOWN' }),
};

const statusBatch: BatchType<{ enabled: boolean }, object> = {
  type: 'asset_status',
  targetType: 'ad_account',
  access,
  action: 'asset',
  effect: 'database',
  retryable: true,
  async run(context, item) {
    const { db, now, caller, vault } = context;
    const kind = requireKind(item.targetType);
    const asset = await requireLockedAsset(db, caller, kind.type, requireTargetId(item));
    const change = await kind.setEnabled({ db, now, vault }, asset.id, item.params.enabled);
    if (change === null) return { outcome: 'skipped', reason: 'NO_CHANGE' };
    await bumpVersion(db, kind, asset.id, now);
    context.audit({
      targetType: kind.type,
      targetId: asset.id,
      targetLabel: asset.name,
      summary: { codes: Object.keys(change.after) },
      ...change,
    });
    return { outcome: 'succeeded', ...change };
  },
};

const unbindBatch: BatchType<object, object> = {
  type: 'asset_unbind',
  targetType: 'ad_account',
  access,
  action: 'asset',
  effect: 'database',
  retryable: true,
  async run(context, item) {
    const { db, now, caller, vault } = context;
    const kind = requireKind(item.targetType);
    const asset = await requireLockedAsset(db, caller, kind.type, requireTargetId(item));
    await requireAssetUnused(db, kind.type, asset.id);
    await kind.unbind?.({ db, now, vault }, asset.id);
    await endAssignments(db, kind.type, asset.id, now);
    await sql`update ${sql.table(kind.type)} set deleted_at = ${now}, updated_at = ${now}, version = version + 1 where id = ${asset.id}`.execute(
      db,
    );
    const after = { deleted: true };
    context.audit({ targetType: kind.type, targetId: asset.id, targetLabel: asset.name, summary: asset.name, after });
    return { outcome: 'succeeded', after };
  },
};

/** Batch types shared by all kinds of assets. `asset_share` is defined with the pixels. */
export const commonAssetBatchTypes: readonly AnyBatchType[] = [bindBatch, syncBatch, checkBatch, statusBatch, unbindBatch, assignBatch];

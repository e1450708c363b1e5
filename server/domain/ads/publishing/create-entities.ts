import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import type { BatchItem, ItemContext, LookupContext, Outcome, ReconcileContext } from '../../batches/index.ts';
import { refuse } from '../../refusal.ts';
import type { AuditEntry } from '../../work-context.ts';
import { type AccountGrant, recomputeStatus, takePlace, toChannelOutcome } from '../entities/index.ts';
import { writeEvents } from '../events/index.ts';
import { createAdSpec } from './ad-parts.ts';
import { inTransaction } from './in-transaction.ts';
import { openAccountForLookup, openLaunchAccount } from './launch-accounts.ts';
import type { AdNode, CampaignNode, GroupNode, LaunchItem, LaunchParams } from './launch-items.ts';
import * as rows from './launch-rows.repository.ts';
import { loadGroupSpec, toCampaignSpec } from './specs.ts';

type Db = Kysely<Database>;
export type LaunchBatchItem = BatchItem<LaunchParams, LaunchItem>;
type CreateStep = Extract<LaunchItem, { step: EntityLevel }>;
type CreateItem = BatchItem<LaunchParams, CreateStep>;

const toNewRow = ({ db: _db, now }: Pick<ItemContext, 'db' | 'now'>, item: CreateItem): rows.NewRow => ({
  tag: item.clientTag,
  ad_account_id: item.itemParams.ad_account_id,
  owner_user_id: item.params.owner_user_id,
  batch_id: item.batchId,
  now,
});

/** The parent, which must exist on the channel and not be over. */
async function requireParent(db: Db, level: 'campaign' | 'ad_group', item: CreateItem, above: number | undefined) {
  const found = await rows.findParent(db, level, { tag: item.parentTag, id: above });
  const platformId = found?.platform_id ?? null;
  const isGone = found?.status === 'DELETED' || found?.status === 'ARCHIVED';
  if (found === undefined || platformId === null || isGone) throw refuse('PARENT_GONE');
  return { ...found, platform_id: platformId };
}

/** An object whose row is written; `send` asks the channel to create it. */
interface Creation {
  id: number;
  send(grant: AccountGrant): Promise<{ id: string }>;
}

async function prepareCampaign(context: ItemContext, item: CreateItem, node: CampaignNode): Promise<Creation> {
  const id = await rows.insertCampaign(context.db, toNewRow(context, item), node);
  const spec = toCampaignSpec(node);
  return { id, send: ({ platform, tok, account }) => platform.createCampaign(tok, account, spec, item.clientTag) };
}

async function prepareGroup(context: ItemContext, item: CreateItem, node: GroupNode, above: number | undefined): Promise<Creation> {
  const { db } = context;
  const campaign = await requireParent(db, 'campaign', item, above);
  const spec = await loadGroupSpec(db, node, campaign);
  const id = await rows.insertGroup(db, toNewRow(context, item), campaign.id, node);
  return { id, send: ({ platform, tok, account }) => platform.createAdGroup(tok, account, spec, item.clientTag) };
}

async function prepareAd(
  context: ItemContext,
  item: CreateItem,
  grant: AccountGrant,
  node: AdNode,
  above: number | undefined,
): Promise<Creation> {
  const group = await requireParent(context.db, 'ad_group', item, above);
  const spec = await createAdSpec(context, grant, item.itemParams.ad_account_id, node, group);
  const id = await inTransaction(context.db, async (transaction) => {
    await takePlace(transaction, node.homepage_id);
    const place = { campaign_id: group.campaign_id, ad_group_id: group.id };
    return await rows.insertAd(transaction, toNewRow(context, item), place, node);
  });
  return { id, send: ({ platform, tok, account }) => platform.createAd(tok, account, spec, item.clientTag) };
}

function prepareCreation(context: ItemContext, item: CreateItem, grant: AccountGrant): Promise<Creation> {
  const { itemParams } = item;
  switch (itemParams.step) {
    case 'campaign':
      return prepareCampaign(context, item, itemParams.node);
    case 'ad_group':
      return prepareGroup(context, item, itemParams.node, itemParams.above);
    case 'ad':
      return prepareAd(context, item, grant, itemParams.node, itemParams.above);
  }
}

/** Creates one object on the channel. Its row is written before the channel is asked and deleted again if the channel refuses. */
export async function createEntity(context: ItemContext, item: CreateItem): Promise<Outcome> {
  const { db, now } = context;
  const { step, ad_account_id } = item.itemParams;
  const grant = await openLaunchAccount(context, ad_account_id);
  let creation: Creation;
  try {
    creation = await prepareCreation(context, item, grant);
  } catch (error) {
    // So far the channel was only read, for example to check whether a file is ready.
    return toChannelOutcome(error, grant, { isReading: true });
  }
  try {
    const { id: platformId } = await creation.send(grant);
    const outcome = await recordCreated(db, item, creation.id, platformId, now);
    context.audit(toAuditEntry(item, creation.id, platformId));
    return outcome;
  } catch (error) {
    const outcome = toChannelOutcome(error, grant);
    if (outcome.outcome === 'failed') await rows.deleteUncreated(db, step, creation.id);
    return outcome;
  }
}

const toAuditEntry = ({ itemParams, label }: CreateItem, targetId: number, platform_id: string): AuditEntry => ({
  targetType: itemParams.step,
  targetId,
  targetLabel: label,
  after: { platform_id, ad_account_id: itemParams.ad_account_id },
});

/** Records a created object and its event in one transaction. */
async function recordCreated(db: Db, item: CreateItem, id: number, platformId: string, now: Date): Promise<Outcome> {
  const { step } = item.itemParams;
  const { event, owner_user_id } = item.params;
  await inTransaction(db, async (transaction) => {
    await rows.markCreated(transaction, step, id, platformId, now);
    const { node } = item.itemParams;
    const replaces = step === 'ad' ? (node as AdNode).replaces : undefined;
    const after = { name: node.name, platform_id: platformId, ...(replaces === undefined ? {} : { replaces }) };
    const by = { type: 'user', userId: owner_user_id } as const;
    await writeEvents(transaction, [{ level: step, id, event, actor: by, batchId: item.batchId, after }], now);
    const trees = step === 'campaign' ? { campaignIds: [id] } : step === 'ad_group' ? { adGroupIds: [id] } : { adIds: [id] };
    await recomputeStatus(transaction, trees, now);
    if (step === 'ad') await markUsed(transaction, item.itemParams.node.material_id, now);
  });
  return { outcome: 'succeeded', targetId: id, after: { platform_id: platformId } };
}

/** A material counts as used from its first ad on. */
async function markUsed(db: Db, materialId: number | null, now: Date): Promise<void> {
  if (materialId === null) return;
  await db.updateTable('material').set({ first_used_at: now }).where('id', '=', materialId).where('first_used_at', 'is', null).execute();
}

/** Looks for the object with the tag of the item. If it is still absent after long enough, it was never created. */
export async function reconcileCreation(context: ReconcileContext, item: CreateItem): Promise<Outcome> {
  const { db, now } = context;
  const { step, ad_account_id } = item.itemParams;
  const row = await rows.findByTag(db, step, item.clientTag);
  if (row === undefined) return { outcome: 'failed', reason: 'PLATFORM_DOWN' };
  if (row.platform_id !== null) {
    // Everything was already written except the end of the item.
    context.audit(toAuditEntry(item, row.id, row.platform_id));
    return { outcome: 'succeeded', targetId: row.id, after: { platform_id: row.platform_id } };
  }
  const { platform, tok, account } = await openAccountForLookup(context, ad_account_id);
  const found = await platform.findByTag(tok, account, step, item.clientTag);
  if (found !== null) {
    context.audit(toAuditEntry(item, row.id, found.id));
    return await recordCreated(db, item, row.id, found.id, now);
  }
  if (!context.isConclusive) return { outcome: 'unknown' };
  await rows.deleteUncreated(db, step, row.id);
  return { outcome: 'failed', reason: 'PLATFORM_UNKNOWN', text: { zh: '平台上没有它', en: 'Not found on the platform' } };
}

/** True when the channel has an object of this level with the id and no other row uses it. */
export async function verifyCreation(context: LookupContext, item: CreateItem, platformId: string): Promise<boolean> {
  const { step, ad_account_id } = item.itemParams;
  const row = await rows.findByTag(context.db, step, item.clientTag);
  if (row === undefined || (await rows.isPlatformIdTaken(context.db, step, row, platformId))) return false;
  const { platform, tok, account } = await openAccountForLookup(context, ad_account_id);
  return (await platform.entityState(tok, account, step, platformId)) !== null;
}

/** Applies a person's decision about an unknown item. */
export async function resolveCreation(
  { db, now }: LookupContext,
  item: CreateItem,
  platformId: string | null,
): Promise<number | undefined> {
  const { step } = item.itemParams;
  const row = await rows.findByTag(db, step, item.clientTag);
  if (row === undefined) return undefined;
  if (platformId === null) {
    await rows.deleteUncreated(db, step, row.id);
    return undefined;
  }
  await recordCreated(db, item, row.id, platformId, now);
  return row.id;
}

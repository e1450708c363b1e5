import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import type { BatchItem, ItemContext, LookupContext, Outcome, ReconcileContext } from '../../batches/index.ts';
import { refuse } from '../../refusal.ts';
import type { AuditEntry } from '../../work-context.ts';
import { type AccountGrant, recomputeStatus, takePlace, toChannelOutcome } from '../entities/index.ts';
import { noteEvents } from '../events/index.ts';
import { adSpec } from './ad-parts.ts';
import { inOne } from './in-one.ts';
import type { AdNode, CampaignNode, GroupNode, LaunchItem, LaunchParams } from './launch-items.ts';
import { openPlace, reopenPlace } from './launch-place.ts';
import * as rows from './launch-rows.repository.ts';

type Db = Kysely<Database>;
export type Launching = BatchItem<LaunchParams, LaunchItem>;
type MadeStep = Extract<LaunchItem, { step: EntityLevel }>;
type Making = BatchItem<LaunchParams, MadeStep>;

const makingOf = ({ db: _db, now }: Pick<ItemContext, 'db' | 'now'>, item: Making): rows.Making => ({
  tag: item.clientTag,
  ad_account_id: item.itemParams.ad_account_id,
  owner_user_id: item.params.owner_user_id,
  batch_id: item.batchId,
  now,
});

/** What it is made in, which has to be on the channel and alive. */
async function requireAbove(db: Db, level: 'campaign' | 'ad_group', item: Making, above: number | undefined) {
  const found = await rows.aboveOf(db, level, { tag: item.parentTag, id: above });
  const platformId = found?.platform_id ?? null;
  const isGone = found?.status === 'DELETED' || found?.status === 'ARCHIVED';
  if (found === undefined || platformId === null || isGone) throw refuse('PARENT_GONE');
  return { ...found, platform_id: platformId };
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
const ofMode = ({ budget_mode, budget }: { budget_mode: 'daily' | 'lifetime' | null; budget: number | null }) => ({
  daily_budget: budget_mode === 'daily' ? budget : null,
  lifetime_budget: budget_mode === 'lifetime' ? budget : null,
});

/** Begun here, and then asked of the channel. */
interface Begun {
  id: number;
  ask(grant: AccountGrant): Promise<{ id: string }>;
}

async function beginCampaign(context: ItemContext, item: Making, node: CampaignNode): Promise<Begun> {
  const id = await rows.insertCampaign(context.db, makingOf(context, item), node);
  const { name, objective, bid_strategy, start_at, stop_at } = node;
  const times = { start_at: instant(start_at), stop_at: instant(stop_at) };
  const spec = { name, objective, status: 'PAUSED' as const, bid_strategy, ...ofMode(node), spend_cap: null, ...times };
  return { id, ask: ({ platform, tok, account }) => platform.createCampaign(tok, account, spec, item.clientTag) };
}

async function pixelNumber(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const pixel = await db
    .selectFrom('pixel')
    .select('platform_pixel_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (pixel === undefined) throw refuse('PIXEL_NOT_SHARED', { account: '' });
  return pixel.platform_pixel_id;
}

async function beginGroup(context: ItemContext, item: Making, node: GroupNode, above: number | undefined): Promise<Begun> {
  const { db } = context;
  const campaign = await requireAbove(db, 'campaign', item, above);
  const { name, status, optimization_goal, billing_event, bid_amount, roas_floor_bp, custom_event_type, attribution, targeting } = node;
  const spec = {
    campaign_id: campaign.platform_id,
    name,
    status,
    optimization_goal,
    billing_event,
    bid_amount,
    roas_floor_bp,
    ...ofMode(node),
    pixel_id: await pixelNumber(db, node.pixel_id),
    custom_event_type,
    attribution,
    targeting,
    start_at: instant(node.start_at),
    end_at: instant(node.end_at),
  };
  const id = await rows.insertGroup(db, makingOf(context, item), campaign.id, node);
  return { id, ask: ({ platform, tok, account }) => platform.createAdGroup(tok, account, spec, item.clientTag) };
}

async function beginAd(context: ItemContext, item: Making, grant: AccountGrant, node: AdNode, above: number | undefined): Promise<Begun> {
  const group = await requireAbove(context.db, 'ad_group', item, above);
  const spec = await adSpec(context, grant, item.itemParams.ad_account_id, node, group.platform_id);
  const id = await inOne(context.db, async (transaction) => {
    await takePlace(transaction, node.homepage_id);
    const place = { campaign_id: group.campaign_id, ad_group_id: group.id };
    return await rows.insertAd(transaction, makingOf(context, item), place, node);
  });
  return { id, ask: ({ platform, tok, account }) => platform.createAd(tok, account, spec, item.clientTag) };
}

function begin(context: ItemContext, item: Making, grant: AccountGrant): Promise<Begun> {
  const { itemParams } = item;
  switch (itemParams.step) {
    case 'campaign':
      return beginCampaign(context, item, itemParams.node);
    case 'ad_group':
      return beginGroup(context, item, itemParams.node, itemParams.above);
    case 'ad':
      return beginAd(context, item, grant, itemParams.node, itemParams.above);
  }
}

/** Makes one object on the channel. Its row is there before the channel hears of it, and gone again where the channel refused. */
export async function make(context: ItemContext, item: Making): Promise<Outcome> {
  const { db, now } = context;
  const { step, ad_account_id } = item.itemParams;
  const grant = await openPlace(context, ad_account_id);
  let begun: Begun;
  try {
    begun = await begin(context, item, grant);
  } catch (error) {
    // Only asked so far, whether a file is ready say.
    return toChannelOutcome(error, grant, { isReading: true });
  }
  try {
    const { id: platformId } = await begun.ask(grant);
    const outcome = await keepMade(db, item, begun.id, platformId, now);
    context.audit(entryOf(item, begun.id, platformId));
    return outcome;
  } catch (error) {
    const outcome = toChannelOutcome(error, grant);
    if (outcome.outcome === 'failed') await rows.forget(db, step, begun.id);
    return outcome;
  }
}

const entryOf = ({ itemParams, label }: Making, targetId: number, platform_id: string): AuditEntry => ({
  targetType: itemParams.step,
  targetId,
  targetLabel: label,
  after: { platform_id, ad_account_id: itemParams.ad_account_id },
});

/** It is there: says so, in one transaction with what happened. */
async function keepMade(db: Db, item: Making, id: number, platformId: string, now: Date): Promise<Outcome> {
  const { step } = item.itemParams;
  const { event, owner_user_id } = item.params;
  await inOne(db, async (transaction) => {
    await rows.markMade(transaction, step, id, platformId, now);
    const after = { name: item.itemParams.node.name, platform_id: platformId };
    const by = { type: 'user', userId: owner_user_id } as const;
    await noteEvents(transaction, [{ level: step, id, event, actor: by, batchId: item.batchId, after }], now);
    const trees = step === 'campaign' ? { campaignIds: [id] } : step === 'ad_group' ? { adGroupIds: [id] } : { adIds: [id] };
    await recomputeStatus(transaction, trees, now);
    if (step === 'ad') await markUsed(transaction, item.itemParams.node.material_id, now);
  });
  return { outcome: 'succeeded', targetId: id, after: { platform_id: platformId } };
}

/** A material is used from its first ad on. */
async function markUsed(db: Db, materialId: number | null, now: Date): Promise<void> {
  if (materialId === null) return;
  await db.updateTable('material').set({ first_used_at: now }).where('id', '=', materialId).where('first_used_at', 'is', null).execute();
}

/** Looks for what carries the tag of the item. What is not there for long enough was never made. */
export async function lookFor(context: ReconcileContext, item: Making): Promise<Outcome> {
  const { db, now } = context;
  const { step, ad_account_id } = item.itemParams;
  const made = await rows.madeBy(db, step, item.clientTag);
  if (made === undefined) return { outcome: 'failed', reason: 'PLATFORM_DOWN' };
  if (made.platform_id !== null) {
    // All of it was written already, but for the end of the item.
    context.audit(entryOf(item, made.id, made.platform_id));
    return { outcome: 'succeeded', targetId: made.id, after: { platform_id: made.platform_id } };
  }
  const { platform, tok, account } = await reopenPlace(context, ad_account_id);
  const found = await platform.findByTag(tok, account, step, item.clientTag);
  if (found !== null) {
    context.audit(entryOf(item, made.id, found.id));
    return await keepMade(db, item, made.id, found.id, now);
  }
  if (!context.isConclusive) return { outcome: 'unknown' };
  await rows.forget(db, step, made.id);
  return { outcome: 'failed', reason: 'PLATFORM_UNKNOWN', text: { zh: '渠道上没有它', en: 'The channel does not have it' } };
}

/** The channel knows an object of the level under that number, and it is nobody else's. */
export async function isKnown(context: LookupContext, item: Making, platformId: string): Promise<boolean> {
  const { step, ad_account_id } = item.itemParams;
  const made = await rows.madeBy(context.db, step, item.clientTag);
  if (made === undefined || (await rows.isNumberTaken(context.db, step, made, platformId))) return false;
  const { platform, tok } = await reopenPlace(context, ad_account_id);
  return (await platform.entityState(tok, step, platformId)) !== null;
}

/** A person found out. */
export async function foundOut({ db, now }: LookupContext, item: Making, platformId: string | null): Promise<number | undefined> {
  const { step } = item.itemParams;
  const made = await rows.madeBy(db, step, item.clientTag);
  if (made === undefined) return undefined;
  if (platformId === null) {
    await rows.forget(db, step, made.id);
    return undefined;
  }
  await keepMade(db, item, made.id, platformId, now);
  return made.id;
}

import { type Kysely, sql } from 'kysely';
import type { EntityPatch } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { BatchItem, ItemContext, ItemFault, LookupContext, Outcome, ReconcileContext } from '../../batches/index.ts';
import { refuse } from '../../refusal.ts';
import { platformColumn, recomputeStatus, toChannelOutcome } from '../entities/index.ts';
import { writeEvents } from '../events/index.ts';
import { inTransaction } from './in-transaction.ts';
import { openAccountForLookup, openLaunchAccount } from './launch-accounts.ts';
import type { LaunchItem, LaunchParams } from './launch-items.ts';

type Db = Kysely<Database>;
type Level = 'campaign' | 'ad_group';
export type ClosingItem = BatchItem<LaunchParams, Extract<LaunchItem, { step: 'launch' }>>;

/** The issue of a campaign or ad group without any created ad. */
const EMPTY = 'EMPTY';

interface Root {
  id: number;
  campaign_id: number;
  platform_id: string | null;
  status: 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';
  issue: string | null;
  closed_at: Date | null;
  /** Number of its ads on the channel. */
  there: number;
  /** Number of its ads with an unknown outcome. */
  unknown: number;
}

async function loadRoot(db: Db, level: Level, tag: string | null): Promise<Root | undefined> {
  const own = sql.ref(level === 'campaign' ? 'x.campaign_id' : 'x.ad_group_id');
  const campaign = level === 'campaign' ? sql`e.id` : sql`e.campaign_id`;
  const found = await sql<Root>`
    select e.id, ${campaign} as campaign_id, ${sql.ref(`e.${platformColumn[level]}`)} as platform_id, e.status, e.issue, e.closed_at,
      (select count(*) from ad x where ${own} = e.id and x.platform_ad_id is not null and x.status not in ('DELETED', 'ARCHIVED')) as there,
      (select count(*) from ad x where ${own} = e.id and x.platform_ad_id is null) as unknown
    from ${sql.table(level)} e where e.client_tag = ${tag}::uuid`.execute(db);
  return found.rows[0];
}

const toTrees = (level: Level, id: number) => (level === 'campaign' ? { campaignIds: [id] } : { adGroupIds: [id] });

async function markIssue(db: Db, level: Level, id: number, issue: string | null, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction.updateTable(level).set({ issue, updated_at: now }).where('id', '=', id).execute();
    await recomputeStatus(transaction, toTrees(level, id), now);
  });
}

async function markOpen(db: Db, level: Level, id: number, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const open = { status: 'ACTIVE' as const, closed_by: null, closed_at: null, updated_at: now };
    await transaction.updateTable(level).set(open).where('id', '=', id).execute();
    await recomputeStatus(transaction, toTrees(level, id), now);
  });
}

/** Marks it as deleted with everything in it. */
async function markDeleted(db: Db, level: Level, root: Root, item: ClosingItem, now: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const deletion = { status: 'DELETED' as const, deleted_at: now, updated_at: now };
    if (level === 'campaign') {
      await transaction.updateTable('ad_group').set(deletion).where('campaign_id', '=', root.id).where('status', '<>', 'DELETED').execute();
    }
    await transaction.updateTable(level).set(deletion).where('id', '=', root.id).execute();
    await recomputeStatus(transaction, toTrees(level, root.id), now);
    const event = { level, id: root.id, event: 'remove', actor: { type: 'user', userId: item.params.owner_user_id } } as const;
    const change = { before: { status: root.status }, after: { status: 'DELETED' } };
    await writeEvents(transaction, [{ ...event, ...change, batchId: item.batchId, reason: EMPTY }], now);
  });
}

const KEPT_EMPTY_WARNING: ItemFault = {
  reason: 'NOTHING_MADE',
  text: { zh: '其中的广告都没有创建成功，已保留并处于关闭状态', en: 'None of its ads could be created; it was kept and is off' },
};

type Step = 'open' | 'delete' | 'keep' | 'nothing' | 'wait';

/** The remaining step of a launch. An object that a person closed meanwhile stays closed. */
function decideStep({ there, unknown, status, closed_at, issue }: Root, item: ClosingItem): Step {
  const { itemParams, params } = item;
  if (status === 'DELETED' || status === 'ARCHIVED') return 'nothing';
  if (there === 0 && unknown > 0) return 'wait';
  if (there === 0) {
    if (params.on_empty === 'delete') return 'delete';
    return issue === EMPTY ? 'nothing' : 'keep';
  }
  return itemParams.status === 'ACTIVE' && status === 'PAUSED' && closed_at === null ? 'open' : 'nothing';
}

/** Finishes the launch of one campaign or ad group: opens it when it has ads, otherwise keeps or deletes it as the scheme says. */
export async function closeLaunch(context: ItemContext, item: ClosingItem): Promise<Outcome> {
  const { db, now } = context;
  const { level, ad_account_id } = item.itemParams;
  const root = await loadRoot(db, level, item.parentTag);
  if (root === undefined || root.platform_id === null) throw refuse('PARENT_GONE');
  const step = decideStep(root, item);
  if (step === 'wait') return { outcome: 'skipped', reason: 'OUTCOME_UNKNOWN' };
  if (root.there > 0 && root.issue === EMPTY) await markIssue(db, level, root.id, null, now);
  if (step === 'nothing') return { outcome: 'succeeded', targetId: root.id, after: { status: root.status } };
  if (step === 'keep') {
    await markIssue(db, level, root.id, EMPTY, now);
    return { outcome: 'succeeded', targetId: root.id, after: { status: root.status, issue: EMPTY }, warning: KEPT_EMPTY_WARNING };
  }
  const grant = await openLaunchAccount(context, ad_account_id);
  const patch: EntityPatch = { status: step === 'open' ? 'ACTIVE' : 'DELETED' };
  try {
    await grant.platform.update(grant.tok, grant.account, level, root.platform_id, patch);
  } catch (error) {
    return toChannelOutcome(error, grant);
  }
  const outcome = await writeChange(db, root, item, step, now);
  context.audit({ targetType: level, targetId: root.id, targetLabel: item.label, before: { status: root.status }, after: patch });
  return outcome;
}

async function writeChange(db: Db, root: Root, item: ClosingItem, step: 'open' | 'delete', now: Date): Promise<Outcome> {
  const { level } = item.itemParams;
  const before = { status: root.status };
  if (step === 'open') {
    await markOpen(db, level, root.id, now);
    return { outcome: 'succeeded', targetId: root.id, before, after: { status: 'ACTIVE' } };
  }
  await markDeleted(db, level, root, item, now);
  return {
    outcome: 'succeeded',
    targetId: root.id,
    before,
    after: { status: 'DELETED', issue: EMPTY },
    undoesBranch: true,
    warning: { reason: 'NOTHING_MADE' },
  };
}

/** Checks whether the change took effect on the channel; if not, it may be made again. */
export async function reconcileClosing(context: ReconcileContext, item: ClosingItem): Promise<Outcome> {
  const { db, now } = context;
  const { level, ad_account_id } = item.itemParams;
  const root = await loadRoot(db, level, item.parentTag);
  if (root === undefined || root.platform_id === null) return { outcome: 'failed', reason: 'PARENT_GONE' };
  const step = decideStep(root, item);
  if (step !== 'open' && step !== 'delete') return { outcome: 'succeeded', targetId: root.id };
  const { platform, tok, account } = await openAccountForLookup(context, ad_account_id);
  const state = await platform.entityState(tok, account, level, root.platform_id);
  const status = step === 'open' ? 'ACTIVE' : 'DELETED';
  if (state?.status === status) {
    const entry = { targetType: level, targetId: root.id, targetLabel: item.label };
    context.audit({ ...entry, before: { status: root.status }, after: { status } });
    return await writeChange(db, root, item, step, now);
  }
  return { outcome: 'failed', reason: 'PLATFORM_DOWN' };
}

/** True when the id is that of the launched campaign or ad group itself. */
export async function hasPlatformId({ db }: LookupContext, item: ClosingItem, platformId: string): Promise<boolean> {
  return (await loadRoot(db, item.itemParams.level, item.parentTag))?.platform_id === platformId;
}

/** Applies the decision of a person who checked the channel: the step counts as done. */
export async function resolveClosing(
  { db, now }: LookupContext,
  item: ClosingItem,
  platformId: string | null,
): Promise<number | undefined> {
  const root = await loadRoot(db, item.itemParams.level, item.parentTag);
  if (root === undefined || platformId === null) return root?.id;
  const step = decideStep(root, item);
  if (step === 'open' || step === 'delete') await writeChange(db, root, item, step, now);
  return root.id;
}

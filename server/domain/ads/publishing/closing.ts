import { type Kysely, sql } from 'kysely';
import type { EntityPatch } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { BatchItem, ItemContext, ItemFault, LookupContext, Outcome, ReconcileContext } from '../../batches/index.ts';
import { refuse } from '../../refusal.ts';
import { platformColumn, recomputeStatus, toChannelOutcome } from '../entities/index.ts';
import { noteEvents } from '../events/index.ts';
import { inOne } from './in-one.ts';
import type { LaunchItem, LaunchParams } from './launch-items.ts';
import { openPlace, reopenPlace } from './launch-place.ts';

type Db = Kysely<Database>;
type Level = 'campaign' | 'ad_group';
export type Closing = BatchItem<LaunchParams, Extract<LaunchItem, { step: 'launch' }>>;

/** A campaign or ad group whose every ad failed. */
const EMPTY = 'EMPTY';

interface Root {
  id: number;
  campaign_id: number;
  platform_id: string | null;
  status: 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';
  issue: string | null;
  closed_at: Date | null;
  /** Its ads that are on the channel. */
  there: number;
  /** Its ads of which nobody knows. */
  unknown: number;
}

async function rootOf(db: Db, level: Level, tag: string | null): Promise<Root | undefined> {
  const own = sql.ref(level === 'campaign' ? 'x.campaign_id' : 'x.ad_group_id');
  const campaign = level === 'campaign' ? sql`e.id` : sql`e.campaign_id`;
  const found = await sql<Root>`
    select e.id, ${campaign} as campaign_id, ${sql.ref(`e.${platformColumn[level]}`)} as platform_id, e.status, e.issue, e.closed_at,
      (select count(*) from ad x where ${own} = e.id and x.platform_ad_id is not null and x.status not in ('DELETED', 'ARCHIVED')) as there,
      (select count(*) from ad x where ${own} = e.id and x.platform_ad_id is null) as unknown
    from ${sql.table(level)} e where e.client_tag = ${tag}::uuid`.execute(db);
  return found.rows[0];
}

const treesOf = (level: Level, id: number) => (level === 'campaign' ? { campaignIds: [id] } : { adGroupIds: [id] });

async function markIssue(db: Db, level: Level, id: number, issue: string | null, now: Date): Promise<void> {
  await inOne(db, async (transaction) => {
    await transaction.updateTable(level).set({ issue, updated_at: now }).where('id', '=', id).execute();
    await recomputeStatus(transaction, treesOf(level, id), now);
  });
}

async function markStatus(db: Db, level: Level, id: number, now: Date): Promise<void> {
  await inOne(db, async (transaction) => {
    const open = { status: 'ACTIVE' as const, closed_by: null, closed_at: null, updated_at: now };
    await transaction.updateTable(level).set(open).where('id', '=', id).execute();
    await recomputeStatus(transaction, treesOf(level, id), now);
  });
}

/** Gone with everything in it. */
async function markDeleted(db: Db, level: Level, root: Root, item: Closing, now: Date): Promise<void> {
  await inOne(db, async (transaction) => {
    const gone = { status: 'DELETED' as const, deleted_at: now, updated_at: now };
    if (level === 'campaign') {
      await transaction.updateTable('ad_group').set(gone).where('campaign_id', '=', root.id).where('status', '<>', 'DELETED').execute();
    }
    await transaction.updateTable(level).set(gone).where('id', '=', root.id).execute();
    await recomputeStatus(transaction, treesOf(level, root.id), now);
    const event = { level, id: root.id, event: 'remove', actor: { type: 'user', userId: item.params.owner_user_id } } as const;
    const change = { before: { status: root.status }, after: { status: 'DELETED' } };
    await noteEvents(transaction, [{ ...event, ...change, batchId: item.batchId, reason: EMPTY }], now);
  });
}

const leftEmpty: ItemFault = {
  reason: 'NOTHING_MADE',
  text: { zh: '其中的广告都没有创建成功，已保留并处于关闭状态', en: 'None of its ads could be made; it was kept and is off' },
};

type Step = 'open' | 'delete' | 'keep' | 'nothing' | 'wait';

/** What is left to do with it. What a person closed meanwhile stays closed. */
function stepFor({ there, unknown, status, closed_at, issue }: Root, item: Closing): Step {
  const { itemParams, params } = item;
  if (status === 'DELETED' || status === 'ARCHIVED') return 'nothing';
  if (there === 0 && unknown > 0) return 'wait';
  if (there === 0) {
    if (params.on_empty === 'delete') return 'delete';
    return issue === EMPTY ? 'nothing' : 'keep';
  }
  return itemParams.status === 'ACTIVE' && status === 'PAUSED' && closed_at === null ? 'open' : 'nothing';
}

/** Ends the launch of one campaign or ad group: opens it where it has ads, and deals with it where it has none. */
export async function close(context: ItemContext, item: Closing): Promise<Outcome> {
  const { db, now } = context;
  const { level, ad_account_id } = item.itemParams;
  const root = await rootOf(db, level, item.parentTag);
  if (root === undefined || root.platform_id === null) throw refuse('PARENT_GONE');
  const step = stepFor(root, item);
  if (step === 'wait') return { outcome: 'skipped', reason: 'OUTCOME_UNKNOWN' };
  if (root.there > 0 && root.issue === EMPTY) await markIssue(db, level, root.id, null, now);
  if (step === 'nothing') return { outcome: 'succeeded', targetId: root.id, after: { status: root.status } };
  if (step === 'keep') {
    await markIssue(db, level, root.id, EMPTY, now);
    return { outcome: 'succeeded', targetId: root.id, after: { status: root.status, issue: EMPTY }, warning: leftEmpty };
  }
  const grant = await openPlace(context, ad_account_id);
  const patch: EntityPatch = { status: step === 'open' ? 'ACTIVE' : 'DELETED' };
  try {
    await grant.platform.update(grant.tok, level, root.platform_id, patch);
  } catch (error) {
    return toChannelOutcome(error, grant);
  }
  const outcome = await keepChange(db, root, item, step, now);
  context.audit({ targetType: level, targetId: root.id, targetLabel: item.label, before: { status: root.status }, after: patch });
  return outcome;
}

async function keepChange(db: Db, root: Root, item: Closing, step: 'open' | 'delete', now: Date): Promise<Outcome> {
  const { level } = item.itemParams;
  const before = { status: root.status };
  if (step === 'open') {
    await markStatus(db, level, root.id, now);
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

/** Whether the change took effect on the channel; where it did not, it may be made again. */
export async function lookAt(context: ReconcileContext, item: Closing): Promise<Outcome> {
  const { db, now } = context;
  const { level, ad_account_id } = item.itemParams;
  const root = await rootOf(db, level, item.parentTag);
  if (root === undefined || root.platform_id === null) return { outcome: 'failed', reason: 'PARENT_GONE' };
  const step = stepFor(root, item);
  if (step !== 'open' && step !== 'delete') return { outcome: 'succeeded', targetId: root.id };
  const { platform, tok } = await reopenPlace(context, ad_account_id);
  const state = await platform.entityState(tok, level, root.platform_id);
  const wanted = step === 'open' ? 'ACTIVE' : 'DELETED';
  if (state?.status === wanted) {
    const entry = { targetType: level, targetId: root.id, targetLabel: item.label };
    context.audit({ ...entry, before: { status: root.status }, after: { status: wanted } });
    return await keepChange(db, root, item, step, now);
  }
  return { outcome: 'failed', reason: 'PLATFORM_DOWN' };
}

/** The number is that of the campaign or ad group itself. */
export async function isItsNumber({ db }: LookupContext, item: Closing, platformId: string): Promise<boolean> {
  return (await rootOf(db, item.itemParams.level, item.parentTag))?.platform_id === platformId;
}

/** A person saw on the channel how it stands: taken as it should stand. */
export async function settleChange({ db, now }: LookupContext, item: Closing, platformId: string | null): Promise<number | undefined> {
  const root = await rootOf(db, item.itemParams.level, item.parentTag);
  if (root === undefined || platformId === null) return root?.id;
  const step = stepFor(root, item);
  if (step === 'open' || step === 'delete') await keepChange(db, root, item, step, now);
  return root.id;
}

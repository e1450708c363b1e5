import { type Kysely, sql } from 'kysely';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { AdPlatformError, type EntityPatch, type RemoteEntity } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { EventKind } from '#server/database/schema-launches.ts';
import type { BatchItem, BatchType, ItemContext, LookupContext, Outcome, Pace, Words } from '../../batches/index.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { type EventActor, type NewEvent, noteEvents } from '../events/index.ts';
import { type AccountGrant, faultAt, isRejected, openAccount } from './account-grant.ts';
import { type AgainOrder, sameOrder } from './again.ts';
import { holdCampaigns, recomputeStatus } from './effective-status.sql.ts';
import { type EntityLevel, isLevel } from './levels.ts';
import { type LoadedEntity, loadEntity } from './loaded-entity.ts';
import { holdPlace, inTransaction, markState, markStateIn, treesOf } from './sync-states.ts';

type Db = Kysely<Database>;

/** Rules keep off for so long after a person changed something. */
export const SHIELD_MS = 6 * 3_600_000;

/** What an order of changes has in its parameters besides its own: the clock instead of a person. */
export interface Ordered {
  by?: 'cron' | undefined;
}

/** What is to become of one object. */
export interface Change {
  /** What the channel is told. */
  patch: EntityPatch;
  before: object;
  after: object;
  /** Columns of the object here. */
  columns: object;
  event: EventKind;
  /** Writes what else goes with it, and answers further events; in the same transaction, after the object itself. */
  also?(db: Db, at: { now: Date }): Promise<Omit<NewEvent, 'actor' | 'batchId' | 'reason'>[]>;
  /** Events of the object itself that come first. */
  first?: EventKind;
  warning?: 'PARENT_PAUSED' | null;
  /** Of an ad: the page on which the change takes one of the places for ads. */
  homepageId?: number | null;
  /** Possible where the object is not on the channel, or is there no more: then it changes here alone. */
  evenGone?: boolean;
}

/** What the channel was told, as it was kept. */
export type Sent = Readonly<Record<string, unknown>>;

interface Deciding<Params, ItemParams> {
  db: Db;
  now: Date;
  entity: LoadedEntity;
  params: Params;
  itemParams: ItemParams;
  /** Of whoever reads the refusal. */
  timezone: string;
  /** It was sent: whether it may be is not asked any more. */
  isSent: boolean;
  /** What the channel was told, where that is known: what was sent is this, whatever became of the object here meanwhile. */
  sent: Sent | null;
  closedBy: 'user' | 'super';
}

interface Pushed<Params, ItemParams> {
  type: string;
  label: Words;
  /** The calls that order it: whoever may make one of them may carry it out. */
  orderedBy: readonly Endpoint[];
  /** `usual` when absent. */
  pace?: Pace;
  /** What becomes of an object, or why nothing does; NO_CHANGE skips it. */
  decide(asked: Deciding<Params, ItemParams>): Change | Refusal | Promise<Change | Refusal>;
  /** What was ordered, so that it can be ordered again. */
  ordered(params: Params): AgainOrder;
}

const notThere = (): Refusal =>
  new Refusal('STATE_CHANGED', { text: { zh: '渠道上没有这个对象', en: 'The channel does not have this object' } });

/** Whether the channel has to be told. Refuses what cannot reach it. */
function mustBeTold({ platformId, syncState }: LoadedEntity, { evenGone = false }: Change): boolean {
  if (platformId !== null && syncState !== 'missing') return true;
  // Whether it came to be there is not known yet: nothing is done to it meanwhile.
  if (platformId === null && syncState === 'pushing') throw refuse('OUTCOME_UNKNOWN');
  if (!evenGone) throw notThere();
  return false;
}

/** An attempt before told the channel this very thing, and the object is so already: a change by how much it should change is made once. */
function isMade({ before }: Change, sent: Sent): boolean {
  const stands = new Map<string, unknown>(Object.entries(before));
  return Object.entries(sent).every(([field, wanted]) => stands.get(field) === wanted);
}

/** True where the channel's object is as the change wanted it. */
function reflects({ status, name, spec }: RemoteEntity, patch: EntityPatch): boolean {
  const has = { ...spec, status, name } as Record<string, unknown>;
  return Object.entries(patch).every(([field, wanted]) => has[field] === wanted);
}

interface Making {
  now: Date;
  actor: EventActor;
  batchId: number;
  reason: string | null;
}

/** Writes a change that was made on the channel. */
async function keepIn(db: Db, { level, id }: LoadedEntity, change: Change, { now, actor, batchId, reason }: Making): Promise<void> {
  await holdCampaigns(db, treesOf({ level, id }));
  const shield = actor.type === 'user' ? { rule_shield_until: new Date(now.getTime() + SHIELD_MS) } : {};
  await db
    .updateTable(level as 'campaign')
    .set({ ...change.columns, ...shield })
    .set({
      version: sql`version + 1`,
      updated_at: now,
      sync_state: sql`case when sync_state = 'pushing' then 'synced' else sync_state end`,
    })
    .where('id', '=', id)
    .execute();
  const below = (await change.also?.(db, { now })) ?? [];
  const own = { level, id, before: change.before, after: change.after };
  const events = [...(change.first === undefined ? [] : [{ ...own, event: change.first }]), { ...own, event: change.event }, ...below];
  await noteEvents(
    db,
    events.map((event) => ({ ...event, actor, batchId, reason })),
    now,
  );
  await recomputeStatus(db, treesOf({ level, id }), now);
}

/** What was refused may be gone: asked once, so that it is not tried for ever. */
async function noteIfGone(context: Pick<ItemContext, 'db' | 'now'>, entity: LoadedEntity, grant: AccountGrant): Promise<void> {
  const remote = await grant.platform.entityState(grant.tok, entity.level, entity.platformId ?? '').catch(() => undefined);
  if (remote === null) await markState(context.db, entity, 'missing', context.now);
}

const levelOf = ({ targetType }: BatchItem): EntityLevel => {
  if (!isLevel(targetType)) throw new Error(`${targetType} is no level of ads`);
  return targetType;
};

const succeeded = ({ before, after, warning }: Change): Outcome => ({
  outcome: 'succeeded',
  before,
  after,
  warning: warning ? { reason: warning } : undefined,
});

/** The pages of several calls together, with the action they share. */
function accessOf(calls: readonly Endpoint[]): Pick<BatchType, 'access' | 'action'> {
  const pages = calls.flatMap(({ access }) => (typeof access === 'object' ? access.pages : []));
  const action = calls[0]?.action;
  return { access: { pages: [...new Set(pages)] }, ...(action === undefined ? {} : { action }) };
}

/**
 * A change that the channel makes first: it is told what the object should be, never by how much it should change, so that asking what
 * became of a lost answer is asking whether the object is so. Nothing is written here before it is known.
 */
export function pushedType<Params extends Ordered, ItemParams = unknown>(of: Pushed<Params, ItemParams>): BatchType<Params, ItemParams> {
  const { type, label, orderedBy, pace = 'usual', decide, ordered } = of;

  async function asked(
    context: Pick<LookupContext, 'db' | 'now'>,
    item: BatchItem<Params, ItemParams>,
    entity: LoadedEntity,
    { timezone, isSent, closedBy = 'user' }: { timezone: string; isSent: boolean; closedBy?: 'user' | 'super' },
  ): Promise<Change | Refusal> {
    const { params, itemParams, sent } = item;
    const change = await decide({ db: context.db, now: context.now, entity, params, itemParams, timezone, isSent, sent, closedBy });
    if (!isSent && sent !== null && !(change instanceof Refusal) && isMade(change, sent)) return refuse('NO_CHANGE');
    return change;
  }

  /** Who ordered an item, for what is settled when nobody is there any more. */
  async function making(context: Pick<LookupContext, 'db' | 'now'>, item: BatchItem<Params, ItemParams>): Promise<Making> {
    const { rows } = await sql<{ user_id: number; reason: string | null }>`
      select i.user_id, b.reason from batch_item i join batch b on b.id = i.batch_id where i.id = ${item.id}`.execute(context.db);
    const { user_id: userId = 0, reason = null } = rows[0] ?? {};
    return { now: context.now, actor: { type: item.params.by ?? 'user', userId }, batchId: item.batchId, reason };
  }

  return {
    type,
    label,
    ...accessOf(orderedBy),
    targetType: 'campaign',
    effect: 'channel',
    retryable: true,
    parallel: 8,
    pace,
    async run(context, item) {
      const { db, caller, now, reason } = context;
      const level = levelOf(item);
      const entity = await loadEntity(db, { level, id: item.targetId ?? 0, caller, now });
      if (entity === undefined) throw refuse('NOT_FOUND');
      const closedBy = caller.isAdmin === 9 ? 'super' : 'user';
      const change = await asked(context, item, entity, { timezone: caller.timezone, isSent: false, closedBy });
      if (change instanceof Refusal) {
        if (change.reason === 'NO_CHANGE') return { outcome: 'skipped', reason: 'NO_CHANGE' };
        throw change;
      }
      if (mustBeTold(entity, change)) {
        const grant = await openAccount(context, entity.account);
        await context.recordSent(change.patch);
        const place = change.homepageId ? await holdPlace(db, entity, change.homepageId, now) : null;
        try {
          await grant.platform.update(grant.tok, level, entity.platformId ?? '', change.patch);
        } catch (error) {
          const outcome = faultAt(error, grant);
          if (outcome.outcome === 'unknown') await markState(db, entity, 'pushing', now);
          else if (isRejected(error)) await noteIfGone(context, entity, grant);
          if (outcome.outcome !== 'unknown') await place?.letGo();
          return outcome;
        }
      }
      const actor: EventActor = { type: item.params.by ?? closedBy, userId: caller.userId };
      await inTransaction(db, (transaction) => keepIn(transaction, entity, change, { now, actor, batchId: item.batchId, reason }));
      context.audit({
        targetType: level,
        targetId: entity.id,
        targetLabel: entity.name,
        summary: reason ?? '',
        before: change.before,
        after: change.after,
      });
      return succeeded(change);
    },
    async reconcile(context, item) {
      const { db, now } = context;
      const entity = await loadEntity(db, { level: levelOf(item), id: item.targetId ?? 0, caller: null, now });
      if (entity === undefined || entity.platformId === null) return { outcome: 'failed', reason: 'NOT_FOUND' };
      const change = await asked(context, item, entity, { timezone: 'UTC', isSent: true });
      const entry = { targetType: entity.level, targetId: entity.id, targetLabel: entity.name };
      if (change instanceof Refusal) {
        await markState(db, entity, 'synced', now);
        if (change.reason !== 'NO_CHANGE') return { outcome: 'failed', reason: change.reason };
        // It was written here already, or the synchronisation saw it first.
        context.audit(entry);
        return { outcome: 'succeeded' };
      }
      let remote: RemoteEntity | null;
      try {
        const grant = await openAccount(context, entity.account);
        remote = await grant.platform.entityState(grant.tok, entity.level, entity.platformId);
      } catch (error) {
        if (error instanceof AdPlatformError || error instanceof Refusal) return { outcome: 'unknown' };
        throw error;
      }
      if (remote !== null && reflects(remote, change.patch)) {
        const how = await making(context, item);
        await inTransaction(db, (transaction) => keepIn(transaction, entity, change, how));
        context.audit({ ...entry, summary: how.reason ?? '', before: change.before, after: change.after });
        return succeeded(change);
      }
      await markState(db, entity, remote === null ? 'missing' : 'synced', now);
      return {
        outcome: 'failed',
        reason: 'PLATFORM_UNKNOWN',
        text: { zh: '渠道没有做这项改动', en: 'The channel did not make the change' },
      };
    },
    async verify(context, item, platformId) {
      const { db, now } = context;
      const entity = await loadEntity(db, { level: levelOf(item), id: item.targetId ?? 0, caller: null, now });
      return entity?.platformId === platformId;
    },
    async applyResolution(context, item, platformId) {
      const { db, now } = context;
      const entity = await loadEntity(db, { level: levelOf(item), id: item.targetId ?? 0, caller: null, now });
      if (entity === undefined) return undefined;
      const change = await asked(context, item, entity, { timezone: 'UTC', isSent: true });
      if (platformId === null || change instanceof Refusal) await markStateIn(db, entity, 'synced', now);
      else await keepIn(db, entity, change, await making(context, item));
      return entity.id;
    },
    prepareRepeat: (context, batch) => sameOrder(context, batch, ordered(batch.params)),
  };
}

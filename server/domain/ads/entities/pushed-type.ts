import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { AdPlatformError, type EntityPatch, type RemoteEntity } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { ClosedBy, EventKind } from '#server/database/schema-launches.ts';
import {
  type BatchItem,
  type BatchType,
  type Inverse,
  type ItemContext,
  type LookupContext,
  type Outcome,
  type Pace,
  type RecordedChange,
  requireExpected,
} from '../../batches/index.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { type EventActor, type NewEvent, writeEvents } from '../events/index.ts';
import { type AccountGrant, isRejected, openAccount, toChannelOutcome } from './account-grant.ts';
import { lockCampaigns, recomputeStatus } from './effective-status.sql.ts';
import { type EntityLevel, isLevel } from './levels.ts';
import { type LoadedEntity, loadEntity } from './loaded-entity.ts';
import { prepareSameOrder, type RepeatedOrder } from './repeat-orders.ts';
import { inTransaction, markState, reservePlace, toTrees, writeState } from './sync-state.ts';

type Db = Kysely<Database>;

/** How long rules leave an object alone after a person changed it. */
export const RULE_SHIELD_MS = 6 * 3_600_000;

/** Parameters of a change that the server ordered itself, on a schedule or by a rule, or a super admin in an emergency. */
export interface OrderSource {
  by?: 'cron' | 'super' | 'rule' | undefined;
  /** Absent for the daily cap of a hosted account, which is no rule of its own. */
  rule_id?: number | undefined;
}

/** Who ordered a change, in which batch and why. */
interface ChangeOrigin {
  now: Date;
  actor: EventActor;
  batchId: number;
  reason: string | null;
}

/** Where a related change comes from; a change made on the channel belongs to no batch. */
export interface RelatedOrigin {
  now: Date;
  batchId: number | null;
  reason: string | null;
}

/** What changes about one object. */
export interface Change {
  /** Sent to the channel. */
  patch: EntityPatch;
  before: object;
  after: object;
  /** New values of the object's columns. */
  columns: object;
  event: EventKind;
  /** Writes related changes in the same transaction, after the object itself, and returns their events. */
  applyRelated?(db: Db, origin: RelatedOrigin): Promise<Omit<NewEvent, 'actor' | 'batchId' | 'reason'>[]>;
  /** An event of the object itself that is recorded before the main one. */
  precedingEvent?: EventKind;
  warning?: 'PARENT_PAUSED' | null;
  /** For an ad: the homepage on which the change takes one of the ad places. */
  homepageId?: number | null;
  /** Allows the change when the object is not on the channel; it then changes only here. */
  allowsMissing?: boolean;
}

/** The patch that was sent to the channel, as stored with the item. */
export type SentPatch = Readonly<Record<string, unknown>>;

interface DecisionInput<Params, ItemParams> {
  db: Db;
  now: Date;
  entity: LoadedEntity;
  params: Params;
  itemParams: ItemParams;
  /** Timezone of the reader of a refusal. */
  timezone: string;
  /** The change was already sent, so whether it is allowed is no longer checked. */
  isSent: boolean;
  /** The patch sent to the channel, if known. It defines the change, even if the object has changed here since. */
  sent: SentPatch | null;
  closedBy: Exclude<ClosedBy, 'platform'>;
}

interface PushedTypeOptions<Params, ItemParams> {
  type: string;
  /** The calls that order it. Permission for one of them is enough to run it. */
  orderedBy: readonly Endpoint[];
  /** `usual` by default. */
  pace?: Pace;
  /** Returns the change, or why there is none; NO_CHANGE skips the object. */
  decide(input: DecisionInput<Params, ItemParams>): Change | Refusal | Promise<Change | Refusal>;
  /** The action and values needed to order the same again; absent for changes that are ordered anew each time. */
  toRepeatedOrder?(params: Params): RepeatedOrder;
  /** How the change is undone; absent for changes that cannot be. */
  invert?(change: RecordedChange<Params, ItemParams>): Inverse | null;
}

const refuseMissing = (): Refusal =>
  new Refusal('STATE_CHANGED', { text: { zh: '平台上没有这个对象', en: 'This object does not exist on the platform' } });

/** Whether the channel must be called. Refuses a change that cannot reach the object there. */
function needsPush({ platformId, syncState }: LoadedEntity, { allowsMissing = false }: Change): boolean {
  if (platformId !== null && syncState !== 'missing') return true;
  // Until it is known whether the object exists on the channel, it must not change.
  if (platformId === null && syncState === 'pushing') throw refuse('OUTCOME_UNKNOWN');
  if (!allowsMissing) throw refuseMissing();
  return false;
}

/** True when an earlier attempt sent a patch and the object already has its values. A relative change must be applied only once. */
function isAlreadyApplied({ before }: Change, sent: SentPatch): boolean {
  const current = new Map<string, unknown>(Object.entries(before));
  return Object.entries(sent).every(([field, wanted]) => current.get(field) === wanted);
}

/** True when the object on the channel has the values of the patch. */
function matchesPatch({ status, name, appeal, spec }: RemoteEntity, { appeal: appealed, ...patch }: EntityPatch): boolean {
  const remote = { ...spec, status, name, end_time: 'end_at' in spec ? spec.end_at : undefined } as Record<string, unknown>;
  // An appeal that was decided meanwhile was received as well.
  if (appealed !== undefined && appeal === null) return false;
  return Object.entries(patch).every(([field, wanted]) => isDeepStrictEqual(remote[field], wanted));
}

/** Writes a change that was made on the channel. */
async function writeChange(
  db: Db,
  { level, id }: LoadedEntity,
  change: Change,
  { now, actor, batchId, reason }: ChangeOrigin,
): Promise<void> {
  await lockCampaigns(db, toTrees({ level, id }));
  const shield = actor.type === 'user' ? { rule_shield_until: new Date(now.getTime() + RULE_SHIELD_MS) } : {};
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
  const relatedEvents = (await change.applyRelated?.(db, { now, batchId, reason })) ?? [];
  const ownEvent = { level, id, before: change.before, after: change.after };
  const events = [
    ...(change.precedingEvent === undefined ? [] : [{ ...ownEvent, event: change.precedingEvent }]),
    { ...ownEvent, event: change.event },
    ...relatedEvents,
  ];
  await writeEvents(
    db,
    events.map((event) => ({ ...event, actor, batchId, reason })),
    now,
  );
  await recomputeStatus(db, toTrees({ level, id }), now);
}

/** After a rejection, checks once whether the object is gone from the channel, so that the change is not retried forever. */
async function markIfMissing(context: Pick<ItemContext, 'db' | 'now'>, entity: LoadedEntity, grant: AccountGrant): Promise<void> {
  const remote = await grant.platform.entityState(grant.tok, grant.account, entity.level, entity.platformId ?? '').catch(() => undefined);
  if (remote === null) await markState(context.db, entity, 'missing', context.now);
}

const requireLevel = ({ targetType }: BatchItem): EntityLevel => {
  if (!isLevel(targetType)) throw new Error(`${targetType} is not a level of ads`);
  return targetType;
};

/** The actor of a change that a user ordered, or that the server ordered in the user's name. */
function toActor({ by, rule_id }: OrderSource, userId: number): EventActor {
  if (by === 'rule') return { type: by, ruleId: rule_id ?? null };
  return { type: by ?? 'user', userId };
}

const toSuccess = ({ before, after, warning }: Change): Outcome => ({
  outcome: 'succeeded',
  before,
  after,
  warning: warning ? { reason: warning } : undefined,
});

/** The combined pages of several calls, with the action they share; a call of super admins is theirs alone. */
function combineAccess(calls: readonly Endpoint[]): Pick<BatchType, 'access' | 'action'> {
  if (calls.some(({ access }) => access === 'superAdmin')) return { access: 'superAdmin' };
  const pages = calls.flatMap(({ access }) => (typeof access === 'object' ? access.pages : []));
  const action = calls[0]?.action;
  return { access: { pages: [...new Set(pages)] }, ...(action === undefined ? {} : { action }) };
}

/**
 * A change that the channel makes first. The channel receives absolute values, never relative ones, so that a lost answer can be resolved
 * by comparing the object with the patch. Nothing is written here before the outcome is known.
 */
export function createPushedType<Params extends OrderSource, ItemParams = unknown>(
  options: PushedTypeOptions<Params, ItemParams>,
): BatchType<Params, ItemParams> {
  const { type, orderedBy, pace = 'usual', decide, toRepeatedOrder, invert } = options;

  async function decideChange(
    context: Pick<LookupContext, 'db' | 'now'>,
    item: BatchItem<Params, ItemParams>,
    entity: LoadedEntity,
    { timezone, isSent }: { timezone: string; isSent: boolean },
  ): Promise<Change | Refusal> {
    const { params, itemParams, sent } = item;
    const closedBy = params.by === 'super' || params.by === 'rule' ? params.by : 'user';
    const change = await decide({ db: context.db, now: context.now, entity, params, itemParams, timezone, isSent, sent, closedBy });
    if (!isSent && sent !== null && !(change instanceof Refusal) && isAlreadyApplied(change, sent)) return refuse('NO_CHANGE');
    return change;
  }

  /** The user and reason of the order, for an item that is settled without a caller. */
  async function loadOrigin(context: Pick<LookupContext, 'db' | 'now'>, item: BatchItem<Params, ItemParams>): Promise<ChangeOrigin> {
    const { rows } = await sql<{ user_id: number; reason: string | null }>`
      select i.user_id, b.reason from batch_item i join batch b on b.id = i.batch_id where i.id = ${item.id}`.execute(context.db);
    const { user_id: userId = 0, reason = null } = rows[0] ?? {};
    return { now: context.now, actor: toActor(item.params, userId), batchId: item.batchId, reason };
  }

  return {
    type,
    ...combineAccess(orderedBy),
    targetType: 'campaign',
    effect: 'channel',
    retryable: true,
    parallel: 8,
    pace,
    async run(context, item) {
      const { db, caller, now, reason } = context;
      const level = requireLevel(item);
      const entity = await loadEntity(db, { level, id: item.targetId ?? 0, caller, now });
      if (entity === undefined) throw refuse('NOT_FOUND');
      const change = await decideChange(context, item, entity, { timezone: caller.timezone, isSent: false });
      if (change instanceof Refusal) {
        if (change.reason === 'NO_CHANGE') return { outcome: 'skipped', reason: 'NO_CHANGE' };
        throw change;
      }
      requireExpected(item.expected, { ...change.before });
      if (needsPush(entity, change)) {
        const grant = await openAccount(context, entity.account);
        await context.recordSent(change.patch);
        const place = change.homepageId ? await reservePlace(db, entity, change.homepageId, now) : null;
        try {
          await grant.platform.update(grant.tok, grant.account, level, entity.platformId ?? '', change.patch);
        } catch (error) {
          const outcome = toChannelOutcome(error, grant);
          if (outcome.outcome === 'unknown') await markState(db, entity, 'pushing', now);
          else if (isRejected(error)) await markIfMissing(context, entity, grant);
          if (outcome.outcome !== 'unknown') await place?.release();
          return outcome;
        }
      }
      const actor = toActor(item.params, caller.userId);
      await inTransaction(db, (transaction) => writeChange(transaction, entity, change, { now, actor, batchId: item.batchId, reason }));
      context.audit({
        targetType: level,
        targetId: entity.id,
        targetLabel: entity.name,
        summary: reason ?? '',
        before: change.before,
        after: change.after,
      });
      return toSuccess(change);
    },
    async reconcile(context, item) {
      const { db, now } = context;
      const entity = await loadEntity(db, { level: requireLevel(item), id: item.targetId ?? 0, caller: null, now });
      if (entity === undefined || entity.platformId === null) return { outcome: 'failed', reason: 'NOT_FOUND' };
      const change = await decideChange(context, item, entity, { timezone: 'UTC', isSent: true });
      const entry = { targetType: entity.level, targetId: entity.id, targetLabel: entity.name };
      if (change instanceof Refusal) {
        await markState(db, entity, 'synced', now);
        if (change.reason !== 'NO_CHANGE') return { outcome: 'failed', reason: change.reason };
        // The change was already written here, or the synchronisation saw it first.
        context.audit(entry);
        return { outcome: 'succeeded' };
      }
      let remote: RemoteEntity | null;
      try {
        const grant = await openAccount(context, entity.account);
        remote = await grant.platform.entityState(grant.tok, grant.account, entity.level, entity.platformId);
      } catch (error) {
        if (error instanceof AdPlatformError || error instanceof Refusal) return { outcome: 'unknown' };
        throw error;
      }
      if (remote !== null && matchesPatch(remote, change.patch)) {
        const origin = await loadOrigin(context, item);
        await inTransaction(db, (transaction) => writeChange(transaction, entity, change, origin));
        context.audit({ ...entry, summary: origin.reason ?? '', before: change.before, after: change.after });
        return toSuccess(change);
      }
      await markState(db, entity, remote === null ? 'missing' : 'synced', now);
      return {
        outcome: 'failed',
        reason: 'PLATFORM_UNKNOWN',
        text: { zh: '平台没有做这项改动', en: 'The platform did not apply the change' },
      };
    },
    async verify(context, item, platformId) {
      const { db, now } = context;
      const entity = await loadEntity(db, { level: requireLevel(item), id: item.targetId ?? 0, caller: null, now });
      return entity?.platformId === platformId;
    },
    async applyResolution(context, item, platformId) {
      const { db, now } = context;
      const entity = await loadEntity(db, { level: requireLevel(item), id: item.targetId ?? 0, caller: null, now });
      if (entity === undefined) return undefined;
      const change = await decideChange(context, item, entity, { timezone: 'UTC', isSent: true });
      if (platformId === null || change instanceof Refusal) await writeState(db, entity, 'synced', now);
      else await writeChange(db, entity, change, await loadOrigin(context, item));
      return entity.id;
    },
    ...(toRepeatedOrder === undefined
      ? {}
      : { prepareRepeat: (context, batch) => prepareSameOrder(context, batch, toRepeatedOrder(batch.params)) }),
    ...(invert === undefined ? {} : { invert }),
  };
}

import { type Kysely, sql } from 'kysely';
import { transferCampaigns } from '#contracts/endpoints/ad-entities.ts';
import type { Database } from '#server/database/schema.ts';
import { type BatchType, requireExpected } from '../../batches/index.ts';
import { scopeOf, userInScope } from '../../people/index.ts';
import { refuse, refuseField } from '../../refusal.ts';
import type { Caller } from '../../work-context.ts';
import { writeEvents } from '../events/index.ts';
import { loadEntity } from './loaded-entity.ts';
import { prepareSameOrder } from './repeat-orders.ts';
import { changeObstacle } from './status.rules.ts';

/** Only leaders and administrators may hand campaigns over. */
const canHandOver = ({ isLeader, isAdmin }: Pick<Caller, 'isLeader' | 'isAdmin'>): boolean => isLeader || isAdmin === 1;

export function requireLeader(caller: Pick<Caller, 'isLeader' | 'isAdmin'>): void {
  if (!canHandOver(caller)) throw refuse('NO_ACTION');
}

/** The name of a user who can receive campaigns: enabled and within the caller's scope. Otherwise refuses at `user_id`. */
export async function requireReceiver(db: Kysely<Database>, caller: Caller, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.name from sys_user u where u.id = ${userId} and u.deleted_at is null and u.status = 'enabled' and u.is_admin <> 9
      and ${userInScope(scopeOf(caller), sql`u.id`)}`.execute(db);
  const found = rows[0];
  if (found === undefined) throw refuseField('user_id', 'exists');
  return found.name;
}

/** Hands campaigns and everything below them over to another user. Past facts stay with their previous owner. */
export async function handOver(db: Kysely<Database>, campaignIds: readonly number[], to: number | null, now: Date): Promise<void> {
  const ids = [...campaignIds];
  await sql`update campaign set owner_user_id = ${to}, version = version + 1, updated_at = ${now} where id = any(${ids}::bigint[])`.execute(
    db,
  );
  await sql`update ad_group set owner_user_id = ${to}, version = version + 1, updated_at = ${now} where campaign_id = any(${ids}::bigint[])`.execute(
    db,
  );
  await sql`update ad set owner_user_id = ${to}, version = version + 1, updated_at = ${now} where campaign_id = any(${ids}::bigint[])`.execute(
    db,
  );
}

/**
 * Hands the campaigns of an ad account that are not deleted over to its operator, with an event for each. Returns how many moved.
 */
export async function handOverAccount(
  db: Kysely<Database>,
  { accountId, to, by }: { accountId: number; to: number; by: number },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number; owner_user_id: number | null }>`
    select c.id, c.owner_user_id from campaign c where c.ad_account_id = ${accountId} and c.deleted_at is null
      and c.owner_user_id is distinct from ${to} order by c.id for no key update of c`.execute(db);
  if (rows.length === 0) return 0;
  await handOver(
    db,
    rows.map(({ id }) => id),
    to,
    now,
  );
  const actor = { type: 'user', userId: by } as const;
  const events = rows.map(({ id, owner_user_id }) => ({
    level: 'campaign' as const,
    id,
    event: 'transfer' as const,
    actor,
    before: { owner_user_id },
    after: { owner_user_id: to },
  }));
  await writeEvents(db, events, now);
  return rows.length;
}

export const transferBatch: BatchType<{ user_id: number }, object> = {
  type: 'transfer',
  targetType: 'campaign',
  access: transferCampaigns.access,
  effect: 'database',
  retryable: true,
  async run(context, item) {
    const { db, caller, now, reason } = context;
    const { user_id: userId } = item.params;
    requireLeader(caller);
    const campaign = await loadEntity(db, { level: 'campaign', id: item.targetId ?? 0, caller, now, lock: true });
    if (campaign === undefined) throw refuse('NOT_FOUND');
    const obstacle = campaign.status === 'DELETED' ? changeObstacle(campaign.status) : null;
    if (obstacle !== null) throw obstacle;
    if (campaign.ownerUserId === userId) return { outcome: 'skipped', reason: 'NO_CHANGE' };
    requireExpected(item.expected, { owner_user_id: campaign.ownerUserId });
    await requireReceiver(db, caller, userId);
    await handOver(db, [campaign.id], userId, now);
    const change = { before: { owner_user_id: campaign.ownerUserId }, after: { owner_user_id: userId } };
    const actor = { type: 'user', userId: caller.userId } as const;
    await writeEvents(
      db,
      [{ level: 'campaign', id: campaign.id, event: 'transfer', actor, batchId: item.batchId, reason, ...change }],
      now,
    );
    context.audit({ targetType: 'campaign', targetId: campaign.id, targetLabel: campaign.name, summary: reason ?? '', ...change });
    return { outcome: 'succeeded', ...change };
  },
  prepareRepeat: async (context, batch) =>
    canHandOver(context.caller)
      ? await prepareSameOrder(context, batch, { action: 'transfer', values: { user_id: batch.params.user_id } })
      : null,
  // A campaign that nobody owned before cannot be given back.
  invert: ({ before: { owner_user_id: owner } }) => (typeof owner === 'number' ? { params: { user_id: owner } } : null),
};

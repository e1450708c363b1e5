import { sql, type Transaction } from 'kysely';
import { countAds } from '#server/channel/sandbox/assets.ts';
import { rateOf } from '#server/channel/sandbox/rates.ts';
import { readLevel } from '#server/channel/sandbox/reading.ts';
import { sandboxTables } from '#server/channel/sandbox/tables.ts';
import type { Database } from '#server/database/schema.ts';
import { keepChannelObjects } from '#server/domain/ads/entities/channel-objects.ts';
import { recomputeStatus } from '#server/domain/ads/entities/effective-status.sql.ts';
import { rateMaterials } from '#server/domain/content/material-scores.ts';
import { decideTakeOffs } from '#server/domain/insights/take-off.ts';
import { readLimits } from '#server/domain/limits.ts';
import { bulkLoad } from './launches/bulk-load.ts';
import { seedSchemes } from './launches/demo-schemes.ts';
import { expandPlan } from './launches/expand-plan.ts';
import { loadInventory } from './launches/inventory.ts';
import { planLaunches } from './launches/launch-plan.ts';
import { createRunningBatch } from './launches/running-batch.ts';
import { createLaunchBatch, insertBatch, insertItems, type SeededBatch } from './launches/write-batches.ts';
import { type WrittenIds, writeEntities, writeRemotes, writeReviews } from './launches/write-entities.ts';
import { createEvents, findEmergency, groupIntoBatches, insertEvents } from './launches/write-events.ts';
import { writeHistory, writeRates, writeSyncs } from './launches/write-history.ts';
import { writeCursors, writeOrders, writePixels } from './launches/write-orders.ts';
import { writeAlerts, writeEmergencyAlert, writeFailingJob, writeSchedules } from './launches/write-schedules-and-alerts.ts';

export interface LaunchesInput {
  /** By account. */
  users: ReadonlyMap<string, number>;
  /** The day on which the history ends. */
  asOf: Date;
  /** Seed of the simulated channel. */
  seed: string;
  /** Adds no unfinished batch that a server would continue. */
  isAtRest?: boolean;
}

const LAUNCHES = 30;
const OTHER_BATCHES = 31;

/** Faults of some launches by index. */
const faults: Readonly<Record<number, readonly ('creative' | 'limit' | 'lost')[]>> = {
  4: ['creative', 'creative', 'limit'],
  11: ['lost'],
  23: ['creative'],
};

/**
 * The launches of the demo company, both on the simulated channel and in the console: 90 campaigns with ad groups and ads, 45 days of
 * delivery, orders, visits, pixel events, batches, events, schedules and alerts. Accounts, pages, sites, content and users must exist.
 * The result is always the same.
 */
export async function seedLaunches(db: Transaction<Database>, { users, asOf, seed, isAtRest = false }: LaunchesInput): Promise<void> {
  await writeRates(db, asOf, (currency, date) => rateOf(seed, currency, date));
  const inventory = await loadInventory(db);
  const schemes = await seedSchemes(db, inventory, users, asOf);
  const plan = planLaunches(seed, inventory.places, { launches: LAUNCHES, schemes: schemes.length });
  const launched = expandPlan({ seed, asOf, inventory, schemes }, plan);

  const createBatch = (number: number, ids: WrittenIds | null): SeededBatch | null => {
    const planned = plan[number];
    const campaigns = launched.filter(({ launch }) => launch === number);
    return planned === undefined ? null : createLaunchBatch({ plan: planned, campaigns, asOf, faults: faults[number] ?? [] }, ids);
  };
  const batchIds = new Map<number, number>();
  const order = plan.map((_, number) => number).toSorted((a, b) => (plan[b]?.hoursAgo ?? 0) - (plan[a]?.hoursAgo ?? 0));
  for (const number of order) {
    const batch = createBatch(number, null);
    if (batch !== null) batchIds.set(number, await insertBatch(db, batch));
  }
  const ids = await writeEntities(db, launched, ({ launch }) => batchIds.get(launch) ?? null);
  await writeReviews(db, launched, ids, asOf);
  await writeRemotes(db, launched);

  const accounts = inventory.accounts.filter(({ id }) => launched.some(({ account }) => account.id === id));
  await bulkLoad(db, async () => {
    const histories = await writeHistory(db, { seed, asOf, launched, ids }, accounts);
    const orders = await writeOrders(db, histories, asOf);
    await writePixels(db, { seed, asOf, launched }, histories, orders);
  });
  await writeCursors(db, asOf);
  await writeSyncs(db, asOf, accounts, seed);

  const written = [...batchIds].flatMap(([number, id]) => {
    const batch = createBatch(number, ids);
    return batch === null ? [] : [{ id, batch }];
  });
  const events = createEvents(seed, asOf, launched, ids, ({ launch }) => ({
    batch: batchIds.get(launch) ?? null,
    isCopy: plan[launch]?.isCopy ?? false,
  }));
  const emergency = findEmergency(events, users.get('super') ?? 0);
  if (emergency !== undefined) {
    const id = await insertBatch(db, emergency.batch);
    Object.assign(emergency.event, { batch_id: id });
    written.push({ id, batch: emergency.batch });
    await db.updateTable('campaign').set({ closed_by: 'super' }).where('id', '=', emergency.event.campaign_id).execute();
  }
  for (const { batch, events: some } of groupIntoBatches(events, OTHER_BATCHES)) {
    const id = await insertBatch(db, batch);
    for (const one of some) one.batch_id = id;
    written.push({ id, batch });
  }
  const runningBatch = isAtRest ? undefined : createRunningBatch(launched, asOf);
  if (runningBatch !== undefined) written.push({ id: await insertBatch(db, runningBatch), batch: runningBatch });
  await insertItems(db, written);
  await insertEvents(db, events);
  await writeSchedules(db, launched, ids, asOf);
  await writeAlerts(db, launched, users, asOf);
  if (emergency !== undefined) await writeEmergencyAlert(db, emergency.event);
  await writeFailingJob(db, users, asOf);
  await writeChannelObjects(db, asOf);
  await updateDerived(db, asOf);
}

/** Keeps every object as the channel has it, as a synchronisation would. */
async function writeChannelObjects(db: Transaction<Database>, now: Date): Promise<void> {
  const reading = { db: sandboxTables(db), now };
  const accounts = await db.selectFrom('ad_account').select(['id', 'platform_account_id']).orderBy('id').execute();
  for (const { id, platform_account_id } of accounts) {
    const account = await reading.db.selectFrom('sbx_account').selectAll().where('id', '=', platform_account_id).executeTakeFirst();
    if (account === undefined) continue;
    for (const level of ['campaign', 'ad_group', 'ad'] as const)
      await keepChannelObjects(db, { accountId: id, level, remote: await readLevel(reading, account, level), now });
  }
}

/** Updates derived values: statuses, learning stages of ad groups, hit levels of materials, and active ads of pages. */
async function updateDerived(db: Transaction<Database>, asOf: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from ad_account order by id`.execute(db);
  await recomputeStatus(db, { accountIds: rows.map(({ id }) => id) }, asOf);
  await sql`
    with learnt as (
      select d.ad_group_id, sum(d.first_payers) as events from insight_daily d where d.stat_date > ${asOf}::date - 7 group by 1)
    update ad_group g set learning_events = coalesce(l.events, 0), learning_stage =
      case when coalesce(l.events, 0) >= 50 then 'SUCCESS' when g.created_at > ${asOf}::timestamptz - interval '7 days' then 'LEARNING' else 'FAIL' end
    from ad_group x left join learnt l on l.ad_group_id = x.id where x.id = g.id`.execute(db);
  await sql`
    update scheme s set last_published_at = b.at
    from (select scheme_id, max(created_at) as at from batch where scheme_id is not null group by 1) b where b.scheme_id = s.id`.execute(
    db,
  );
  await decideTakeOffs(db, asOf);
  await rateMaterials(db, await readLimits(db), asOf);
  const places = await sandboxTables(db).selectFrom('sbx_page').select(['id', 'ads_elsewhere', 'ad_limit']).execute();
  const running = await countAds(
    { db: sandboxTables(db), now: asOf },
    places.map(({ id }) => id),
  );
  for (const { id, ads_elsewhere, ad_limit } of places) {
    const ads_active = Math.min(ads_elsewhere + (running.get(id) ?? 0), ad_limit);
    await db.updateTable('homepage').set({ ads_active }).where('platform_page_id', '=', id).execute();
  }
}

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { computeEffectiveStatus, type StatusFacts } from './effective-status.rules.ts';
import { lockCampaigns, recomputeDue, recomputeStatus } from './effective-status.sql.ts';
import { type EntityLevel, levels } from './levels.ts';
import { entitySource } from './loaded-entity.ts';

let server: TestApp;
const rows = launchFixtures(() => server);
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const statusOf = async (level: EntityLevel, id: number) =>
  (await server.db.selectFrom(level).select('effective_status').where('id', '=', id).executeTakeFirstOrThrow()).effective_status;
const placesOf = async (id: number) =>
  (await server.db.selectFrom('homepage').select('ads_active').where('id', '=', id).executeTakeFirstOrThrow()).ads_active;

/** Returns the same pseudo-random choices on every run. */
function dice(seed: number): <T>(from: readonly T[]) => T {
  let state = seed;
  return (from) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from[Math.floor((state / 2 ** 32) * from.length)] as (typeof from)[number];
  };
}

/** The input of the rule, read from the tables with queries as simple as possible. */
async function circumstancesOf(level: EntityLevel): Promise<(StatusFacts & { id: number; is: string })[]> {
  const review = level === 'ad' ? sql`e.review` : sql`null`;
  const openAds =
    level === 'ad'
      ? sql`null`
      : sql`(select coalesce(json_agg(x.effective_status), '[]') from ad x
          where ${sql.ref(level === 'campaign' ? 'x.campaign_id' : 'x.ad_group_id')} = e.id and x.status = 'ACTIVE')`;
  const found = await sql<Record<string, unknown>>`
    select e.id, e.effective_status as "is", e.status, e.sync_state as "syncState", e.issue, ${review} as review,
      a.enabled and a.account_status = 1 as "isDeliverable",
      ${level === 'campaign' ? sql`null` : sql`c.status`} as "campaignStatus", ${level === 'ad' ? sql`g.status` : sql`null`} as "groupStatus",
      greatest(c.start_at, g.start_at) as "startsAt", least(c.stop_at, g.end_at) as "endsAt",
      coalesce(c.lifetime_budget <= 100, false) or coalesce(g.lifetime_budget <= 100, false) as "isSpent",
      ${openAds} as "openAds"
    from ${entitySource(level)} order by e.id`.execute(server.db);
  return found.rows as never;
}

describe('the stored effective status', () => {
  test('agrees with the rule for every combination of causes', async () => {
    const { db, clock } = server;
    const now = clock.now();
    const [past, future] = [-5, 5].map((hours) => new Date(now.getTime() + hours * 3_600_000)) as [Date, Date];
    const person = await rows.person('opt_05');
    const fine = [await rows.account(person), await rows.account(person), await rows.account(person)];
    const accounts = [...fine, await rows.account(person, { enabled: false }), await rows.account(person, { account_status: 2 })];
    const statuses = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] as const;
    const states = ['synced', 'synced', 'synced', 'synced', 'pushing', 'push_failed', 'missing'] as const;
    const times = [null, null, null, past, future];
    const pick = dice(7);
    for (let n = 0; n < 150; n += 1) {
      const onCampaign = pick([true, false]);
      const lifetime = { budget_mode: 'lifetime' as const, lifetime_budget: pick([100, 1_000_000, 1_000_000, 1_000_000, 1_000_000]) };
      const { ad } = await rows.tree('opt_05', {
        account: pick(accounts),
        campaign: {
          status: pick(statuses),
          sync_state: pick(states),
          start_at: pick(times),
          stop_at: pick(times),
          issue: pick([null, null, 'EMPTY']),
          ...(onCampaign ? lifetime : {}),
        },
        group: {
          status: pick(statuses),
          sync_state: pick(states),
          start_at: pick(times),
          end_at: pick(times),
          issue: pick([null, null, 'x']),
          ...(onCampaign ? { budget_mode: null } : lifetime),
        },
        ad: {
          status: pick(statuses),
          sync_state: pick(states),
          review: pick(['approved', 'approved', 'approved', 'pending', 'rejected'] as const),
          issue: pick([null, null, 'y']),
        },
      });
      await sql`
        insert into insight_daily (ad_id, stat_date, ad_group_id, campaign_id, ad_account_id, biz, country, channel, spend, pulled_at)
        select id, '2026-11-19', ad_group_id, campaign_id, ad_account_id, 'dj', 'US', 'meta', 100, ${now} from ad where id = ${ad}`.execute(
        db,
      );
    }
    await db.transaction().execute((transaction) => recomputeStatus(transaction, { accountIds: accounts }, now));
    const seen = new Set<string>();
    for (const level of levels) {
      for (const { id, is, ...circumstances } of await circumstancesOf(level)) {
        expect(is, `${level} ${id} ${JSON.stringify(circumstances)}`).toBe(computeEffectiveStatus(circumstances, now));
        seen.add(is);
      }
    }
    expect(seen.size).toBe(15);
    // Recomputing again changes nothing.
    expect(await recomputeStatus(db, { accountIds: accounts }, now)).toBe(0);
  });

  test('is recomputed below a change and nowhere else', async () => {
    const { db, clock } = server;
    const one = await rows.tree('opt_05');
    const other = await rows.tree('opt_05', { account: one.account });
    await db.updateTable('campaign').set({ status: 'PAUSED' }).where('id', 'in', [one.campaign, other.campaign]).execute();
    expect(await recomputeStatus(db, { campaignIds: [one.campaign] }, clock.now())).toBe(3);
    expect([await statusOf('campaign', one.campaign), await statusOf('ad_group', one.group), await statusOf('ad', one.ad)]).toEqual([
      'PAUSED',
      'CAMPAIGN_PAUSED',
      'CAMPAIGN_PAUSED',
    ]);
    expect(await statusOf('ad', other.ad)).toBe('ACTIVE');
    // The parents are recomputed as well: the campaign was paused without a recomputation.
    expect(await recomputeStatus(db, { adGroupIds: [other.group] }, clock.now())).toBe(3);
    expect(await statusOf('campaign', other.campaign)).toBe('PAUSED');
    expect(await recomputeStatus(db, {}, clock.now())).toBe(0);
  });

  test('of a campaign or ad group follows its ads when they are closed, opened, reviewed or deleted', async () => {
    const { db, clock } = server;
    const { campaign, group, ad } = await rows.tree('opt_05');
    const second = await rows.ad(group);
    const become = async (ids: number[], change: object) => {
      await db.updateTable('ad').set(change).where('id', 'in', ids).execute();
      await recomputeStatus(db, { adIds: ids }, clock.now());
      return [await statusOf('campaign', campaign), await statusOf('ad_group', group)];
    };
    expect(await become([ad], { status: 'PAUSED' })).toEqual(['ACTIVE', 'ACTIVE']);
    expect(await become([second], { status: 'PAUSED' })).toEqual(['ADS_OFF', 'ADS_OFF']);
    expect(await become([second], { status: 'ACTIVE', review: 'pending' })).toEqual(['PENDING_REVIEW', 'PENDING_REVIEW']);
    expect(await become([second], { review: 'rejected' })).toEqual(['DISAPPROVED', 'DISAPPROVED']);
    expect(await become([ad], { status: 'ACTIVE' })).toEqual(['ACTIVE', 'ACTIVE']);
    expect(await become([ad, second], { status: 'DELETED', deleted_at: clock.now() })).toEqual(['ADS_OFF', 'ADS_OFF']);
    // A campaign without ads delivers nothing either.
    const empty = await rows.campaign('opt_05', await rows.account(await rows.person('opt_05')));
    await recomputeStatus(db, { campaignIds: [empty] }, clock.now());
    expect(await statusOf('campaign', empty)).toBe('ADS_OFF');
  });

  test('of a campaign is right after its last two ads are closed concurrently', async () => {
    const { db, clock } = server;
    const { campaign, group, ad } = await rows.tree('opt_05');
    const second = await rows.ad(group);
    const close = (id: number) =>
      db.transaction().execute(async (transaction) => {
        await lockCampaigns(transaction, { adIds: [id] });
        await transaction.updateTable('ad').set({ status: 'PAUSED' }).where('id', '=', id).execute();
        await recomputeStatus(transaction, { adIds: [id] }, clock.now());
      });
    await Promise.all([close(ad), close(second)]);
    expect([await statusOf('campaign', campaign), await statusOf('ad_group', group)]).toEqual(['ADS_OFF', 'ADS_OFF']);
  });

  test('adjusts the ad places taken on homepages', async () => {
    const { db, clock } = server;
    const person = await rows.person('opt_05');
    const page = await rows.homepage(person, { ads_active: 10 });
    const { group, ad } = await rows.tree('opt_05', { ad: { homepage_id: page } });
    await rows.ad(group, { homepage_id: page });
    await db.updateTable('ad_group').set({ status: 'PAUSED' }).where('id', '=', group).execute();
    await recomputeStatus(db, { adGroupIds: [group] }, clock.now());
    expect(await placesOf(page)).toBe(8);
    await db.updateTable('ad').set({ review: 'pending' }).where('id', '=', ad).execute();
    await recomputeStatus(db, { adIds: [ad] }, clock.now());
    expect(await placesOf(page)).toBe(9);
    await db.updateTable('ad_group').set({ status: 'ACTIVE' }).where('id', '=', group).execute();
    await recomputeStatus(db, { adGroupIds: [group] }, clock.now());
    expect(await placesOf(page)).toBe(10);
  });

  test('follows the clock and changes of accounts and authorisations', async () => {
    const { db, clock } = server;
    await db
      .updateTable('personal_account')
      .set({ updated_at: new Date('2026-01-01T00:00:00Z') })
      .execute();
    await db
      .updateTable('ad_account')
      .set({ updated_at: new Date('2026-01-01T00:00:00Z') })
      .execute();
    const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
    const starting = await rows.tree('opt_05', { campaign: { start_at: inMinutes(60) } });
    const ending = await rows.tree('opt_05', { group: { end_at: inMinutes(60) } });
    const expiring = await rows.tree('opt_05', {
      account: await rows.account(await rows.person('opt_05', { token_expires_at: inMinutes(60) })),
    });
    const trees = [starting, ending, expiring];
    const now = async () => await Promise.all(trees.map(({ ad }) => statusOf('ad', ad)));
    await recomputeDue(db, clock.now());
    expect(await now()).toEqual(['SCHEDULED', 'ACTIVE', 'ACTIVE']);
    clock.forward({ minutes: 59 });
    expect(await recomputeDue(db, clock.now())).toBe(0);
    clock.forward({ minutes: 1 });
    // Three objects each: a campaign whose only ad group ended has ended as well.
    expect(await recomputeDue(db, clock.now())).toBe(9);
    expect(await now()).toEqual(['ACTIVE', 'COMPLETED', 'ACCOUNT_BLOCKED']);
    await db.updateTable('ad_account').set({ enabled: false, updated_at: clock.now() }).where('id', '=', starting.account).execute();
    expect(await recomputeDue(db, clock.now())).toBe(3);
    expect(await statusOf('campaign', starting.campaign)).toBe('ACCOUNT_BLOCKED');
  });

  test('is recomputed for one object by plans that the database keeps', async () => {
    const { ad } = await rows.tree('opt_05');
    await server.db.connection().execute(async (db) => {
      const recompute = async (times: number) => {
        for (let time = 1; time <= times; time += 1) await recomputeStatus(db, { adIds: [ad] }, server.clock.now());
        const found = await sql<{ uses: number }>`
          select sum(generic_plans)::int as uses from pg_prepared_statements where statement like ${'%with examined as%'}`.execute(db);
        return found.rows[0]?.uses ?? 0;
      };
      // The database plans a statement five times before it keeps a plan.
      const before = await recompute(5);
      expect((await recompute(4)) - before).toBe(4 * levels.length);
    });
  });
});

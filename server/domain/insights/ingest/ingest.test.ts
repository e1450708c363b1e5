import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findDifferingSums } from '#tests/support/account-days.ts';
import { deep } from '#tests/support/depth.ts';
import { type LiveAds, openLiveAds } from '#tests/support/live-ads.ts';
import { hourMeasures } from './measures.ts';

let live: LiveAds;
beforeAll(async () => {
  live = await openLiveAds();
});
afterAll(() => live.close());
beforeEach(() => live.reset());

const TOKENLESS = { account: '星河-美国-短剧-02' };

/** Days that differ from the sum of their hours in some measure. */
async function findDaysUnlikeHours(): Promise<unknown[]> {
  const names = [...hourMeasures, 'spend_usd', 'new_users', 'orders', 'revenue_usd'];
  const { rows } = await sql`
    select d.ad_id, d.stat_date from insight_daily d
    left join insight_hourly h on h.ad_id = d.ad_id and h.stat_date = d.stat_date
    group by d.ad_id, d.stat_date
    having ${sql.join(
      names.map((name) => sql`coalesce(sum(${sql.ref(`h.${name}`)}), 0) <> ${sql.ref(`d.${name}`)}`),
      sql` or `,
    )} or count(*) filter (where h.owner_user_id is distinct from d.owner_user_id and h.ad_id is not null) > 0`.execute(live.db);
  return rows;
}

/** Days whose order sums differ from the orders. */
async function findOrdersUnlikeDays(): Promise<unknown[]> {
  const { rows } = await sql`
    select coalesce(o.ad_id, d.ad_id) as ad_id, coalesce(o.stat_date, d.stat_date) as stat_date, o.usd, d.revenue_usd
    from (
      select ad_id, stat_date, owner_user_id, sum(amount_usd)::bigint as usd from biz_order
      where ad_id is not null and status in ('paid', 'refunding', 'partial_refunded', 'refunded') group by 1, 2, 3) o
    full join (select ad_id, stat_date, owner_user_id, revenue_usd from insight_daily where revenue_usd > 0) d
      on d.ad_id = o.ad_id and d.stat_date = o.stat_date and d.owner_user_id is not distinct from o.owner_user_id
    where o.usd is distinct from d.revenue_usd`.execute(live.db);
  return rows;
}

const findShrinkingCohorts = async (): Promise<unknown[]> =>
  (
    await sql`
      select 1 from insight_daily where rev_d0 > rev_d1 or rev_d1 > rev_d3 or rev_d3 > rev_d7 or rev_d7 > rev_d14 or rev_d14 > rev_d30
        or rev_d30 > rev_d60 or rev_d60 > rev_d90 or rev_d0 > rev_h24 or rev_h24 > rev_d1`.execute(live.db)
  ).rows;

const total = async (column: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(${sql.ref(column)}), 0)::bigint as sum from insight_daily`.execute(
    live.db,
  );
  return rows[0]?.sum ?? 0;
};

const factTables = [
  'insight_hourly',
  'insight_daily',
  'landing_daily',
  'visit_hour',
  'biz_order',
  'payer',
  'pixel_event',
  'pixel_event_daily',
];
const facts = async () => {
  const all: Record<string, string[]> = {};
  for (const table of factTables) all[table] = await live.rowsOf(table, ['pulled_at', 'created_at', 'updated_at', 'id', 'order_id']);
  return all;
};

const pullAll = async () => {
  await live.run('insights.hourly');
  await live.run('orders.pull');
};

describe('pulled facts', () => {
  it('include spend, users, orders, revenue and visits of past deliveries', async () => {
    await live.launch({ ads: 3, budget: 400_000 });
    live.clock.forward({ hours: 20 });
    await pullAll();
    for (const name of [
      'spend',
      'spend_usd',
      'impressions',
      'reach',
      'new_users',
      'reacq_users',
      'reg_users',
      'orders',
      'revenue_usd',
      'payers_d0',
      'rev_d0',
      'fee_usd',
    ]) {
      expect(await total(name), name).toBeGreaterThan(0);
    }
    const { rows } = await sql<{ pv: number; direct: number }>`
      select (sum(pv) filter (where ad_id <> 0))::bigint as pv, (sum(pv) filter (where ad_id = 0))::bigint as direct from landing_daily`.execute(
      live.db,
    );
    expect(rows[0]?.pv).toBeGreaterThan(0);
    expect(rows[0]?.direct).toBeGreaterThan(0);
  });

  it('count a payment after midnight within 24 hours for 24-hour revenue, but not for day 0', async () => {
    await live.launch({ ads: 3, budget: 900_000 });
    live.clock.forward({ days: 3 });
    await pullAll();
    const { rows } = await sql<{ d0: number; h24: number; d1: number }>`
      select sum(rev_d0)::bigint as d0, sum(rev_h24)::bigint as h24, sum(rev_d1)::bigint as d1 from insight_daily
      where stat_date <= '2026-11-21' group by ad_id order by ad_id`.execute(live.db);
    expect(rows).toHaveLength(3);
    for (const { d0, h24, d1 } of rows) {
      expect(h24).toBeGreaterThan(d0);
      expect(d1).toBeGreaterThanOrEqual(h24);
    }
    expect(await findShrinkingCohorts()).toEqual([]);
  });

  it("sum to the day by hour, in the account's currency and in USD", async () => {
    await live.launch({ ads: 2 });
    await live.launch({ account: 'ReelStory UK Drama', country: 'GB', owner: 'opt_07', budget: 70_000 });
    await live.launch({ account: '星河-东南亚-IDR-01', country: 'ID', owner: 'opt_04', budget: 9_000_000 });
    live.clock.forward({ hours: 40 });
    await pullAll();
    expect(await findDaysUnlikeHours()).toEqual([]);
    await live.run('insights.daily');
    expect(await findDaysUnlikeHours(), 'after the days were pulled again').toEqual([]);
    const { rows } = await sql<{ currency: string; ratio: number }>`
      select a.currency, (sum(d.spend_usd) / sum(d.spend))::float as ratio from insight_daily d join ad_account a on a.id = d.ad_account_id
      where d.spend > 0 group by 1 order by 1`.execute(live.db);
    expect(rows.map(({ currency }) => currency)).toEqual(['GBP', 'IDR', 'USD']);
    expect(rows[0]?.ratio).toBeCloseTo(1 / 0.79, 1);
    expect(rows[1]?.ratio).toBeCloseTo(100 / 15_800, 3);
    expect(rows[2]?.ratio).toBe(1);
  });

  it('do not change when pulled again', async () => {
    await live.launch({ ads: 2, budget: 300_000 });
    live.clock.forward({ hours: 30 });
    await pullAll();
    await live.run('capi.push');
    const before = await facts();
    expect(before.biz_order?.length).toBeGreaterThan(0);
    expect(before.pixel_event?.length).toBeGreaterThan(0);
    await pullAll();
    await live.run('insights.daily');
    await live.run('capi.push');
    expect(await facts()).toEqual(before);
    await sql`truncate feed_cursor`.execute(live.db);
    await live.run('orders.pull');
    expect(await facts()).toEqual(before);
  });

  it('do not depend on when and how often they are pulled', async () => {
    const day = async (everyMinutes: number) => {
      await live.reset();
      await live.launch({ ads: 2, budget: 300_000 });
      for (let passed = 0; passed < 1600; passed += everyMinutes) {
        live.clock.forward({ minutes: everyMinutes });
        await pullAll();
      }
      return await facts();
    };
    expect(await day(1600)).toEqual(await day(200));
  });

  it('replace earlier values when conversions are reported again', async () => {
    await live.launch({ ads: 2, budget: 900_000 });
    live.clock.forward({ hours: 20 });
    await pullAll();
    const first = await total('plat_value_usd');
    const spend = await total('spend');
    await live.db
      .updateTable('sbx_campaign' as never)
      .set({ status: 'PAUSED' } as never)
      .execute();
    live.clock.forward({ days: 4 });
    await live.run('insights.daily');
    expect(await total('plat_value_usd')).toBeGreaterThan(first);
    expect(await total('spend')).toBeGreaterThanOrEqual(spend);
    expect(await findDaysUnlikeHours()).toEqual([]);
  });

  it('become zero when the channel no longer reports them', async () => {
    const { adIds } = await live.launch({ ads: 2, budget: 300_000 });
    live.clock.forward({ hours: 10 });
    await pullAll();
    const { platform_ad_id } = await live.db
      .selectFrom('ad')
      .select('platform_ad_id')
      .where('id', '=', adIds[0] ?? 0)
      .executeTakeFirstOrThrow();
    await sql`delete from sbx_hour where ad_id = ${platform_ad_id}`.execute(live.db);
    await live.run('insights.hourly');
    const { rows } = await sql<{ spend: number; hours: number; orders: number }>`
      select sum(d.spend)::bigint as spend, sum(d.orders)::bigint as orders, (select sum(h.spend)::bigint from insight_hourly h where h.ad_id = ${adIds[0]}) as hours
      from insight_daily d where d.ad_id = ${adIds[0]}`.execute(live.db);
    expect(rows[0]).toMatchObject({ spend: 0, hours: 0 });
    // Orders come from our sites and do not change.
    expect(await findOrdersUnlikeDays()).toEqual([]);
  });
});

describe('an account that fails', () => {
  it('keeps its facts, records since when it fails, and does not block others', async () => {
    await live.launch({ budget: 300_000 });
    await live.launch({ account: 'ReelStory UK Drama', country: 'GB', owner: 'opt_07', budget: 90_000 });
    live.clock.forward({ hours: 10 });
    await pullAll();
    const lost = await live.db.selectFrom('ad_account').selectAll().where('name', '=', 'ReelStory UK Drama').executeTakeFirstOrThrow();
    const before = await live.rowsOf('insight_daily', ['new_users']);
    await sql`update sbx_grant set revoked_at = ${live.clock.now()} where person_id = (
      select p.platform_user_id from personal_account p where p.id = ${lost.personal_account_id})`.execute(live.db);
    live.clock.forward({ hours: 2 });
    const failedAt = live.clock.now();
    await live.run('insights.hourly');
    live.clock.forward({ minutes: 15 });
    await live.run('insights.hourly');
    const { rows } = await sql<{ name: string; failed_since: Date | null; pulled_at: Date; error: string | null }>`
      select a.name, s.failed_since, s.pulled_at, s.error from fact_sync s join ad_account a on a.id = s.ad_account_id
      order by a.name collate "C"`.execute(live.db);
    expect(rows).toMatchObject([
      { name: 'ReelStory UK Drama', failed_since: failedAt, error: expect.stringContaining('took the authorisation back') },
      { failed_since: null, pulled_at: live.clock.now(), error: null },
    ]);
    expect(rows[0]?.pulled_at).toEqual(new Date('2026-11-20T10:00:00Z'));
    const after = await live.rowsOf('insight_daily', ['new_users']);
    const ofLost = (all: string[]) => all.filter((row) => row.includes(`"ad_account_id": ${lost.id},`));
    expect(ofLost(after)).toEqual(ofLost(before));
    expect(after).not.toEqual(before);
  });

  it('recovers with its next pull', async () => {
    await live.launch(TOKENLESS);
    live.clock.forward({ hours: 3 });
    await sql`update sbx_grant set revoked_at = ${live.clock.now()}`.execute(live.db);
    await live.run('insights.hourly');
    await sql`update sbx_grant set revoked_at = null`.execute(live.db);
    await live.run('insights.hourly');
    expect(await live.db.selectFrom('fact_sync').select(['failed_since', 'error']).execute()).toEqual([
      { failed_since: null, error: null },
    ]);
    expect(await total('spend')).toBeGreaterThan(0);
  });
});

describe('the owner of a day', () => {
  const loadOwners = async (ids: readonly number[]) =>
    (
      await sql<{ stat_date: string; owner: string; orders: string[] | null }>`
        select d.stat_date, u.account as owner, (
          select array_agg(distinct v.account) from biz_order o join sys_user v on v.id = o.owner_user_id
          where o.ad_id = d.ad_id and o.stat_date = d.stat_date) as orders
        from insight_daily d join sys_user u on u.id = d.owner_user_id where d.ad_id = any(${[...ids]}::bigint[]) order by 1, 2`.execute(
        live.db,
      )
    ).rows;

  it('is fixed: a later owner of the campaign gets later days, and orders follow their day', async () => {
    const { id, adIds } = await live.launch({ ads: 1, budget: 900_000 });
    live.clock.forward({ hours: 20 });
    await pullAll();
    await sql`update campaign set owner_user_id = (select id from sys_user where account = 'opt_02') where id = ${id}`.execute(live.db);
    live.clock.forward({ hours: 24 });
    await pullAll();
    live.clock.forward({ days: 1 });
    await pullAll();
    await live.run('insights.daily');
    const days = await loadOwners(adIds);
    expect(days.map(({ stat_date, owner }) => [stat_date, owner])).toEqual([
      ['2026-11-19', 'opt_01'],
      ['2026-11-20', 'opt_01'],
      ['2026-11-21', 'opt_02'],
      ['2026-11-22', 'opt_02'],
    ]);
    for (const { owner, orders } of days) if (orders !== null) expect(orders).toEqual([owner]);
  });
});

type Step =
  | { kind: 'launch'; account: number; budget: number; ads: number }
  | { kind: 'wait'; minutes: number }
  | { kind: 'pull' | 'orders' | 'nightly' | 'push' }
  | { kind: 'handOver'; pick: number; to: number }
  | { kind: 'switch'; pick: number; isOn: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('launch' as const),
      account: fc.nat(2),
      budget: fc.integer({ min: 20_000, max: 900_000 }),
      ads: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 5, max: 1700 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('pull' as const, 'orders' as const, 'orders' as const, 'nightly' as const, 'push' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('handOver' as const), pick: fc.nat(9), to: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch' as const), pick: fc.nat(9), isOn: fc.boolean() }) },
);

const clients = [
  { account: '星河-美国-短剧-01', country: 'US' },
  { account: 'ReelStory UK Drama', country: 'GB' },
  { account: '星河-东南亚-IDR-01', country: 'ID' },
] as const;
const findJob = { pull: 'insights.hourly', orders: 'orders.pull', nightly: 'insights.daily', push: 'capi.push' } as const;

async function performSteps(steps: readonly Step[], check: () => Promise<void>): Promise<void> {
  await live.reset();
  const campaigns: { id: number; platformId: string }[] = [];
  for (const each of steps) {
    const known = 'pick' in each ? campaigns[each.pick % Math.max(campaigns.length, 1)] : undefined;
    if (each.kind === 'launch') {
      const place = clients[each.account] ?? clients[0];
      const budget = place.country === 'ID' ? each.budget * 15_800 : each.budget;
      campaigns.push(await live.launch({ ...place, budget, ads: each.ads, owner: each.account === 1 ? null : 'opt_01' }));
    } else if (each.kind === 'wait') live.clock.forward({ minutes: each.minutes });
    else if (each.kind === 'handOver') {
      const account = ['opt_01', 'opt_02', 'opt_03', 'lead_a'][each.to];
      await sql`update campaign set owner_user_id = (select id from sys_user where account = ${account}) where id = ${known?.id ?? 0}`.execute(
        live.db,
      );
    } else if (each.kind === 'switch') {
      await sql`update sbx_campaign set status = ${each.isOn ? 'ACTIVE' : 'PAUSED'} where id = ${known?.platformId ?? ''}`.execute(live.db);
    } else {
      await live.run(findJob[each.kind]);
      await check();
    }
  }
}

it('hours always match days, orders match revenue, and cohort revenue never shrinks', { timeout: 300_000 }, async () => {
  let hasRevenue = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const begun: Step[] = [
        { kind: 'launch', account: 0, budget: 600_000, ads: 2 },
        { kind: 'wait', minutes: 700 },
      ];
      await performSteps([...begun, ...steps, { kind: 'pull' }, { kind: 'orders' }], async () => {
        expect(await findDaysUnlikeHours()).toEqual([]);
        expect(await findDifferingSums(live.db)).toEqual([]);
        expect(await findOrdersUnlikeDays()).toEqual([]);
        expect(await findShrinkingCohorts()).toEqual([]);
      });
      hasRevenue += await total('revenue_usd');
    }),
    // A failing walk is told as it is: shrinking it would take longer than the test may.
    { numRuns: deep(2, 20), endOnFailure: true },
  );
  expect(hasRevenue).toBeGreaterThan(0);
});

it('gives the same sums by day and by hour for any owner', async () => {
  await live.launch({ ads: 2, budget: 500_000 });
  await live.launch({ account: 'ReelStory UK Drama', country: 'GB', owner: null, budget: 90_000 });
  await live.launch({ account: '星河-东南亚-IDR-01', country: 'ID', owner: 'opt_04', budget: 9_000_000 });
  live.clock.forward({ hours: 50 });
  await pullAll();
  const users = (await live.db.selectFrom('sys_user').select('id').orderBy('id').execute()).map(({ id }) => id);
  const sums = async (table: string, owners: readonly number[], from: string, to: string, by: string) =>
    (
      await sql`select ${sql.ref(by)} as key, sum(spend_usd) as spend, sum(impressions) as shown, sum(orders) as orders, sum(new_users) as users
        from ${sql.table(table)} where owner_user_id = any(${[...owners]}::bigint[]) and stat_date between ${from}::date and ${to}::date
        group by 1 order by 1`.execute(live.db)
    ).rows;
  const date = fc.integer({ min: 18, max: 23 }).map((day) => `2026-11-${day}`);
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(users),
      date,
      date,
      fc.constantFrom('ad_account_id', 'owner_user_id', 'stat_date', 'ad_id'),
      async (owners, a, b, by) => {
        const [from, to] = [a, b].toSorted();
        const without = (rows: unknown[]) =>
          rows.filter((row) => Object.entries(row as object).some(([name, value]) => name !== 'key' && Number(value) !== 0));
        expect(without(await sums('insight_hourly', owners, from ?? a, to ?? b, by))).toEqual(
          without(await sums('insight_daily', owners, from ?? a, to ?? b, by)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

it('crediting a material to another editor moves its days and nothing else', async () => {
  const { adIds } = await live.launch({ budget: 300_000 });
  const film = await live.db.selectFrom('material').select(['id', 'creator_user_id']).orderBy('id').limit(1).executeTakeFirstOrThrow();
  await live.db.updateTable('ad').set({ material_id: film.id }).where('id', 'in', adIds).execute();
  live.clock.forward({ hours: 6 });
  await pullAll();
  const editors = async () =>
    (await live.db.selectFrom('insight_daily').select('creator_user_id').distinct().execute()).map(
      ({ creator_user_id }) => creator_user_id,
    );
  expect(await editors()).toEqual([film.creator_user_id]);
  const other = await live.db
    .selectFrom('sys_user')
    .select('id')
    .where('id', '<>', film.creator_user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await live.db.updateTable('material').set({ creator_user_id: other.id }).where('id', '=', film.id).execute();
  await live.run('insights.hourly');
  expect(await editors()).toEqual([film.creator_user_id]);
  await live.run('insights.daily');
  expect(await editors()).toEqual([other.id]);
});

it("stores the rates of a day once, and uses the previous day's for a day without", async () => {
  expect(await live.run('rates.pull')).toMatchObject({ rowsIn: 10, rowsOut: 10 });
  await sql`update exchange_rate set usd_per_unit = 2 where currency = 'GBP'`.execute(live.db);
  expect(await live.run('rates.pull')).toMatchObject({ rowsOut: 0 });
  await live.launch({ account: 'ReelStory UK Drama', country: 'GB', owner: 'opt_07', budget: 90_000 });
  live.clock.forward({ hours: 30 });
  await sql`insert into exchange_rate (currency, rate_date, usd_per_unit) values ('EUR', '2026-11-21', 1)`.execute(live.db);
  await live.run('insights.hourly');
  expect(await total('spend_usd')).toBe(2 * (await total('spend')));
});

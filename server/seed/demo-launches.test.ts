import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pixelHealths } from '#contracts/vocabulary/pixels.ts';
import type { Database } from '#server/database/schema.ts';
import { loadPixelHealths } from '#server/domain/assets/index.ts';
import { orderJobs } from '#server/domain/orders/wire.ts';
import { insightJobs } from '#server/domain/pulling/index.ts';
import { findDifferingSums } from '#tests/support/account-days.ts';
import { TestClock } from '#tests/support/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deep } from '#tests/support/depth.ts';
import { type TestOutside, testOutside } from '#tests/support/outside.ts';

/** Just before the next slot of five minutes. */
const clock = new TestClock('2026-11-19T23:59:59.000Z');
let one: TestDatabase;
let outside: TestOutside;

beforeAll(async () => {
  one = await createTestDatabase({ seed: 'demo' });
  outside = testOutside({ db: one.db, clock });
});
afterAll(async () => {
  outside.close();
  await one.close();
});

const run = async (key: string) => {
  const job = [...insightJobs, ...orderJobs].find((each) => each.key === key);
  if (job === undefined) throw new Error(`there is no task ${key}`);
  return await job.run({ db: one.db, now: clock.now(), ...outside, signal: new AbortController().signal, log: () => undefined });
};

/** Sums over all facts. Conversions are credited as on the following day where a local day ends at this moment. */
async function sums(): Promise<unknown> {
  const { rows } = await sql`
    select
      (select md5(string_agg((to_jsonb(d) - 'pulled_at')::text, ',' order by d.ad_id, d.stat_date)) from insight_daily d
        where d.ad_account_id in (select id from ad_account where timezone_name <> 'Europe/London')) as days,
      (select md5(string_agg(h::text, ',' order by h.ad_id, h.stat_date, h.stat_hour)) from insight_hourly h
        where h.ad_account_id in (select id from ad_account where timezone_name <> 'Europe/London')) as hours,
      (select md5(string_agg((to_jsonb(o) - 'updated_at')::text, ',' order by o.order_no)) from biz_order o) as orders,
      (select count(*) from visit_hour) as visits, (select count(*) from pixel_event) as events`.execute(one.db);
  return rows[0];
}

const count = async (from: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(one.db)).rows[0]?.n ?? 0;

describe('launches of the demo company', () => {
  it('have the specified numbers of rows', async () => {
    const sizes: [string, number, number][] = [
      ['campaign', 90, 90],
      ['ad_group', 180, 260],
      ['ad', 600, 850],
      ['scheme', 15, 15],
      ['batch', 55, 65],
      ['batch_item', 900, 1500],
      ['ad_event', 3_300, 4_700],
      ['insight_daily', 12_500, 15_500],
      ['insight_hourly', 80_000, 110_000],
      ['biz_order', 17_000, 23_000],
      ['payer', 8_000, 12_500],
      // Only about seven days of events are stored individually.
      ['pixel_event', 8_000, 40_000],
      ['alert', 40, 90],
      ['schedule_task', 8, 20],
      ['material_asset', 250, 500],
    ];
    for (const [table, least, most] of sizes) {
      const n = await count(table);
      expect(n, table).toBeGreaterThanOrEqual(least);
      expect(n, table).toBeLessThanOrEqual(most);
    }
  });

  it.each([
    ['an account that is blocked', "ad where effective_status = 'ACCOUNT_BLOCKED'"],
    ['a disapproved ad', "ad where effective_status = 'DISAPPROVED' and review_feedback is not null"],
    ['an alert of a disapproved ad, with what the review said', "alert where kind = 'ad_disapproved' and data->>'policy' like '%: %'"],
    ['a campaign of nobody', "campaign where owner_user_id is null and source = 'platform'"],
    ['a batch with three failures', "batch where type = 'publish' and fail = 3 and total >= 30"],
    ['a batch with one unknown', "batch where type = 'publish' and unknown = 1"],
    ['an ad with impressions and no click', 'insight_daily where impressions > 0 and clicks = 0'],
    [
      'an account without data today',
      "ad_account a where exists (select from insight_daily d where d.ad_account_id = a.id) and not exists (select from insight_daily d where d.ad_account_id = a.id and d.spend > 0 and d.stat_date >= '2026-11-19')",
    ],
    ['an account whose facts do not come', 'fact_sync where failed_since is not null'],
    ['spend in yen', "insight_daily d join ad_account a on a.id = d.ad_account_id where a.currency = 'JPY' and d.spend > 0"],
    ['an order given back', "biz_order where status = 'refunded'"],
    ['an order of nobody', "biz_order where ad_id is null and status = 'paid'"],
    ['a film that nothing is advertised with', 'material m where not exists (select from ad where ad.material_id = m.id)'],
    ['a film that is a hit', "material where hit_level = 'hit'"],
    ['a pixel that never fired', 'pixel where last_fired_at is null'],
    ['a pixel on several sites', '(select pixel_id from site_pixel group by 1 having count(*) > 1) s'],
    [
      'a drama whose first day is the last',
      "insight_daily d join drama r on r.id = d.drama_id where r.online_at = '2026-11-19' and d.spend > 0",
    ],
    ['a budget change', "ad_event where event = 'budget'"],
    [
      'an enabled scheme of posts, ready to publish',
      "scheme s join scheme_version v on v.scheme_id = s.id where s.status = 'enabled' and v.body -> 'creative' ->> 'source' = 'post'",
    ],
    ['a copy', "ad_event where event = 'copy'"],
    ['an account in yen with hours', "insight_hourly h join ad_account a on a.id = h.ad_account_id where a.currency = 'JPY'"],
  ])('have %s', async (_name, from) => {
    expect(await count(from)).toBeGreaterThan(0);
  });

  it('have a pixel of every health, also one that is silent although ads spend with it', async () => {
    const healths = await loadPixelHealths(one.db, sql<boolean>`true`, clock.now());
    expect(new Set(healths.values())).toEqual(new Set(pixelHealths));
  });

  it('alert about rejected ads like the product: once per account, not per ad', async () => {
    const { rows } = await sql<{ alerts: number; ads: number; groups: number }>`
      select count(*) as alerts, sum(coalesce((data ->> 'count')::int, 1))::int as ads,
        (select count(distinct (d.owner_user_id, d.ad_account_id)) from ad d where d.review_feedback is not null and d.owner_user_id is not null) as groups
      from alert where kind = 'ad_disapproved'`.execute(one.db);
    const [told = { alerts: 0, ads: 0, groups: 0 }] = rows;
    expect(told.ads).toBe(await count('ad where review_feedback is not null and owner_user_id is not null'));
    expect(told.alerts).toBeLessThan(told.ads);
    expect(told.alerts).toBeGreaterThanOrEqual(told.groups);
  });

  it('have account facts that equal the sums of their ads', async () => {
    expect(await findDifferingSums(one.db)).toEqual([]);
  });

  it('lose money on the first day and earn it later, with one drama that pays back between one and two weeks', async () => {
    const { rows } = await sql<{ code: string | null; d0: number; d7: number; d14: number }>`
      with ripe as (select drama_id, rev_d0, spend_usd,
          case when stat_date <= '2026-11-12' then spend_usd end as s7, case when stat_date <= '2026-11-12' then rev_d7 end as r7,
          case when stat_date <= '2026-11-05' then spend_usd end as s14, case when stat_date <= '2026-11-05' then rev_d14 end as r14
        from insight_daily where drama_id is not null)
      select r.code, (sum(rev_d0) / nullif(sum(spend_usd), 0))::float as d0, (sum(r7) / nullif(sum(s7), 0))::float as d7,
        (sum(r14) / nullif(sum(s14), 0))::float as d14
      from ripe join drama r on r.id = ripe.drama_id group by rollup (r.code)`.execute(one.db);
    const all = rows.find(({ code }) => code === null);
    expect(all?.d0).toBeGreaterThan(0.5);
    expect(all?.d0).toBeLessThan(0.75);
    expect(all?.d14).toBeGreaterThan(1);
    expect(rows.filter(({ code, d7, d14 }) => code !== null && d7 < 1 && d14 >= 1).length).toBeGreaterThan(0);
  });

  it('have a pixel with the expected duplicates and a page that is as full as before', async () => {
    const { rows } = await sql<{ share: number }>`
      select (sum(duplicates)::float / sum(received)) as share from pixel_event_daily d join pixel p on p.id = d.pixel_id
      where p.name = 'ReelStory Brasil'`.execute(one.db);
    expect(rows[0]?.share).toBeCloseTo(0.38, 2);
    expect(await one.db.selectFrom('homepage').select(['ads_active', 'ad_limit']).where('name', '=', 'Heartbeat Drama').execute()).toEqual([
      { ads_active: 246, ad_limit: 250 },
    ]);
  });

  it('add up: hours to days, orders to revenue, growing cohorts', async () => {
    expect(
      await count(`(select d.ad_id from insight_daily d join insight_hourly h on h.ad_id = d.ad_id and h.stat_date = d.stat_date
        where d.stat_date >= '2026-11-06' group by d.ad_id, d.stat_date
        having sum(h.spend) <> d.spend or sum(h.spend_usd) <> d.spend_usd or sum(h.impressions) <> d.impressions or sum(h.clicks) <> d.clicks
          or sum(h.plat_purchases) <> d.plat_purchases or sum(h.orders) <> d.orders or sum(h.revenue_usd) <> d.revenue_usd
          or sum(h.new_users) <> d.new_users) x`),
    ).toBe(0);
    expect(
      await count(`(select ad_id, stat_date, owner_user_id, sum(amount_usd) as usd from biz_order
        where ad_id is not null and status in ('paid', 'refunding', 'partial_refunded', 'refunded') group by 1, 2, 3) o
        full join (select ad_id, stat_date, owner_user_id, revenue_usd from insight_daily where revenue_usd > 0) d
          on d.ad_id = o.ad_id and d.stat_date = o.stat_date and d.owner_user_id is not distinct from o.owner_user_id
        where o.usd is distinct from d.revenue_usd`),
    ).toBe(0);
    expect(
      await count('insight_daily where rev_d0 > rev_d1 or rev_d1 > rev_d3 or rev_d3 > rev_d7 or rev_d7 > rev_d30 or rev_d30 > rev_d90'),
    ).toBe(0);
    expect(await count('insight_daily where rev_h24 < rev_d0 or rev_h24 > rev_d1')).toBe(0);
    // Of the ads that sold for a while, most sold after midnight to users acquired within 24 hours.
    const ads = '(select ad_id from insight_daily group by ad_id having sum(payers_d0) >= 10';
    expect(await count(`${ads} and sum(rev_h24) > sum(rev_d0)) more`)).toBeGreaterThan((await count(`${ads}) all_of_them`)) / 2);
    expect(
      await count(
        'payer p where p.orders <> (select count(*) from biz_order o where o.user_key = p.user_key and o.site_id = p.site_id and o.paid_at is not null)',
      ),
    ).toBe(0);
  });

  it('match the channel and the sites, so that pulling everything again changes nothing', { timeout: 300_000 }, async () => {
    const before = await sums();
    // The days come with the hours; a deep run also pulls those of four weeks by themselves.
    for (const task of deep(['insights.hourly', 'orders.pull'], ['insights.hourly', 'insights.daily', 'orders.pull'])) await run(task);
    expect(await sums()).toEqual(before);
  });

  it('continue, so that there is more of everything an hour later', { timeout: 300_000 }, async () => {
    const before = { orders: await count('biz_order'), visits: await count('visit_hour'), events: await count('pixel_event') };
    const spend = async () =>
      (
        await one.db
          .selectFrom('insight_daily')
          .select(({ fn }) => fn.sum<string>('spend_usd').as('sum'))
          .executeTakeFirstOrThrow()
      ).sum;
    const spent = Number(await spend());
    clock.forward({ minutes: 65 });
    await run('insights.hourly');
    await run('orders.pull');
    expect(await count('biz_order')).toBeGreaterThan(before.orders);
    expect(await count('visit_hour')).toBeGreaterThan(before.visits);
    expect(await count('pixel_event')).toBeGreaterThan(before.events);
    // The last hour of the history is reported again under the address it was written with.
    expect(await count('(select from visit_hour where ad_id <> 0 group by ad_id, hour having count(*) > 1) twice')).toBe(0);
    expect(Number(await spend())).toBeGreaterThan(spent);
  });

  it('have the same objects on both sides', async () => {
    const differing = async (table: keyof Database, remote: string, number: string) =>
      await count(
        `${table} t full join ${remote} r on r.id = t.${number} where t.id is null or r.id is null or t.name <> r.name or t.status <> r.status`,
      );
    expect(await differing('campaign', 'sbx_campaign', 'platform_campaign_id')).toBe(0);
    expect(await differing('ad_group', 'sbx_group', 'platform_adset_id')).toBe(0);
    expect(await differing('ad', 'sbx_ad', 'platform_ad_id')).toBe(0);
  });
});

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';

const LEVELS = [
  ['campaign', '/ad-campaigns/list'],
  ['ad_group', '/ad-groups/list'],
  ['ad', '/ad-ads/list'],
] as const;
const CURRENCIES = ['USD', 'EUR', 'EUR'] as const;
const ZONES = ['UTC', 'Asia/Shanghai', 'America/Los_Angeles'] as const;
const DAYS = Array.from({ length: 12 }, (_, at) => new Date(Date.parse('2026-11-10') + at * 86_400_000).toISOString().slice(0, 10));
/** Every object is younger, so this filter excludes nothing but forces every object to be read. */
const EVER = { created_from: '2020-01-01' };

let server: TestApp;
const rows = factFixtures(() => server);
const accounts: number[] = [];
const ads: LaunchedAd[] = [];

beforeAll(async () => {
  server = await createTestApp();
  for (const [at, currency] of CURRENCIES.entries()) {
    const account = await rows.account('admin', { currency, timezone: ZONES[at] ?? 'UTC' });
    accounts.push(account);
    for (const owner of ['opt_01', null]) {
      const campaign = await rows.campaign(account, owner);
      for (let group = 0; group < 2; group++) {
        const inside = await rows.group(campaign);
        ads.push(await rows.ad(inside), await rows.ad(inside));
      }
    }
  }
});
afterAll(() => server.close());

const totals = async (as: string, path: (typeof LEVELS)[number][1], filter: object) => {
  const { total, totals: found, as_of, stale_accounts } = (await server.as(as, path, { ...filter } as never)).data;
  return { total, found, as_of, stale_accounts };
};

const fact = fc.record({
  ad: fc.nat({ max: 23 }),
  day: fc.nat({ max: DAYS.length - 1 }),
  spend: fc.nat({ max: 90_000 }),
  revenue: fc.nat({ max: 90_000 }),
});

describe('totals of everything', () => {
  it('equal the sum over single objects, with deleted ones, for any days and accounts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fact, { selector: ({ ad, day }) => `${ad} ${day}`, maxLength: 60 }),
        fc.array(fc.record({ level: fc.nat({ max: 2 }), at: fc.nat({ max: 23 }) }), { maxLength: 10 }),
        fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1, maxLength: 3 }),
        fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 11 })),
        async (facts, deleted, among, [one, other]) => {
          await sql`truncate insight_daily`.execute(server.db);
          for (const [level] of LEVELS) await sql`update ${sql.table(level)} set status = 'ACTIVE'`.execute(server.db);
          await rows.days(
            facts.map(({ ad, day, spend, revenue }) =>
              rows.dayOf(ads[ad] as LaunchedAd, DAYS[day] as string, {
                spend,
                spend_usd: spend,
                revenue_usd: revenue,
                rev_d0: revenue,
                rev_d3: revenue,
                new_users: 1,
                impressions: spend * 3,
              }),
            ),
          );
          for (const { level, at } of deleted) {
            const { campaign, group, ad } = ads[at] as LaunchedAd;
            const [table, id] = (
              [
                ['campaign', campaign],
                ['ad_group', group],
                ['ad', ad],
              ] as const
            )[level] ?? ['ad', ad];
            await sql`update ${sql.table(table)} set status = 'DELETED' where id = ${id}`.execute(server.db);
          }
          const days = { date_from: DAYS[Math.min(one, other)], date_to: DAYS[Math.max(one, other)] };
          const some = { ad_account_id: among.map((at) => accounts[at]) };
          for (const [, path] of LEVELS) {
            for (const filter of [{}, days, some, { ...days, ...some }]) {
              expect(await totals('admin', path, filter)).toEqual(await totals('admin', path, { ...filter, ...EVER }));
            }
          }
        },
      ),
      { numRuns: deep(4, 100), seed: 20_261_122 },
    );
  });

  it("cover only the caller's own objects unless they see everything", async () => {
    await sql`truncate insight_daily`.execute(server.db);
    for (const [level] of LEVELS) await sql`update ${sql.table(level)} set status = 'ACTIVE'`.execute(server.db);
    await rows.days(ads.map((ad) => rows.dayOf(ad, '2026-11-15', { spend: 100, spend_usd: 100 })));
    const days = { date_from: '2026-11-15', date_to: '2026-11-15' };
    for (const [, path] of LEVELS) {
      expect((await totals('admin', path, days)).found.m).toMatchObject({ spend: 2_400 });
      expect((await totals('opt_01', path, days)).found.m).toMatchObject({ spend: 1_200 });
    }
  });
});

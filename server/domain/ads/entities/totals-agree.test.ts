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
const VIEWERS = ['opt_01', 'lead_a', 'admin'] as const;
const BIZ = ['dj', 'ec'] as const;
const SUMS = ['spend', 'revenue', 'new_users', 'first_payers', 'impressions'] as const;
/** The last day is the business day of the test clock. */
const DAYS = Array.from({ length: 5 }, (_, at) => `2026-11-${16 + at}`);
const TODAY = '2026-11-20';

let server: TestApp;
const rows = factFixtures(() => server);
const ads: LaunchedAd[] = [];

beforeAll(async () => {
  server = await createTestApp();
  for (const timezone of ['Asia/Shanghai', 'America/Los_Angeles']) {
    const account = await rows.account('admin', { timezone });
    for (const owner of ['opt_01', 'opt_05', null]) {
      for (const biz of BIZ) {
        const group = await rows.group(await rows.campaign(account, owner, { biz }));
        ads.push(await rows.ad(group), await rows.ad(group));
      }
    }
  }
});
afterAll(() => server.close());

const remove = async (level: number, { campaign, group, ad }: LaunchedAd) => {
  const [table] = LEVELS[level] ?? LEVELS[2];
  const id = { campaign, ad_group: group, ad }[table];
  await sql`update ${sql.table(table)} set status = 'DELETED', effective_status = 'DELETED', deleted_at = now() where id = ${id}`.execute(
    server.db,
  );
};

const fact = fc.record({
  ad: fc.nat({ max: 23 }),
  day: fc.nat({ max: DAYS.length - 1 }),
  spend_usd: fc.integer({ min: 1, max: 9_000 }),
  revenue_usd: fc.nat({ max: 9_000 }),
  new_users: fc.nat({ max: 90 }),
});

describe('launches, ad data and the home page', () => {
  it('have the same totals for the same user, days and business line, including deleted objects', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fact, { selector: ({ ad, day }) => `${ad} ${day}`, minLength: 5, maxLength: 60 }),
        fc.array(fc.record({ level: fc.nat({ max: 2 }), at: fc.nat({ max: 23 }) }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...VIEWERS),
        fc.constantFrom(...BIZ),
        fc.nat({ max: DAYS.length - 1 }),
        async (facts, removed, viewer, biz, since) => {
          await sql`truncate insight_daily`.execute(server.db);
          for (const [level] of LEVELS) {
            await sql`update ${sql.table(level)} set status = 'ACTIVE', effective_status = 'ACTIVE', deleted_at = null`.execute(server.db);
          }
          await rows.days(
            facts.map(({ ad, day, ...measures }) =>
              rows.dayOf(ads[ad] as LaunchedAd, DAYS[day] as string, {
                ...measures,
                spend: measures.spend_usd,
                first_payers: 1,
                impressions: measures.spend_usd * 3,
              }),
            ),
          );
          for (const { level, at } of removed) await remove(level, ads[at] as LaunchedAd);
          for (const days of [
            { date_from: DAYS[since] as string, date_to: TODAY },
            { date_from: TODAY, date_to: TODAY },
          ]) {
            const report = (
              await server.as(viewer, '/ad-data/query', { ...days, filters: { biz }, group_by: ['campaign'], metrics: [...SUMS] })
            ).data;
            const expected = Object.fromEntries(SUMS.map((key) => [key, report.totals.m[key] ?? 0]));
            for (const [, path] of LEVELS) {
              const { totals } = (await server.as(viewer, path, { ...days, biz } as never)).data;
              const both = SUMS.map((key) => [key, (totals.m[key] ?? 0) + (totals.deleted?.m[key] ?? 0)]);
              expect(Object.fromEntries(both), path).toEqual(expected);
            }
            if (days.date_from !== TODAY) continue;
            const { cards } = (await server.as(viewer, '/home-board/summary', { biz, scope: 'team' })).data;
            for (const key of SUMS) {
              if (key in cards) expect([key, cards[key]?.today ?? 0]).toEqual([key, expected[key]]);
            }
          }
        },
      ),
      { numRuns: deep(5, 50), seed: 20_261_123 },
    );
  });

  it('report no totals of deleted objects when there are none or when they are listed', async () => {
    await sql`truncate insight_daily`.execute(server.db);
    for (const [level] of LEVELS) {
      await sql`update ${sql.table(level)} set status = 'ACTIVE', effective_status = 'ACTIVE', deleted_at = null`.execute(server.db);
    }
    const [one, other] = ads as [LaunchedAd, LaunchedAd];
    await rows.days([one, other].map((ad) => rows.dayOf(ad, TODAY, { spend: 1_999, spend_usd: 1_999 })));
    const days = { date_from: TODAY, date_to: TODAY };
    const totals = async (more: object = {}) => (await server.as('opt_01', '/ad-ads/list', { ...days, ...more })).data.totals;
    expect(await totals()).not.toHaveProperty('deleted');
    await remove(2, other);
    expect(await totals()).toMatchObject({ m: { spend: 1_999 }, deleted: { m: { spend: 1_999 }, spent: { spend: 1_999 } } });
    expect(await totals({ metric_range: [{ metric: 'spend', min: 2_000 }] })).not.toHaveProperty('deleted');
    expect(await totals({ effective_status: ['ACTIVE'] })).not.toHaveProperty('deleted');
    const listed = await totals({ effective_status: ['ACTIVE', 'DELETED'] });
    expect(listed).toMatchObject({ m: { spend: 3_998 } });
    expect(listed).not.toHaveProperty('deleted');
  });

  it('count a handed-over campaign for its former owner, beside a list that is otherwise empty', async () => {
    await sql`truncate insight_daily`.execute(server.db);
    const account = await rows.account('admin');
    const moved = await rows.tree(account, 'opt_01', { name: '已转出' });
    const [before, after] = [DAYS[0] as string, DAYS[4] as string];
    await rows.days([rows.dayOf(moved, before, { spend_usd: 1_200, spend: 1_200 })]);
    const { owner: giver } = moved;
    const taker = await rows.idOf('opt_05');
    for (const [table, id] of [
      ['campaign', moved.campaign],
      ['ad_group', moved.group],
      ['ad', moved.ad],
    ] as const) {
      await sql`update ${sql.table(table)} set owner_user_id = ${taker} where id = ${id}`.execute(server.db);
    }
    const later = { ...moved, owner: taker, dims: { ...moved.dims, owner_user_id: taker } };
    await rows.days([rows.dayOf(later, after, { spend_usd: 300, spend: 300 })]);
    const days = { date_from: before, date_to: TODAY };
    const spends = async (viewer: string) => {
      const report = (await server.as(viewer, '/ad-data/query', { ...days, group_by: ['campaign'], metrics: ['spend'] })).data;
      const lists = await Promise.all(
        LEVELS.map(async ([, path]) => (await server.as(viewer, path, { ...days, keyword: '' } as never)).data),
      );
      return {
        report: report.totals.m['spend'],
        listed: lists.map(({ totals }) => totals.m['spend']),
        beside: lists.map(({ totals }) => totals.deleted?.m['spend'] ?? null),
      };
    };
    expect(giver).not.toBe(taker);
    expect(await spends('opt_01')).toEqual({ report: 1_200, listed: [0, 0, 0], beside: [1_200, 1_200, 1_200] });
    expect(await spends('opt_05')).toEqual({ report: 300, listed: [300, 300, 300], beside: [null, null, null] });
    expect(await spends('admin')).toEqual({ report: 1_500, listed: [1_500, 1_500, 1_500], beside: [null, null, null] });
    // Only the handed-over campaign matches.
    const { data } = await server.as('opt_01', '/ad-campaigns/list', { ...days, keyword: '已转出' });
    expect([data.total, data.list, data.totals.deleted?.m['spend']]).toEqual([0, [], 1_200]);
  });

  it('report the totals of deleted objects when no other object matches', async () => {
    await sql`truncate insight_daily`.execute(server.db);
    const gone = await rows.tree(await rows.account('admin'), 'opt_01', { name: '全部已删' });
    await rows.days([rows.dayOf(gone, TODAY, { spend_usd: 700, spend: 700 })]);
    await remove(0, gone);
    const { data } = await server.as('opt_01', '/ad-campaigns/list', { date_from: TODAY, date_to: TODAY, keyword: '全部已删' });
    expect([data.total, data.totals.m['spend'], data.totals.deleted?.m['spend']]).toEqual([0, 0, 700]);
  });
});

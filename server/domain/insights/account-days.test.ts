import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDifferingSums } from '#tests/support/account-days.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const ads: LaunchedAd[] = [];

beforeAll(async () => {
  server = await createTestApp();
  const account = await rows.account('admin', { timezone: 'UTC' });
  for (const owner of ['opt_01', null]) {
    const campaign = await rows.campaign(account, owner);
    for (const country of ['US', 'JP']) {
      const group = await rows.group(campaign, { country });
      ads.push(await rows.ad(group), await rows.ad(group));
    }
  }
  const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
  await rows.days(ads.flatMap((ad, n) => days.map((day, m) => rows.dayOf(ad, day, { spend: 100 * n + m, spend_usd: 7 * n, rev_d7: m }))));
});
afterAll(() => server.close());

const loadDays = async () =>
  (
    await sql<{ day: string; owner: number | null; ad_days: number; spend: number }>`
      select stat_date as day, owner_user_id as owner, sum(ad_days)::int as ad_days, sum(spend)::bigint as spend
      from insight_account_daily group by 1, 2 order by 1, 2`.execute(server.db)
  ).rows;
const loadMonths = async () =>
  (
    await sql<{ creator: number | null; ad_days: number }>`
      select creator_user_id as creator, sum(ad_days)::int as ad_days from insight_creator_month group by 1 order by 1`.execute(server.db)
  ).rows;
const findDifferences = () => findDifferingSums(server.db);

it('have the sums of the ads of each account, day and owner', async () => {
  expect(await loadDays()).toMatchObject(
    [0, 1, 2].flatMap((m) => [
      { day: `2026-11-${18 + m}`, ad_days: 4, spend: 600 + 4 * m },
      { day: `2026-11-${18 + m}`, owner: null, ad_days: 4, spend: 2_200 + 4 * m },
    ]),
  );
  expect(await findDifferences()).toEqual([]);
});

it('follow corrections made by one statement or many', async () => {
  await sql`update insight_daily set spend = spend + 5, rev_d7 = rev_d7 * 2 where stat_date = '2026-11-19'`.execute(server.db);
  expect((await loadDays())[2]).toMatchObject({ day: '2026-11-19', spend: 624 });
  await Promise.all(
    ads.map(({ ad }) => sql`update insight_daily set orders = orders + ${ad}, spend = 0 where ad_id = ${ad}`.execute(server.db)),
  );
  expect((await loadDays()).map(({ spend }) => spend)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await findDifferences()).toEqual([]);
});

it('are not written when no sum changes', async () => {
  const versions = async () => (await sql`select xmin::text, ctid::text from insight_account_daily order by 1, 2`.execute(server.db)).rows;
  const before = await versions();
  await sql`update insight_daily set pulled_at = now(), creator_user_id = 1`.execute(server.db);
  expect(await versions()).toEqual(before);
});

it('follow the creator in the sums of months alone', async () => {
  expect(await loadMonths()).toEqual([{ creator: 1, ad_days: 24 }]);
  await sql`update insight_daily set creator_user_id = 2 where stat_date = '2026-11-18'`.execute(server.db);
  expect(await loadMonths()).toEqual([
    { creator: 1, ad_days: 16 },
    { creator: 2, ad_days: 8 },
  ]);
  await sql`update insight_daily set stat_date = '2026-10-31' where stat_date = '2026-11-18'`.execute(server.db);
  const months = await sql`select distinct stat_date from insight_creator_month order by 1`.execute(server.db);
  expect(months.rows).toEqual([{ stat_date: '2026-10-01' }, { stat_date: '2026-11-01' }]);
  expect(await findDifferences()).toEqual([]);
  await sql`update insight_daily set stat_date = '2026-11-18' where stat_date = '2026-10-31'`.execute(server.db);
});

it('keep days of different owners apart and disappear when empty', async () => {
  const [first] = ads;
  await sql`update insight_daily set owner_user_id = null where ad_id = ${first?.ad ?? 0} and stat_date = '2026-11-20'`.execute(server.db);
  expect((await loadDays()).filter(({ day }) => day === '2026-11-20').map(({ ad_days }) => ad_days)).toEqual([3, 5]);
  expect(await findDifferences()).toEqual([]);
  await sql`delete from insight_daily where owner_user_id is null`.execute(server.db);
  expect(await loadDays()).toHaveLength(3);
  expect(await findDifferences()).toEqual([]);
});

it('keep days of different titles apart', async () => {
  const [first] = ads;
  const countTitles = async () =>
    (await sql`select distinct drama_id from insight_title_daily where stat_date = '2026-11-18'`.execute(server.db)).rows.length;
  const before = await countTitles();
  await sql`update insight_daily set drama_id = -1 where ad_id = ${first?.ad ?? 0} and stat_date = '2026-11-18'`.execute(server.db);
  expect(await countTitles()).toBe(before + 1);
  expect(await findDifferences()).toEqual([]);
});

it('can be rebuilt, and are emptied with the ad days', async () => {
  const before = await loadDays();
  for (const table of ['insight_account_daily', 'insight_title_daily', 'insight_creator_month'] as const) {
    await sql`update ${sql.table(table)} set spend = -1`.execute(server.db);
    expect(await findDifferences(), table).not.toEqual([]);
    await sql`select ${sql.id(`${table}_anew`)}()`.execute(server.db);
    expect(await findDifferences(), table).toEqual([]);
  }
  expect(await loadDays()).toEqual(before);
  await sql`truncate insight_daily`.execute(server.db);
  expect(await loadDays()).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const mine = { biz: 'dj', scope: 'mine' } as const;
const team = { biz: 'dj', scope: 'team' } as const;
// 18:00 in Shanghai, 02:00 in Los Angeles, both on the 21st.
const NOW = new Date('2026-11-21T10:00:00Z');
const LA = 'America/Los_Angeles';

const pacing = async (as: string, of: { biz: 'dj' | 'ec'; scope: 'mine' | 'team' } = mine) =>
  (await server.as(as, '/home-board/pacing', of)).data;
const rowOf = async (as: string) => (await pacing(as)).list[0];

/** A campaign without a budget of its own, whose groups have these daily budgets. */
async function withGroupBudgets(account: number, by: string, budgets: readonly number[]): Promise<LaunchedAd[]> {
  const campaign = await rows.campaign(account, by);
  await server.db.updateTable('campaign').set({ budget_mode: null, daily_budget: null }).where('id', '=', campaign).execute();
  const ads: LaunchedAd[] = [];
  for (const daily_budget of budgets) {
    const group = await rows.group(campaign);
    await server.db.updateTable('ad_group').set({ budget_mode: 'daily', daily_budget }).where('id', '=', group).execute();
    ads.push(await rows.ad(group));
  }
  return ads;
}

const change = (ad: LaunchedAd, set: object) => server.db.updateTable('campaign').set(set).where('id', '=', ad.campaign).execute();
const spend = (ad: LaunchedAd, date: string, spend_usd: number) => rows.days([rows.dayOf(ad, date, { spend_usd })]);

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ ms: NOW.getTime() - server.clock.now().getTime() });
  await server.db
    .insertInto('exchange_rate')
    .values([
      { currency: 'EUR', rate_date: '2026-11-21', usd_per_unit: 1.2 },
      { currency: 'JPY', rate_date: '2026-11-21', usd_per_unit: 0.005 },
    ] as never)
    .onConflict((of) => of.columns(['currency', 'rate_date']).doUpdateSet((set) => ({ usd_per_unit: set.ref('excluded.usd_per_unit') })))
    .execute();
});
afterAll(() => server.close());

describe('the pacing of budgets', () => {
  it('converts every currency, and expects the share of the day that passed where the account is', async () => {
    // 100 USD in Shanghai, 75 % of the day; 50 EUR = 60 USD and 6000 JPY = 30 USD in Los Angeles, a twelfth of the day.
    const shanghai = await rows.tree(await rows.account('opt_01'), 'opt_01');
    const euro = await rows.tree(await rows.account('opt_01', { timezone: LA, currency: 'EUR' }), 'opt_01');
    const yen = await rows.tree(await rows.account('opt_01', { timezone: LA, currency: 'JPY' }), 'opt_01');
    await change(euro, { daily_budget: 5_000 });
    await change(yen, { daily_budget: 6_000 });
    await spend(shanghai, '2026-11-21', 9_000);
    await spend(euro, '2026-11-21', 700);
    // Still yesterday there is not today.
    await spend(yen, '2026-11-20', 2_000);
    expect(await rowOf('opt_01')).toMatchObject({
      id: await rows.idOf('opt_01'),
      budget_usd: 10_000 + 6_000 + 3_000,
      budgets: 3,
      spend_usd: 9_700,
      paced_spend_usd: 9_700,
      expected_usd: 7_500 + 500 + 250,
      pace: 1.1758,
      known_until: NOW.toISOString(),
    });
  });

  it('counts a budget on the level it is set on, and only what delivers', async () => {
    const account = await rows.account('opt_02');
    const [one, two] = await withGroupBudgets(account, 'opt_02', [2_000, 3_000]);
    const onCampaign = await rows.tree(account, 'opt_02');
    const paused = await rows.tree(account, 'opt_02', { status: 'PAUSED', effective_status: 'PAUSED' });
    const lifetime = await rows.tree(account, 'opt_02');
    await change(lifetime, { budget_mode: 'lifetime', daily_budget: null, lifetime_budget: 900_000 });
    const otherLine = await rows.tree(account, 'opt_02', { biz: 'ec' });
    if (one === undefined || two === undefined) throw new Error('two groups were made');
    await server.db.updateTable('ad_group').set({ effective_status: 'PAUSED' }).where('id', '=', two.group).execute();
    for (const [ad, amount] of [
      [one, 1_000],
      [two, 400],
      [onCampaign, 8_000],
      [paused, 50],
      [lifetime, 600],
      [otherLine, 7],
    ] as const)
      await spend(ad, '2026-11-21', amount);
    // Running: 20 USD of a group and 100 USD of a campaign, 75 % of the day; paused and lifetime spend count only in the whole.
    expect(await rowOf('opt_02')).toMatchObject({
      budget_usd: 12_000,
      budgets: 2,
      lifetime_budgets: 1,
      rateless_budgets: 0,
      spend_usd: 10_050,
      paced_spend_usd: 9_000,
      expected_usd: 9_000,
      pace: 1,
    });
    expect((await pacing('opt_02', { biz: 'ec', scope: 'mine' })).list).toMatchObject([{ budget_usd: 10_000, spend_usd: 7 }]);
  });

  it('compares an account that is behind only up to the moment until which it is known', async () => {
    const account = await rows.account('opt_03', { name: '停更账户' });
    await spend(await rows.tree(account, 'opt_03'), '2026-11-21', 2_500);
    const current = await rows.account('opt_03');
    await rows.synced(current, { pulled_at: NOW });
    await spend(await rows.tree(current, 'opt_03'), '2026-11-21', 7_500);
    // Known until 06:00 there, a quarter of the day.
    const since = '2026-11-20T22:00:00.000Z';
    await rows.synced(account, { pulled_at: new Date(since), failed_since: new Date('2026-11-20T22:15:00Z') });
    const { totals, as_of, newest_at, warnings } = await pacing('opt_03');
    expect(totals).toMatchObject({ budget_usd: 20_000, expected_usd: 2_500 + 7_500, pace: 1, known_until: since });
    expect([as_of, newest_at]).toEqual([since, NOW.toISOString()]);
    expect(warnings).toMatchObject([{ kind: 'stale_account', refs: [{ id: account, label: '停更账户', since }] }]);
  });

  it('expects nothing of a day of which nothing is known', async () => {
    const account = await rows.account('opt_04');
    await rows.tree(account, 'opt_04');
    await rows.synced(account, { pulled_at: new Date('2026-11-20T15:00:00Z') });
    expect(await rowOf('opt_04')).toMatchObject({ budget_usd: 10_000, expected_usd: 0, pace: null });
  });

  it('expects of what began today only the time since', async () => {
    const account = await rows.account('opt_05');
    const [byStart, byCreation, found] = [
      await rows.tree(account, 'opt_05'),
      await rows.tree(account, 'opt_05'),
      await rows.tree(account, 'opt_05', { source: 'platform' }),
    ];
    // 12:00 in Shanghai; six hours are a quarter of the day.
    const noon = new Date('2026-11-21T04:00:00Z');
    await change(byStart, { start_at: noon });
    await change(byCreation, { created_at: noon });
    // One that was only found today may have run before.
    await change(found, { created_at: noon });
    expect(await rowOf('opt_05')).toMatchObject({ budget_usd: 30_000, expected_usd: 2_500 + 2_500 + 7_500 });
  });

  it('counts budgets apart that no rate can convert', async () => {
    await server.db
      .insertInto('currency')
      .values({ code: 'XTS', exponent: 2, meta_offset: 100, symbol: 'X' } as never)
      .execute();
    await rows.tree(await rows.account('opt_06', { currency: 'XTS' }), 'opt_06');
    expect(await rowOf('opt_06')).toMatchObject({ budget_usd: 0, budgets: 0, rateless_budgets: 1, expected_usd: 0, known_until: null });
  });

  it('forecasts the month by the last seven complete days of each account', async () => {
    const shanghai = await rows.tree(await rows.account('opt_07'), 'opt_07');
    const la = await rows.tree(await rows.account('opt_07', { timezone: LA }), 'opt_07');
    await spend(shanghai, '2026-10-31', 50_000);
    await spend(shanghai, '2026-11-01', 1_000);
    await spend(shanghai, '2026-11-13', 300);
    await spend(shanghai, '2026-11-14', 7_000);
    await spend(shanghai, '2026-11-21', 900);
    await spend(la, '2026-11-20', 1_400);
    // Shanghai: 9,200 so far and 1,000 a day for 9.25 days. Los Angeles: 1,400 so far and 200 a day for 9 11/12 days.
    const row = await rowOf('opt_07');
    expect([row?.spend_usd, row?.month_spend_usd, row?.month_forecast_usd]).toEqual([900, 10_600, 10_600 + 9_250 + 1_983]);
    expect((await pacing('opt_07')).month).toBe('2026-11-01');
  });

  it('shows leaders their people, administrators everybody and others themselves', async () => {
    await rows.tree(await rows.account('admin'), null);
    const idsOf = async (as: string, of: typeof mine | typeof team) => (await pacing(as, of)).list.map(({ id }) => id);
    const [first, second] = [await rows.idOf('opt_01'), await rows.idOf('opt_02')];
    expect(await idsOf('opt_01', team)).toEqual([first]);
    expect(await idsOf('lead_a', team)).toEqual(expect.arrayContaining([first, second]));
    expect(await idsOf('lead_a', team)).not.toContain(0);
    expect(await idsOf('lead_a', mine)).toEqual([]);
    expect(await idsOf('lead_b', team)).not.toContain(first);
    const { list, totals } = await pacing('admin', team);
    expect(list.find(({ id }) => id === 0)).toMatchObject({ label: '未分配', budget_usd: 10_000 });
    expect(totals.budget_usd).toBe(list.reduce((all, { budget_usd }) => all + budget_usd, 0));
    expect(list.map(({ budget_usd }) => budget_usd)).toEqual(list.map(({ budget_usd }) => budget_usd).toSorted((a, b) => b - a));
  });
});

describe('the month of the pacing', () => {
  it('is that of the business day, whatever month an account is in', async () => {
    // 02:00 on 1 December in Shanghai, 10:00 on 30 November in Los Angeles.
    server.clock.forward({ ms: new Date('2026-11-30T18:00:00Z').getTime() - server.clock.now().getTime() });
    const la = await rows.tree(await rows.account('opt_08', { timezone: LA }), 'opt_08');
    await spend(la, '2026-11-28', 7_000);
    await spend(la, '2026-11-30', 500);
    // Nothing of December so far; 1,000 a day for its 31 days.
    expect(await rowOf('opt_08')).toMatchObject({ spend_usd: 500, month_spend_usd: 0, month_forecast_usd: 31_000 });
    expect((await pacing('opt_08')).month).toBe('2026-12-01');
  });
});

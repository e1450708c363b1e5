import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const mine = { biz: 'dj', scope: 'mine' } as const;
const NOW = new Date('2026-11-21T04:30:00Z');
const TODAY = '2026-11-21';
const days = Array.from({ length: 8 }, (_, back) => new Date(Date.parse(TODAY) - back * 86_400_000).toISOString().slice(0, 10));

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

/** Writes 100 cents for every hour of eight days, on the last day only up to `known`. */
async function spendSteadily(ad: LaunchedAd, timezone: string, known: Date): Promise<void> {
  const offset = { 'Asia/Shanghai': 8, 'Asia/Tokyo': 9, 'Europe/London': 0, 'America/Los_Angeles': -8 }[timezone] ?? 0;
  for (const day of days) {
    const midnight = Date.parse(`${day}T00:00:00Z`) - offset * 3_600_000;
    const facts = Array.from({ length: 24 }, (_, hour) => {
      const share = Math.min(1, Math.max(0, (known.getTime() - midnight) / 3_600_000 - hour));
      return { hour, spend_usd: Math.round(share * 100) };
    }).filter(({ spend_usd }) => spend_usd > 0);
    if (facts.length === 0) continue;
    await rows.days([rows.dayOf(ad, day, { spend_usd: facts.reduce((sum, { spend_usd }) => sum + spend_usd, 0) })]);
    await rows.hours(facts.map(({ hour, spend_usd }) => rows.hourOf(ad, day, hour, { spend_usd })));
  }
}

interface Known {
  known?: Date;
  pulled_at?: Date;
  failed_since?: Date;
}

async function launched(by: string, timezone: string, { known = NOW, ...sync }: Known = {}) {
  const account = await rows.account(by, { timezone });
  await spendSteadily(await rows.tree(account, by), timezone, known);
  if (sync.pulled_at !== undefined) await rows.synced(account, sync);
  return account;
}

async function board(by: string) {
  const [summary, trend] = [
    await server.as(by, '/home-board/summary', mine),
    await server.as(by, '/home-board/trend', { ...mine, by: 'hour', metrics: ['spend'] }),
  ];
  const line = (key: string) => trend.data.series.find((one) => one.key === key)?.data ?? [];
  const { today, yesterday_same_hour: sameTime } = summary.data.cards['spend'] ?? {};
  return { today, sameTime, line, clock: trend.data.clock };
}

const sum = (data: readonly (number | null)[]) => data.reduce<number>((all, value) => all + (value ?? 0), 0);
/** Tests run in order of time, because the clock only moves forward. */
const standStill = (instant: Date) => server.clock.forward({ ms: instant.getTime() - server.clock.now().getTime() });

describe('the hours of today on the home page', () => {
  it('compare nothing in the first minutes of a day before anything was pulled', async () => {
    const pulled = new Date('2026-11-20T15:53:00Z');
    standStill(new Date('2026-11-20T16:05:00Z'));
    await launched('opt_06', 'Asia/Shanghai', { known: pulled, pulled_at: pulled });
    const { today, sameTime, line } = await board('opt_06');
    expect([today, sameTime]).toEqual([0, 0]);
    expect(line('today')).toEqual(Array(24).fill(null));
    expect(line('yesterday')[0]).toBe(100);
  });

  it('compare the same accounts as the card in every time zone', async () => {
    standStill(NOW);
    for (const zone of ['Asia/Shanghai', 'Europe/London', 'America/Los_Angeles']) await launched('opt_01', zone);
    const { today, sameTime, line, clock } = await board('opt_01');
    expect([today, sameTime]).toEqual([1_700, 1_700]);
    // At 12:30 in Shanghai London has had four and a half hours of its day, Los Angeles none.
    expect(line('today')).toEqual([...Array(8).fill(100), ...Array(4).fill(200), 100, ...Array(11).fill(null)]);
    expect(line('yesterday')).toEqual([...Array(8).fill(100), ...Array(8).fill(200), ...Array(8).fill(300)]);
    expect(line('mean')).toEqual(line('yesterday'));
    expect(sum(line('today'))).toBe(today);
    expect(sum(line('yesterday').slice(0, 12)) + (line('yesterday')[12] ?? 0) / 2).toBe(sameTime);
    expect(clock).toEqual({ date: TODAY, timezone: 'Asia/Shanghai', moving_from: 12 });
  });

  it('are null, not 0, before the first account begins its day', async () => {
    standStill(NOW);
    await launched('opt_02', 'America/Los_Angeles');
    const { today, sameTime, line } = await board('opt_02');
    expect([today, sameTime]).toEqual([0, 0]);
    expect(line('today')).toEqual(Array(24).fill(null));
    expect(line('yesterday')).toEqual([...Array(16).fill(null), ...Array(8).fill(100)]);
  });

  it('count spend of eastern accounts before the business day in the first hour', async () => {
    standStill(NOW);
    await launched('opt_03', 'Asia/Tokyo');
    const { today, line } = await board('opt_03');
    expect(line('today').slice(0, 2)).toEqual([200, 100]);
    expect(sum(line('today'))).toBe(today);
    expect(line('yesterday').slice(0, 2)).toEqual([200, 100]);
  });

  it('compare an account that is behind only up to its last pull', async () => {
    standStill(NOW);
    await launched('opt_04', 'Asia/Shanghai');
    const stopped = new Date('2026-11-21T02:30:00Z');
    await launched('opt_04', 'Asia/Shanghai', { known: stopped, pulled_at: stopped, failed_since: new Date('2026-11-21T02:45:00Z') });
    const { today, sameTime, line, clock } = await board('opt_04');
    expect([today, sameTime]).toEqual([2_300, 2_300]);
    expect(line('today').slice(9, 14)).toEqual([200, 150, 100, 50, null]);
    expect(line('yesterday').slice(9, 14)).toEqual([200, 150, 100, 100, 100]);
    expect(clock?.moving_from).toBe(12);
  });

  it('end where the figures end and mark the incomplete hour', async () => {
    standStill(new Date('2026-11-21T05:05:00Z'));
    await launched('opt_05', 'Asia/Shanghai', { known: new Date('2026-11-21T04:45:00Z'), pulled_at: new Date('2026-11-21T04:45:00Z') });
    const { today, sameTime, line, clock } = await board('opt_05');
    expect([today, sameTime]).toEqual([1_275, 1_275]);
    expect(line('today').slice(11)).toEqual([100, 75, ...Array(11).fill(null)]);
    expect(line('yesterday').slice(11, 15)).toEqual([100, 100, 100, 100]);
    expect(clock?.moving_from).toBe(12);
  });

  it('show all of yesterday when nothing was pulled for hours', async () => {
    const pulled = new Date('2026-11-21T02:00:00Z');
    standStill(new Date('2026-11-21T06:00:00Z'));
    await launched('opt_07', 'Asia/Shanghai', { known: pulled, pulled_at: pulled, failed_since: new Date('2026-11-21T02:15:00Z') });
    const { today, sameTime, line, clock } = await board('opt_07');
    expect([today, sameTime]).toEqual([1_000, 1_000]);
    expect(line('today')).toEqual([...Array(10).fill(100), ...Array(14).fill(null)]);
    expect(line('yesterday')).toEqual(Array(24).fill(100));
    expect(clock?.moving_from).toBe(10);
  });
});

describe('sales on the home page', () => {
  it('are compared up to the last pull of orders', async () => {
    standStill(new Date('2026-11-21T06:30:00Z'));
    const ad = await rows.tree(await rows.account('opt_08'), 'opt_08');
    await rows.days([rows.dayOf(ad, TODAY, {}), rows.dayOf(ad, '2026-11-20', { revenue_usd: 2_400 })]);
    await rows.hours(Array.from({ length: 24 }, (_, hour) => rows.hourOf(ad, '2026-11-20', hour, { revenue_usd: 100, new_users: 10 })));
    const now = server.clock.now();
    await server.db
      .insertInto('cron_job')
      .values({ key: 'orders.pull', name_zh: '订单', name_en: 'Orders', cron: '*/5 * * * *', created_at: now, updated_at: now } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const run = (started_at: string, status: string) =>
      server.db
        .insertInto('cron_run')
        .values({ job_key: 'orders.pull', trigger: 'schedule', status, started_at: new Date(started_at) } as never)
        .execute();
    await run('2026-11-21T04:00:00Z', 'succeeded');
    await run('2026-11-21T06:25:00Z', 'failed');
    const { cards } = (await server.as('opt_08', '/home-board/summary', mine)).data;
    expect(cards['revenue']?.yesterday_same_hour).toBe(1_200);
    expect(cards['new_users']?.yesterday_same_hour).toBe(120);
  });
});

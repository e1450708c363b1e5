import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { nextRuns } from '../jobs/schedule.rules.ts';
import { settleMonthJob } from './settle.job.ts';
import { getLastDueMonth, getSettlementTime } from './settlement.ts';

let server: TestApp;
const rows = factFixtures(() => server);
let editor: number;
let film: number;
let ad: Awaited<ReturnType<typeof rows.ad>>;
beforeAll(async () => {
  server = await createTestApp();
  await server.db.deleteFrom('creator_month_settlement').execute();
  editor = await rows.idOf('edit_01');
  film = await rows.material('edit_01', {
    created_at: new Date('2026-10-02T00:00:00Z'),
    first_used_at: new Date('2026-10-31T17:00:00Z'),
    hit_level: 'hit',
  });
  await rows.material('edit_01', { created_at: new Date('2026-10-03T00:00:00Z'), status: 'failed' });
  ad = await rows.ad(await rows.group(await rows.campaign(await rows.account('opt_01'), 'opt_01')), { material_id: film });
  await rows.days([rows.dayOf(ad, '2026-10-31', { spend_usd: 1_000, revenue_usd: 900, rev_d0: 500 })]);
});
afterAll(() => server.close());

const lines: string[] = [];
const run = (now: string) =>
  settleMonthJob.run({
    db: server.db,
    now: new Date(now),
    signal: new AbortController().signal,
    log: (line: string) => void lines.push(line),
  } as never);
const settled = () =>
  server.db
    .selectFrom('creator_month_settlement')
    .select(['month', 'biz', 'metrics'])
    .where('creator_user_id', '=', editor)
    .orderBy('month')
    .execute();

describe('a month', () => {
  it('is due on the 8th of the next one', () => {
    expect(getLastDueMonth('2026-11-07')).toBe('2026-09');
    expect(getLastDueMonth('2026-11-08')).toBe('2026-10');
    expect(getLastDueMonth('2027-01-09')).toBe('2026-12');
  });

  it.each(['Pacific/Kiritimati', 'Asia/Shanghai', 'Asia/Kathmandu', 'America/Los_Angeles', 'Pacific/Pago_Pago'])(
    'is settled by the run at the midnight in %s that begins the 8th',
    (timezone) => {
      const midnight = getSettlementTime('2026-10', timezone);
      expect(nextRuns(settleMonthJob.cron, new Date(midnight.getTime() - 1), 1)).toEqual([midnight]);
    },
  );

  it('is not settled before, is settled once, and is not changed by later corrections', async () => {
    expect(await run('2026-11-07T15:00:00Z')).toMatchObject({ rowsOut: 0 });
    expect(await run('2026-11-07T16:00:00Z')).toMatchObject({ rowsIn: 1, rowsOut: 1 });
    const metrics = { uploaded: 1, used: 0, hits: 0, spend_usd: 1_000, revenue_usd: 900, roi_d0: 0.5 };
    expect(await settled()).toMatchObject([{ biz: 'dj', metrics }]);
    await server.db.updateTable('insight_daily').set({ revenue_usd: 2_000 }).where('ad_id', '=', ad.ad).execute();
    await server.db
      .updateTable('material')
      .set({ creator_user_id: await rows.idOf('edit_02') })
      .where('id', '=', film)
      .execute();
    expect(await run('2026-11-20T00:00:00Z')).toMatchObject({ rowsIn: 0, rowsOut: 0 });
    expect(await settled()).toMatchObject([{ biz: 'dj', metrics }]);
    await server.db.updateTable('material').set({ creator_user_id: editor }).where('id', '=', film).execute();
  });

  it('that a run missed is settled by the next one, each from its own days', async () => {
    expect(await run('2027-01-08T00:00:00Z')).toMatchObject({ rowsIn: 2 });
    const [, november] = await settled();
    expect(november?.metrics).toMatchObject({ used: 1, hits: 1, spend_usd: 0, roi_d0: null });
  });

  it('is settled by one of two servers', async () => {
    await server.db.deleteFrom('creator_month_settlement').execute();
    const both = await Promise.all([run('2026-11-09T00:00:00Z'), run('2026-11-09T00:00:00Z')]);
    expect(both.reduce((sum, { rowsOut = 0 }) => sum + rowsOut, 0)).toBe(1);
    expect(await settled()).toHaveLength(1);
  });
});

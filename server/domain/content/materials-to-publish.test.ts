import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const known = { here: 0, there: 0, empty: 0, used: 0, unused: 0 };

beforeAll(async () => {
  server = await createTestApp();
  known.here = await rows.account('opt_01');
  known.there = await rows.account('opt_01');
  known.empty = await rows.account('opt_01');
  known.used = await rows.material('opt_01', { visibility: 'company', title: '用过' });
  known.unused = await rows.material('opt_01', { visibility: 'company', title: '没用过' });
  // Ads of two owners in two accounts, each on days of its own.
  for (const [account, by, day, spend_usd, rev_d0] of [
    [known.here, 'opt_01', '2026-11-10', 1_000, 400],
    [known.here, 'opt_05', '2026-11-12', 1_000, 2_000],
    [known.there, 'opt_01', '2026-11-15', 3_000, 800],
  ] as const) {
    const ad = await rows.ad(await rows.group(await rows.campaign(account, by)), { material_id: known.used });
    await server.db
      .updateTable('ad')
      .set({ created_at: new Date(`${day}T02:00:00Z`) })
      .where('id', '=', ad.ad)
      .execute();
    await rows.days([rows.dayOf(ad, day, { spend_usd, rev_d0 }), rows.dayOf(ad, '2026-10-01', { spend_usd: 9_000, rev_d0: 9_000 })]);
  }
});
afterAll(() => server.close());

async function toPublish(by: string, to_publish_in?: number[]) {
  const { data } = await server.as(by, '/material-files/list', { status: 'ready', ...(to_publish_in && { to_publish_in }) });
  return Object.fromEntries(data.list.map(({ id, publish }) => [id === known.used ? 'used' : 'unused', publish]));
}

it('contains the last use in the accounts', async () => {
  const unused = { last_used_at: null };
  expect(await toPublish('admin', [known.here])).toEqual({ used: { last_used_at: '2026-11-12T02:00:00.000Z' }, unused });
  expect(await toPublish('admin', [known.here, known.there])).toMatchObject({ used: { last_used_at: '2026-11-15T02:00:00.000Z' } });
  expect(await toPublish('admin', [known.empty])).toMatchObject({ used: { last_used_at: null } });
});

it('leaves out ads that the reader may not see', async () => {
  expect(await toPublish('opt_01', [known.here])).toMatchObject({ used: { last_used_at: '2026-11-10T02:00:00.000Z' } });
  expect(await toPublish('opt_02', [known.here])).toMatchObject({ used: { last_used_at: null } });
});

it('is left out when no accounts are given', async () => {
  expect(await toPublish('admin')).toEqual({ used: undefined, unused: undefined });
});

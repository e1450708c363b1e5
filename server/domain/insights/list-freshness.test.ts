import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const known = { newest: 0, late: 0 };
const NEWEST = '2026-11-20T07:50:00.000Z';
const LATE = '2026-11-20T03:00:00.000Z';

/** Adds spend to an ad on a day with a product or scheme. */
const spend = async (ad: LaunchedAd, of: { product_id?: number; scheme_id?: number }) =>
  await rows.days([rows.dayOf(ad, '2026-11-19', { spend: 100, spend_usd: 100, ...of })]);

beforeAll(async () => {
  server = await createTestApp();
  known.newest = await rows.account('opt_01', { name: '新账户' });
  known.late = await rows.account('opt_01', { name: '旧账户' });
  await rows.synced(known.newest, { pulled_at: new Date(NEWEST) });
  await rows.synced(known.late, { pulled_at: new Date(LATE), failed_since: new Date('2026-11-20T03:15:00.000Z') });
});
afterAll(() => server.close());

const PAGES = ['/auth-accounts', '/ad-schemes', '/material-products'] as const;
const COLUMNS = {
  '/auth-accounts': ['name', 'spend_7d'],
  '/ad-schemes': ['name', 'roi_d0_30d'],
  '/material-products': ['name', 'roi_30d'],
};
const loadList = async (page: (typeof PAGES)[number], by = 'admin') => (await server.as(by, `${page}/list`, {})).data;

describe('the freshness of lists with ad figures', () => {
  it('is absent when no figures were ever pulled', async () => {
    expect(await loadList('/ad-schemes')).not.toHaveProperty('as_of');
    expect(await loadList('/material-products')).not.toHaveProperty('as_of');
    const never = await rows.account('opt_05', { name: '从未拉取' });
    const { data } = await server.as('admin', '/auth-accounts/list', { keyword: '从未拉取' });
    expect(data.list.map(({ id }) => id)).toEqual([never]);
    expect(data).not.toHaveProperty('as_of');
  });

  it.each(PAGES)('names the last pull and the accounts that are behind: %s', async (page) => {
    if (page !== '/auth-accounts') {
      for (const account of [known.newest, known.late]) await spend(await rows.tree(account, 'opt_01'), { product_id: 1, scheme_id: 1 });
    }
    const data = await loadList(page);
    expect(data).toMatchObject({ as_of: LATE, newest_at: NEWEST });
    expect(data.warnings).toMatchObject([{ kind: 'stale_account', refs: [{ id: known.late, label: '旧账户', since: LATE }] }]);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api${page}/export`,
      headers: { authorization: `Bearer ${await server.signIn('admin')}` },
      payload: { columns: COLUMNS[page], locale: 'zh-cn' },
    });
    const said = new Map(sheetsIn(answer.rawPayload)[1]?.map(([name = '', value = '']) => [name, value]));
    expect(said.get('数据更新至')).toBe('2026-11-20 15:50（1 个账户停在 2026-11-20 11:00）');
    expect(said.get('停更账户：旧账户')).toBe('2026-11-20 11:00');
  });

  it('names only accounts whose figures the reader may see', async () => {
    expect(await loadList('/ad-schemes', 'opt_05')).not.toHaveProperty('as_of');
    expect(await loadList('/material-products', 'opt_05')).not.toHaveProperty('as_of');
  });
});

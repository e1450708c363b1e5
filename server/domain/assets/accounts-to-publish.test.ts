import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';

let server: TestApp;
const rows = connectionFixtures(() => server);
const ids: Record<'person' | 'owning' | 'shared' | 'failed' | 'apart' | 'pixel' | 'site', number> = {} as never;

const loadAccounts = async (account: string, more: object = {}) => {
  const request = { ids: [ids.owning, ids.shared, ids.failed, ids.apart], to_publish: true as const, ...more };
  const { list } = (await server.as(account, '/auth-accounts/simple_list', request)).data;
  return new Map(list.map(({ id, publish }) => [id, publish]));
};

beforeAll(async () => {
  server = await createTestApp({});
  ids.person = await rows.person('opt_01');
  ids.owning = await rows.account(ids.person, {
    currency: 'JPY',
    timezone_name: 'Asia/Tokyo',
    spend_cap: 90_000,
    amount_spent: 20_000,
  });
  ids.shared = await rows.account(ids.person);
  ids.failed = await rows.account(ids.person);
  ids.apart = await rows.account(ids.person);
  ids.pixel = await rows.pixel(ids.person, ids.owning);
  ids.site = await rows.site({ default_pixel_id: ids.pixel });
  await rows.assign('site', ids.site, { user: 'opt_01' });
  const dates = { created_at: server.clock.now(), updated_at: server.clock.now() };
  const share = (ad_account_id: number, status: 'active' | 'failed') => ({ pixel_id: ids.pixel, ad_account_id, status, ...dates });
  await server.db
    .insertInto('pixel_share')
    .values([share(ids.shared, 'active'), share(ids.failed, 'failed')])
    .execute();
});
afterAll(async () => await server.close());

describe('ad accounts to publish into', () => {
  it('show currency, timezone, remaining spend cap and number of running ads', async () => {
    const found = await loadAccounts('opt_01');
    expect(found.get(ids.owning)).toEqual({
      currency: 'JPY',
      timezone_name: 'Asia/Tokyo',
      cap_left: 70_000,
      ads_running: 0,
      pixel_id: null,
      pixel_usable: null,
    });
    expect(found.get(ids.apart)?.cap_left).toBeNull();
  });

  it.each(['pixel', 'site'] as const)('show whether each may use the given %s', async (kind) => {
    const found = await loadAccounts('opt_01', kind === 'pixel' ? { pixel_id: ids.pixel } : { pixel_of_site_id: ids.site });
    const usable = [ids.owning, ids.shared, ids.failed, ids.apart].map((id) => found.get(id)?.pixel_usable);
    expect(usable).toEqual([true, true, false, false]);
    expect(found.get(ids.apart)?.pixel_id).toBe(ids.pixel);
  });

  it('reveal nothing about a pixel or site that the reader does not see', async () => {
    await rows.assign('ad_account', ids.owning, { user: 'opt_05' });
    for (const more of [{ pixel_id: ids.pixel }, { pixel_of_site_id: ids.site }]) {
      const found = await loadAccounts('opt_05', more);
      expect([...found.keys()]).toEqual([ids.owning]);
      expect(found.get(ids.owning)).toMatchObject({ pixel_id: null, pixel_usable: null });
    }
  });

  it('are listed without these facts when only names are needed', async () => {
    const { list } = (await server.as('opt_01', '/auth-accounts/simple_list', { ids: [ids.owning] })).data;
    expect(list[0]).not.toHaveProperty('publish');
  });
});

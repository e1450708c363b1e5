import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionsOf } from '#tests/support/connections.ts';

let server: TestApp;
const rows = connectionsOf(() => server);
const known: Record<'person' | 'owning' | 'shared' | 'failed' | 'apart' | 'pixel' | 'site', number> = {} as never;

const ask = async (account: string, more: object = {}) => {
  const asked = { ids: [known.owning, known.shared, known.failed, known.apart], to_publish: true as const, ...more };
  const { list } = (await server.as(account, '/auth-accounts/simple_list', asked)).data;
  return new Map(list.map(({ id, publish }) => [id, publish]));
};

beforeAll(async () => {
  server = await createTestApp({});
  known.person = await rows.person('opt_01');
  known.owning = await rows.account(known.person, {
    currency: 'JPY',
    timezone_name: 'Asia/Tokyo',
    spend_cap: 90_000,
    amount_spent: 20_000,
  });
  known.shared = await rows.account(known.person);
  known.failed = await rows.account(known.person);
  known.apart = await rows.account(known.person);
  known.pixel = await rows.pixel(known.person, known.owning);
  known.site = await rows.site({ default_pixel_id: known.pixel });
  await rows.assign('site', known.site, { user: 'opt_01' });
  const kept = { created_at: server.clock.now(), updated_at: server.clock.now() };
  const share = (ad_account_id: number, status: 'active' | 'failed') => ({ pixel_id: known.pixel, ad_account_id, status, ...kept });
  await server.db
    .insertInto('pixel_share')
    .values([share(known.shared, 'active'), share(known.failed, 'failed')])
    .execute();
});
afterAll(async () => await server.close());

describe('ad accounts to publish into', () => {
  it('say their currency, time zone, what is left of their cap, and how many ads run', async () => {
    const found = await ask('opt_01');
    expect(found.get(known.owning)).toEqual({
      currency: 'JPY',
      timezone_name: 'Asia/Tokyo',
      cap_left: 70_000,
      ads_running: 0,
      pixel_id: null,
      pixel_usable: null,
    });
    expect(found.get(known.apart)?.cap_left).toBeNull();
  });

  it.each(['pixel', 'site'] as const)('say whether each may use the %s that is asked about', async (kind) => {
    const found = await ask('opt_01', kind === 'pixel' ? { pixel_id: known.pixel } : { pixel_of_site_id: known.site });
    const usable = [known.owning, known.shared, known.failed, known.apart].map((id) => found.get(id)?.pixel_usable);
    expect(usable).toEqual([true, true, false, false]);
    expect(found.get(known.apart)?.pixel_id).toBe(known.pixel);
  });

  it('say nothing of a pixel or site that the reader does not see', async () => {
    await rows.assign('ad_account', known.owning, { user: 'opt_05' });
    for (const more of [{ pixel_id: known.pixel }, { pixel_of_site_id: known.site }]) {
      const found = await ask('opt_05', more);
      expect([...found.keys()]).toEqual([known.owning]);
      expect(found.get(known.owning)).toMatchObject({ pixel_id: null, pixel_usable: null });
    }
  });

  it('count nothing for those who only need names', async () => {
    const { list } = (await server.as('opt_01', '/auth-accounts/simple_list', { ids: [known.owning] })).data;
    expect(list[0]).not.toHaveProperty('publish');
  });
});

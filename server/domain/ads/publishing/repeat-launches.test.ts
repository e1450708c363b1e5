import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';

let server: TestApp;
let assets: PublishAssets;
let scheme: number;
let batch: number;
const rows = publishingFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp({ batches: { waitMs: 0 } });
  assets = await rows.prepareAssets();
  ({ id: scheme } = await rows.scheme('opt_05', assets));
  const ad_account_ids = assets.accounts.slice(0, 2).toReversed();
  const { data: plan } = await server.as('opt_05', '/ad-publish/preview', rows.request(assets, scheme, { ad_account_ids }));
  ({ batch_id: batch } = (await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true })).data);
  await server.app.batches.settled();
});
afterAll(async () => await server.close());

const againOf = async (batch_id = 0, as = 'opt_05') => (await server.as(as, '/op-batches/detail', { batch_id })).data.again;

describe('repeating a publish', () => {
  it('offers the same scheme and accounts', async () => {
    expect(await againOf(batch)).toEqual({
      action: 'publish',
      level: null,
      ids: [],
      currency: null,
      timezone_name: null,
      values: { scheme_id: scheme, ad_account_ids: assets.accounts.slice(0, 2).toReversed() },
    });
  });

  it('is not offered when the scheme is not visible', async () => {
    await server.db.updateTable('scheme').set({ deleted_at: server.clock.now() }).where('id', '=', scheme).execute();
    expect(await againOf(batch)).toBeNull();
    await server.db.updateTable('scheme').set({ deleted_at: null }).where('id', '=', scheme).execute();
  });
});

describe('repeating copies', () => {
  it('offers the same originals with the same options', async () => {
    const { id } = await server.db.selectFrom('campaign').select('id').orderBy('id').executeTakeFirstOrThrow();
    const start_at = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    const target_account_ids = [assets.accounts[0] ?? 0];
    const options = { times: 2, deep: true, status: 'PAUSED' as const, start_at, target_account_ids };
    const rename = { prefix: 'C ', suffix: '' };
    const { data } = await server.as('opt_05', '/ad-entities/batch_copy', { level: 'campaign', ids: [id], ...options, rename });
    await server.app.batches.settled();
    const again = { action: 'copy', level: 'campaign', ids: [id] };
    expect(await againOf(data.batch_id)).toMatchObject({ ...again, values: { ...options, ...rename } });

    server.clock.forward({ minutes: 61 });
    expect((await againOf(data.batch_id))?.values).not.toHaveProperty('start_at');
    await server.db.updateTable('campaign').set({ status: 'DELETED' }).where('id', '=', id).execute();
    expect(await againOf(data.batch_id)).toBeNull();
    const { data: remade } = await server.as('opt_05', '/ad-entities/batch_copy', {
      level: 'campaign',
      ids: [id],
      times: 1,
      deep: true,
      status: 'PAUSED',
      from_deleted: true,
    });
    await server.app.batches.settled();
    expect(await againOf(remade.batch_id)).toMatchObject({ ...again, values: { from_deleted: true } });
  });
});

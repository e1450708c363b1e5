import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncEntities } from '#server/domain/ads/entities/sync.job.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { testMetaConfig } from '#tests/support/meta-config.ts';
import { quietSandbox } from '#tests/support/outside.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import type { AdPlatform } from '../ad-platform.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { sandboxTables } from '../sandbox/tables.ts';
import { createDouble, type Double, type SignedNotice } from './double/double.ts';
import { judge } from './facts/judge.ts';
import table from './facts/table.json' with { type: 'json' };
import { createMeta } from './meta.ts';
import { createNotices } from './notices.ts';

/** A console whose only network is the double, with a launch that has been reviewed and synchronised. */
let server: TestApp;
let assets: PublishAssets;
let double: Double;
const rows = publishingFixtures(() => server);

beforeAll(async () => {
  const holder: { platform?: AdPlatform } = {};
  const config = testMetaConfig('http://127.0.0.1:9');
  const channels = {
    of: () => {
      if (holder.platform === undefined) throw new Error('the network is not connected yet');
      return holder.platform;
    },
    connectorsFor: () => ['meta'] as const,
    notices: { ...createNotices(config), connector: 'sandbox' as const },
  };
  server = await createTestApp({ channels, batches: { waitMs: 0 } });
  const { db, clock } = server;
  const { platform: world } = createSandbox({ db, clock, ...quietSandbox });
  double = createDouble({ world: { platform: world, db: sandboxTables(db), now: () => clock.now() }, config });
  holder.platform = createMeta({
    config,
    clock,
    languages: [],
    sleep: () => Promise.resolve(),
    random: () => 0,
    fetch: double.fetch,
  }).platform;
  assets = await rows.prepareAssets();
  const { id } = await rows.scheme('opt_05', assets, { structure: { ads_per_group: 4 } });
  const request = rows.request(assets, id, { material_ids: assets.materials });
  const { data: plan } = await server.as('opt_05', '/ad-publish/preview', request);
  await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
  await server.app.batches.settled();
  clock.forward({ hours: 24 });
  await sync();
  clock.forward({ minutes: 5 });
});
afterAll(async () => await server.close());

async function sync(): Promise<void> {
  const { db, clock, outside } = server;
  await syncEntities.run({ ...outside, db, now: clock.now(), signal: new AbortController().signal, log: () => undefined });
}

const load = async (id: number) =>
  await server.db.selectFrom('ad').select(['status', 'effective_status']).where('id', '=', id).executeTakeFirstOrThrow();
const closings = async (id: number) =>
  await server.db.selectFrom('ad_event').select('actor_type').where('ad_id', '=', id).where('event', '=', 'close').execute();

/** An ad that is on here, with its id on the network. */
async function pick(): Promise<{ id: number; remote: string }> {
  const { id, platform_ad_id } = await server.db
    .selectFrom('ad')
    .select(['id', 'platform_ad_id'])
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return { id, remote: platform_ad_id ?? '' };
}

async function accountOf(ad: string): Promise<string> {
  const { account_id } = await sandboxTables(server.db)
    .selectFrom('sbx_ad')
    .select('account_id')
    .where('id', '=', ad)
    .executeTakeFirstOrThrow();
  return account_id;
}

async function deliver(notice: SignedNotice | null): Promise<number> {
  if (notice === null) throw new Error('nobody asked for the changes of this account');
  const { headers, body } = notice;
  const { statusCode } = await server.app.inject({ method: 'POST', url: '/api/open-meta/webhook', headers, payload: body });
  await server.app.noticedObjects?.settled();
  return statusCode;
}
const changed = (id: string, field = 'in_process_ad_objects', value: object = {}) => ({ field, value: { id, level: 'AD', ...value } });
/** The requests since the last call. */
const takeRequests = (): string[] => double.requests.splice(0).map(({ method, node, edge }) => `${method} ${node}/${edge}`);
const close = async (id: string) =>
  await sandboxTables(server.db)
    .updateTable('sbx_ad')
    .set({ status: 'PAUSED', updated_at: server.clock.now() })
    .where('id', '=', id)
    .execute();

describe('a change that the network tells', () => {
  it('is read at once, and only of the object that changed', async () => {
    const { id, remote } = await pick();
    await close(remote);
    takeRequests();
    expect(await deliver(double.notice(await accountOf(remote), [changed(remote)]))).toBe(200);
    expect(takeRequests()).toEqual(['GET Ad/']);
    expect(await load(id)).toMatchObject({ status: 'PAUSED', effective_status: 'PAUSED' });
    expect(await closings(id)).toEqual([{ actor_type: 'platform' }]);
  });

  it('may be told twice, late and in any order: only what is read counts', async () => {
    const { id, remote } = await pick();
    const account = await accountOf(remote);
    const early = double.notice(account, [changed(remote, 'with_issues_ad_objects', { status_name: 'With issues' })]);
    await close(remote);
    server.clock.forward({ minutes: 1 });
    const late = double.notice(account, [changed(remote, 'in_process_ad_objects', { status_name: 'Paused' })]);
    for (const notice of [late, early, late, early]) expect(await deliver(notice)).toBe(200);
    expect(await load(id)).toMatchObject({ status: 'PAUSED', effective_status: 'PAUSED' });
    await sync();
    expect(await closings(id)).toHaveLength(1);
  });

  it('of a kind that is not known, of an object made elsewhere or without a signature reads nothing', async () => {
    const { remote } = await pick();
    const account = await accountOf(remote);
    const notice = double.notice(account, [changed(remote)]);
    takeRequests();
    expect(await deliver(double.notice(account, [changed(remote, 'creative_fatigue'), changed('999')]))).toBe(200);
    const headers = { ...notice?.headers, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
    expect(await deliver({ headers, body: notice?.body ?? '' })).toBe(400);
    expect(await deliver({ headers: { 'content-type': 'application/json' }, body: notice?.body ?? '' })).toBe(400);
    expect(takeRequests()).toEqual([]);
  });

  it('about many objects of an account is listed, which uses less of its quota', async () => {
    const { rows: objects } = await sql<{ id: string }>`
      select platform_campaign_id as id from campaign union select platform_adset_id from ad_group union select platform_ad_id from ad`.execute(
      server.db,
    );
    const { id, remote } = await pick();
    await close(remote);
    takeRequests();
    const told = objects.map((object) => changed(object.id));
    expect(told.length).toBeGreaterThan(10);
    expect(await deliver(double.notice(await accountOf(remote), told))).toBe(200);
    const requests = takeRequests();
    expect(requests.length).toBeLessThan(told.length);
    expect(new Set(requests)).toEqual(new Set(['GET AdAccount/campaigns', 'GET AdAccount/adsets', 'GET AdAccount/ads']));
    expect((await load(id)).status).toBe('PAUSED');
  });

  it('is left to the next listing when it cannot be read', async () => {
    const { id, remote } = await pick();
    await close(remote);
    double.plan = () => 'refused';
    expect(await deliver(double.notice(await accountOf(remote), [changed(remote)]))).toBe(200);
    double.plan = () => null;
    expect((await load(id)).status).toBe('ACTIVE');
    await sync();
    expect((await load(id)).status).toBe('PAUSED');
  });
});

it('the network is asked to tell changes once a day, in the form that the publisher describes', async () => {
  const watches = () => double.requests.filter(({ edge }) => edge === 'subscribed_apps');
  takeRequests();
  await sync();
  expect(watches()).toEqual([]);
  server.clock.forward({ hours: 25 });
  await sync();
  expect(watches()).toHaveLength(assets.accounts.length);
  expect([...new Set(double.requests.flatMap((request) => judge(table, request)))]).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedSandbox } from '#server/channel/sandbox/found-world.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { quietSandbox, testVault } from '#tests/support/outside.ts';
import { seedAuthorisedAssets } from './demo-assets.ts';

/** The reference date of the demo data. */
const asOf = new Date('2026-11-20T00:00:00Z');

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  const { db } = server;
  const known = await db.selectFrom('personal_account').select('id').execute();
  if (known.length > 0) return;
  await seedSandbox(db, { seed: quietSandbox.seed, asOf });
  const users = new Map((await db.selectFrom('sys_user').select(['id', 'account']).execute()).map((row) => [row.account, row.id]));
  const departments = new Map((await db.selectFrom('sys_department').select(['id', 'name']).execute()).map((row) => [row.name, row.id]));
  await db
    .transaction()
    .execute((transaction) =>
      seedAuthorisedAssets(transaction, { users, departments }, { vault: testVault, asOf, seed: quietSandbox.seed }),
    );
});
afterAll(async () => await server.close());

const people = async (path: '/auth-personages/list' | '/operation-auths/list') =>
  (await server.as('admin', path, { page_size: 50 })).data.list;
const accounts = async (filter: object = {}) => (await server.as('admin', '/auth-accounts/list', { page_size: 50, ...filter })).data.list;

describe('the authorised assets of the demo company', () => {
  test('are ten persons: one expired, one expiring in three days, one with a missing scope, two hosted', async () => {
    const [own, hosted] = [await people('/auth-personages/list'), await people('/operation-auths/list')];
    expect([own.length, hosted.length]).toEqual([8, 2]);
    const of = (status: string) => own.filter((row) => row.status === status);
    expect([of('expired').length, of('expiring').length, of('limited').length]).toEqual([1, 1, 1]);
    expect(of('limited')[0]?.missing_scopes).toEqual(['pages_manage_posts']);
    const days = (Date.parse(of('expiring')[0]?.token_expires_at ?? '') - asOf.getTime()) / 86_400_000;
    expect(Math.floor(days)).toBe(3);
    expect(hosted.map((row) => (row as { holder_name?: string }).holder_name)).toContain('王建国');
    expect((await server.as('host_01', '/operation-auths/list', {})).data.total).toBe(2);
  });

  test('are 24 accounts with all special cases', async () => {
    const rows = await accounts();
    expect(rows).toHaveLength(24);
    expect(rows.filter((row) => row.account_status === 2).map((row) => row.disable_reason)).toEqual([3]);
    expect(rows.filter((row) => row.account_status === 3)).toHaveLength(1);
    expect(rows.filter((row) => row.currency === 'JPY')).toHaveLength(1);
    const zones = rows.map((row) => row.timezone_name);
    expect(zones).toEqual(expect.arrayContaining(['America/Los_Angeles', 'Europe/London', 'Asia/Shanghai']));
    expect(rows.filter((row) => row.sync_error !== null)).toHaveLength(1);
    expect(await accounts({ unassigned: true })).toHaveLength(1);
    const reasons = new Set(rows.map((row) => row.undeliverable_reason));
    expect([...reasons].sort()).toEqual(expect.arrayContaining(['account_status', 'authoriser', null]));
    expect((await server.as('opt_01', '/auth-accounts/list', {})).data.total).toBeGreaterThan(0);
    expect((await server.as('lead_b', '/auth-accounts/list', {})).data.total).toBe(0);
  });

  test('match the simulated channel, which accepts their tokens and refreshes their accounts', async () => {
    const active = (await people('/auth-personages/list')).filter((row) => row.status === 'active').map((row) => row.id);
    const checked = await server.as('admin', '/auth-personages/check', { ids: active });
    expect(checked.data).toMatchObject({ ok: active.length, fail: 0 });
    const expired = (await people('/auth-personages/list')).filter((row) => row.status === 'expired').map((row) => row.id);
    expect((await server.as('admin', '/auth-personages/check', { ids: expired })).data).toMatchObject({ ok: 1 });
    const [first] = await accounts({ deliverable: true });
    const synced = await server.as('admin', '/auth-accounts/sync', { ids: [first?.id ?? 0] });
    expect(synced.data).toMatchObject({ ok: 1 });
  });

  test('leave people of the channel that can still be authorised', async () => {
    const owner = await server.db.selectFrom('sys_user').select('id').where('account', '=', 'lead_a').executeTakeFirstOrThrow();
    const begun = await server.as('lead_a', '/auth-personages/auth_url', { channel: 'meta', owner_user_id: owner.id });
    const page = await server.app.inject({ method: 'GET', url: begun.data.url });
    const { id } = (await server.db
      .selectFrom('sbx_person' as never)
      .select('id' as never)
      .where('name' as never, '=', '许梦瑶' as never)
      .executeTakeFirstOrThrow()) as { id: string };
    expect(page.body).toContain('许梦瑶');
    const scopes = [
      'ads_management',
      'ads_read',
      'business_management',
      'pages_show_list',
      'pages_read_engagement',
      'pages_manage_ads',
      'pages_manage_posts',
    ];
    const form = new URLSearchParams([
      ['state', begun.data.state],
      ['answer', 'allow'],
      ['person', id],
      ...scopes.map((scope) => ['scope', scope]),
    ]);
    const answered = await server.app.inject({
      method: 'POST',
      url: '/api/sandbox-auth',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
    expect(answered.statusCode).toBe(303);
    const back = await server.app.inject({ method: 'GET', url: String(answered.headers.location) });
    expect(back.body).toContain('授权完成');
    const { data } = await server.as('lead_a', '/auth-personages/auth_result', { state: begun.data.state });
    expect(data).toMatchObject({ status: 'ok', name: '许梦瑶', missing_scopes: [] });
    expect(data.found?.accounts.length).toBeGreaterThan(1);
    // One of them is already in the demo company through another person.
    expect(data.found?.accounts.map((one) => one.already)).toContain('other');
    const fresh = (data.found?.accounts ?? []).filter((one) => one.already === 'no').map((one) => one.platform_id);
    const imported = await server.as('lead_a', '/auth-personages/import', {
      personal_account_id: data.personal_account_id ?? 0,
      account_ids: fresh,
      page_ids: data.found?.homepages.map((one) => one.platform_id) ?? [],
      pixel_ids: (data.found?.pixels ?? []).filter((one) => one.already === 'no').map((one) => one.platform_id),
      biz: 'dj',
    });
    expect(imported.data).toMatchObject({ fail: 0 });
  });

  test('are exported with amounts in major units and without secrets', async () => {
    const file = await server.as('admin', '/auth-accounts/export', {
      columns: ['name', 'currency', 'balance', 'assignees'],
      locale: 'zh-cn',
    });
    expect(file.headers['x-row-count']).toBeDefined();
    const counted = await server.as('admin', '/auth-personages/export', { columns: ['name'], locale: 'en', count_only: true });
    expect((counted.data as unknown as { count: number }).count).toBeGreaterThanOrEqual(8);
  });
});

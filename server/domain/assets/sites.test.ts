import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { contentFixtures } from '#tests/support/content.ts';

let server: TestApp;
const rows = connectionFixtures(() => server);
const content = contentFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp();
  // Two staff users may open and change sites, so that only visibility distinguishes them.
  const role = server.db.updateTable('sys_role').where('name', '=', '优化师');
  await role.set({ paths: ['/auth/site', '/auth/pixel', '/auth/homepage'], actions: ['asset', 'export'] }).execute();
});
afterAll(async () => await server.close());

let serial = 0;
const newSite = (more: object = {}) => {
  serial += 1;
  return {
    name: `新站点 ${serial}`,
    biz: 'dj' as const,
    kind: 'h5' as const,
    domain: `new-${serial}.test`,
    url_tags: 'ad_id={{ad.id}}&p={{placement}}',
    timezone_name: 'America/Los_Angeles',
    verify_method: 'dns_txt' as const,
    ...more,
  };
};
const faults = (answer: { data: unknown }) =>
  (answer.data as { errors?: { field: string; rule: string }[] }).errors?.map(({ field, rule }) => `${field} ${rule}`);

describe('sites', () => {
  it("are visible to their assignees and the assignees' leaders, to assigned departments and those below, and to administrators", async () => {
    const own = await rows.site({ name: 'vis-own' });
    await rows.assign('site', own, { user: 'opt_01' });
    const group = await rows.site({ name: 'vis-group' });
    await rows.assign('site', group, { department: '投放一部' });
    const editors = await rows.site({ name: 'vis-editors' });
    await rows.assign('site', editors, { user: 'edit_01' });
    const nobodys = await rows.site({ name: 'vis-nobody' });
    const ended = await rows.site({ name: 'vis-ended' });
    await rows.assign('site', ended, { user: 'opt_01' });
    await server.db
      .updateTable('asset_assign')
      .set({ to_at: server.clock.now() })
      .where('asset_id', '=', ended)
      .where('asset_type', '=', 'site')
      .execute();

    const seen = async (account: string) => {
      const { data } = await server.as(account, '/auth-sites/list', { keyword: 'vis-', sort: [{ field: 'name', order: 'asc' }] });
      const { data: simple } = await server.as(account, '/auth-sites/simple_list', { keyword: 'vis-' });
      expect(simple.list.map(({ id }) => id).sort()).toEqual(data.list.map(({ id }) => id).sort());
      expect([simple.total, data.total]).toEqual([data.list.length, data.list.length]);
      for (const id of [own, group, editors, nobodys, ended]) {
        const found = data.list.some((row) => row.id === id);
        expect((await server.as(account, '/auth-sites/detail', { id })).code, `${account} ${id}`).toBe(found ? 0 : 404);
        const bytes = await server.as(account, '/auth-sites/verify_info', { id });
        expect(bytes.code).toBe(found ? 0 : 404);
      }
      return data.list.map(({ id }) => id).sort((a, b) => a - b);
    };
    expect(await seen('opt_01')).toEqual([own, group]);
    expect(await seen('opt_05')).toEqual([group]);
    expect(await seen('lead_a')).toEqual([own, group]);
    expect(await seen('lead_b')).toEqual([editors]);
    expect(await seen('admin')).toEqual([own, group, editors, nobodys, ended]);

    const refused = await server.as('opt_05', '/auth-sites/edit', { id: own, version: 1, name: 'x' });
    expect(refused.reason).toBe('NOT_FOUND');
    expect((await server.as('opt_05', '/auth-sites/delete', { id: own })).reason).toBe('NOT_FOUND');
    expect((await server.as('opt_05', '/auth-sites/verify', { id: own })).reason).toBe('NOT_FOUND');
  });

  it('belong to their creator, have a normalized domain and start unverified', async () => {
    const { code, data } = await server.as('opt_01', '/auth-sites/create', newSite({ domain: ' Play.BÜCHER.test ' }));
    expect(code).toBe(0);
    expect(data).toMatchObject({ domain: 'play.xn--bcher-kva.test', verify_state: 'pending', status: 'on', landings: 0 });
    expect(data.assignees).toEqual([{ kind: 'user', id: await rows.userOf('opt_01'), label: '陈一鸣' }]);
    expect((await server.as('opt_01', '/auth-sites/detail', { id: data.id })).code).toBe(0);
    expect((await server.as('opt_05', '/auth-sites/detail', { id: data.id })).code).toBe(404);
  });

  it('have a unique domain, even if the other site is not visible', async () => {
    const { data } = await server.as('opt_01', '/auth-sites/create', newSite());
    const again = await server.as('opt_05', '/auth-sites/create', newSite({ domain: data.domain.toUpperCase() }));
    expect(again).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'domain' } });
    const other = (await server.as('opt_05', '/auth-sites/create', newSite())).data;
    const taken = await server.as('opt_05', '/auth-sites/edit', { id: other.id, version: other.version, domain: data.domain });
    expect(taken).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'domain' } });
    await server.as('opt_01', '/auth-sites/delete', { id: data.id });
    expect((await server.as('opt_05', '/auth-sites/create', newSite({ domain: data.domain }))).code).toBe(0);
  });

  it('are refused with all invalid fields at once', async () => {
    const wrong = newSite({ domain: 'https://a.test/x', kind: 'app', url_tags: 'x=1', timezone_name: 'Mars/Base' });
    const answer = await server.as('opt_01', '/auth-sites/create', wrong);
    expect(answer.reason).toBe('VALIDATION');
    expect(faults(answer)).toEqual(['domain host', 'app_url_ios appUrl', 'url_tags urlTagsAd', 'timezone_name timezone']);
  });

  it('can be related to visible assets, and a default must be one of them', async () => {
    const person = await rows.person('opt_05');
    const owner = await rows.account(person);
    const [mine, others] = [await rows.pixel(person, owner), await rows.pixel(person, owner)];
    await rows.assign('pixel', mine, { user: 'opt_01' });
    const page = await rows.homepage(person);
    await rows.assign('homepage', page, { user: 'opt_01' });
    const site = (await server.as('opt_01', '/auth-sites/create', newSite({ pixel_ids: [mine], default_pixel_id: mine }))).data;
    expect(site.default_pixel?.id).toBe(mine);

    const unseen = await server.as('opt_01', '/auth-sites/bind_assets', { id: site.id, pixel_ids: [mine, others], homepage_ids: [] });
    expect(faults(unseen)).toEqual(['pixel_ids.1 exists']);
    const astray = await server.as('opt_01', '/auth-sites/bind_assets', {
      id: site.id,
      pixel_ids: [],
      default_pixel_id: mine,
      homepage_ids: [],
    });
    expect(faults(astray)).toEqual(['default_pixel_id bound']);

    const bound = await server.as('opt_01', '/auth-sites/bind_assets', {
      id: site.id,
      pixel_ids: [],
      homepage_ids: [page],
      default_homepage_id: page,
    });
    expect(bound.data).toMatchObject({ pixels: [], default_pixel: null, version: site.version + 1 });
    expect(bound.data.default_homepage?.id).toBe(page);

    // Assets related by other users stay, even if the caller does not see them.
    await server.as('admin', '/auth-sites/bind_assets', { id: site.id, pixel_ids: [others], homepage_ids: [page] });
    const answer = await server.as('opt_01', '/auth-sites/bind_assets', { id: site.id, pixel_ids: [others, mine], homepage_ids: [page] });
    expect(answer.data.pixels.map(({ id }) => id).sort()).toEqual([mine, others].sort());
    const same = await server.as('opt_01', '/auth-sites/bind_assets', { id: site.id, pixel_ids: [others, mine], homepage_ids: [page] });
    expect(same.data.version).toBe(answer.data.version);
  });

  it('can be saved once per version, and a conflict returns the current row', async () => {
    const site = (await server.as('opt_01', '/auth-sites/create', newSite())).data;
    const first = await server.as('opt_01', '/auth-sites/edit', { id: site.id, version: site.version, name: '第一' });
    expect(first.data).toMatchObject({ name: '第一', version: site.version + 1 });
    const second = await server.as('admin', '/auth-sites/edit', { id: site.id, version: site.version, name: '第二' });
    expect(second).toMatchObject({ reason: 'VERSION_CONFLICT', data: { by: '陈一鸣', latest: { name: '第一' } } });
  });

  it('can be switched off and on, and deleted with their pages but not while they have products', async () => {
    const site = (await server.as('opt_01', '/auth-sites/create', newSite({ biz: 'ec', kind: 'shop' }))).data;
    expect((await server.as('opt_01', '/auth-sites/set_status', { id: site.id, status: 'off' })).data.status).toBe('off');
    const product = await content.product(site.id);
    const page = await rows.landing(site.id, { product_id: product });
    expect(await server.as('opt_01', '/auth-sites/delete', { id: site.id })).toMatchObject({
      code: 422,
      reason: 'SITE_IN_USE',
      data: { count: 1 },
    });
    await server.db.updateTable('product').set({ deleted_at: server.clock.now() }).where('id', '=', product).execute();
    expect((await server.as('opt_01', '/auth-sites/delete', { id: site.id })).code).toBe(0);
    const left = await server.db.selectFrom('landing_page').select('deleted_at').where('id', '=', page).executeTakeFirstOrThrow();
    expect(left.deleted_at).not.toBeNull();
    expect((await server.as('admin', '/auth-sites/detail', { id: site.id })).reason).toBe('NOT_FOUND');
  });

  it('keep their business line once they have pages', async () => {
    const site = (await server.as('opt_01', '/auth-sites/create', newSite())).data;
    await rows.landing(site.id, { drama_id: await content.drama() });
    const refused = await server.as('opt_01', '/auth-sites/edit', { id: site.id, version: site.version, biz: 'ec' });
    expect(faults(refused)).toEqual(['biz siteBiz']);
  });

  it('are exported with the rows of the list', async () => {
    const answer = await server.send(
      '/auth-sites/export',
      { columns: ['name', 'domain', 'landings'], locale: 'en', count_only: true },
      { token: await server.signIn('opt_05') },
    );
    const { data } = await server.as('opt_05', '/auth-sites/list', {});
    expect(answer.data).toMatchObject({ count: data.total });
  });
});

describe('the proof of a domain', () => {
  it('is accepted for domains below .test and stays accepted', async () => {
    const site = (await server.as('opt_01', '/auth-sites/create', newSite())).data;
    const info = (await server.as('opt_01', '/auth-sites/verify_info', { id: site.id })).data;
    expect(info).toMatchObject({ method: 'dns_txt', name: `_site-verification.${site.domain}`, next_try_at: null });
    expect((await server.as('opt_01', '/auth-sites/verify', { id: site.id })).data).toEqual({
      verify_state: 'verified',
      next_try_at: null,
    });
    expect((await server.as('opt_01', '/auth-sites/verify', { id: site.id })).data.verify_state).toBe('verified');
    const entries = await server.db
      .selectFrom('op_log')
      .select('id')
      .where('action', '=', '/auth-sites/verify')
      .where('target_id', '=', site.id)
      .execute();
    expect(entries).toHaveLength(1);
  });

  it('fails for other domains with a text and can be checked again after a minute', async () => {
    const site = (await server.as('opt_01', '/auth-sites/create', newSite({ domain: 'play.example.com' }))).data;
    const verify = (language = 'en') => server.as('opt_01', '/auth-sites/verify', { id: site.id }, { language });
    const failed = (await verify()).data;
    expect(failed).toMatchObject({ verify_state: 'failed', error: expect.stringContaining('.test') });
    const row = (await server.as('opt_01', '/auth-sites/detail', { id: site.id }, { language: 'zh-CN' })).data;
    expect(row).toMatchObject({ verify_state: 'failed', verify_error: expect.stringContaining('外部网络') });
    server.clock.forward({ ms: 59_999 });
    expect(await verify()).toMatchObject({ code: 429, reason: 'TOO_MANY_REQUESTS', data: { retry_at: failed.next_try_at } });
    server.clock.forward({ ms: 1 });
    expect((await verify()).data.verify_state).toBe('failed');
  });

  it('is required again when the domain or method changes', async () => {
    const site = (await server.as('opt_01', '/auth-sites/create', newSite())).data;
    await server.as('opt_01', '/auth-sites/verify', { id: site.id });
    const before = (await server.as('opt_01', '/auth-sites/verify_info', { id: site.id })).data;
    const version = (await server.as('opt_01', '/auth-sites/detail', { id: site.id })).data.version;
    const renamed = await server.as('opt_01', '/auth-sites/edit', { id: site.id, version, name: '只改名' });
    expect(renamed.data.verify_state).toBe('verified');
    const moved = await server.as('opt_01', '/auth-sites/edit', { id: site.id, version: version + 1, verify_method: 'html_file' });
    expect(moved.data).toMatchObject({ verify_state: 'pending', verified_at: null });
    const after = (await server.as('opt_01', '/auth-sites/verify_info', { id: site.id })).data;
    expect(before.value).not.toContain(after.value);
  });
});

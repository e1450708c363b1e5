import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { contentFixtures } from '#tests/support/content.ts';

let server: TestApp;
let site: number;
let drama: number;
const rows = connectionFixtures(() => server);
const content = contentFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp();
  const role = server.db.updateTable('sys_role').where('name', '=', '优化师');
  await role.set({ paths: ['/auth/site'], actions: ['asset'] }).execute();
  site = await rows.site();
  await rows.assign('site', site, { user: 'opt_01' });
  drama = await content.drama({ code: 'LAND-1', title: '落地剧', episodes_total: 60 });
});
afterAll(async () => await server.close());

let serial = 0;
const newPage = (more: object = {}) => {
  serial += 1;
  return {
    site_id: site,
    content_id: drama,
    title: `页面 ${serial}`,
    slug: `made-${serial}`,
    template: 'player' as const,
    start_episode: 3,
    language: 'en',
    status: 'draft' as const,
    ...more,
  };
};
const create = async (more: object = {}) => (await server.as('opt_01', '/auth-landings/create', newPage(more))).data;
const faults = (answer: { data: unknown }) =>
  (answer.data as { errors?: { field: string; rule: string }[] }).errors?.map(({ field, rule }) => `${field} ${rule}`);
const itemsOf = async (batch_id: number) =>
  (await server.as('opt_01', '/op-batches/items', { batch_id })).data.list.map(({ label, status, reason }) => ({ label, status, reason }));

describe('landing pages', () => {
  it('are visible to users who see their site', async () => {
    const page = await create({ title: 'vis-page' });
    const seen = async (account: string) => {
      const { list } = (await server.as(account, '/auth-landings/list', { keyword: 'vis-page' })).data;
      const simple = (await server.as(account, '/auth-landings/simple_list', { keyword: 'vis-page' })).data;
      expect(simple.total).toBe(list.length);
      return list.map(({ id }) => id);
    };
    expect(await seen('opt_01')).toEqual([page.id]);
    expect(await seen('opt_05')).toEqual([]);
    expect(await seen('lead_a')).toEqual([page.id]);
    expect(await seen('lead_b')).toEqual([]);
    expect(await seen('admin')).toEqual([page.id]);
    expect((await server.as('opt_05', '/auth-landings/edit', { id: page.id, version: 1, title: 'x' })).reason).toBe('NOT_FOUND');
    expect((await server.as('opt_05', '/auth-landings/delete', { id: page.id })).reason).toBe('NOT_FOUND');
    expect((await server.as('opt_05', '/auth-landings/create', newPage())).reason).toBe('NOT_FOUND');
    expect((await server.as('opt_05', '/auth-landings/list', { site_id: site })).data.total).toBe(0);
  });

  it('have a URL of domain and slug, with the tags of the site', async () => {
    const page = await create({ slug: 'address' });
    const { domain } = await server.db.selectFrom('site').select('domain').where('id', '=', site).executeTakeFirstOrThrow();
    expect(page.url).toBe(`https://${domain}/address`);
    expect(page.url_tagged).toBe(`https://${domain}/address?ad_id={{ad.id}}`);
    expect(page.content).toEqual({ id: drama, label: '落地剧' });
  });

  it('need an existing episode, language and country', async () => {
    const wrong = await server.as('opt_01', '/auth-landings/create', newPage({ start_episode: 61, language: 'xx', country: 'ZZ' }));
    expect(faults(wrong)).toEqual(['start_episode episode', 'language enum', 'country enum']);
    const quiz = await server.as('opt_01', '/auth-landings/create', newPage({ template: 'quiz' }));
    expect(faults(quiz)).toEqual(['start_episode noEpisode']);
    const strange = await server.as('opt_01', '/auth-landings/create', newPage({ content_id: 424_242 }));
    expect(faults(strange)).toEqual(['content_id exists']);
    const page = await create();
    const turned = await server.as('opt_01', '/auth-landings/edit', { id: page.id, version: 1, template: 'direct' });
    expect(turned.data).toMatchObject({ template: 'direct', start_episode: null });
  });

  it('have a unique slug on their site; a former slug redirects and stays reserved', async () => {
    const [page, other] = [await create({ slug: 'first' }), await create({ slug: 'other' })];
    expect(await server.as('opt_01', '/auth-landings/create', newPage({ slug: 'first' }))).toMatchObject({
      code: 409,
      reason: 'DUPLICATE',
      data: { field: 'slug' },
    });
    const moved = (await server.as('opt_01', '/auth-landings/edit', { id: page.id, version: 1, slug: 'second' })).data;
    expect(moved).toMatchObject({ slug: 'second', old_slugs: ['first'] });
    const taken = await server.as('opt_01', '/auth-landings/edit', { id: other.id, version: 1, slug: 'first' });
    expect(taken).toMatchObject({ reason: 'DUPLICATE', data: { field: 'slug' } });
    const back = (await server.as('opt_01', '/auth-landings/edit', { id: page.id, version: 2, slug: 'first' })).data;
    expect(back).toMatchObject({ slug: 'first', old_slugs: ['second'] });
    const elsewhere = await rows.site();
    await rows.assign('site', elsewhere, { user: 'opt_01' });
    expect((await create({ site_id: elsewhere, slug: 'first' })).slug).toBe('first');
    await server.as('opt_01', '/auth-landings/delete', { id: page.id });
    expect((await create({ slug: 'first' })).slug).toBe('first');
  });

  it('go from draft to online and offline, never back to draft', async () => {
    const page = await create();
    let version = 1;
    const to = async (status: 'draft' | 'online' | 'offline') => {
      const answer = await server.as('opt_01', '/auth-landings/edit', { id: page.id, version, status });
      if (answer.code === 0) version = answer.data.version;
      return answer.code === 0 ? answer.data.status : faults(answer)?.[0];
    };
    expect(await to('offline')).toBe('status landingDraft');
    expect(await to('online')).toBe('online');
    expect(await to('draft')).toBe('status landingDraft');
    expect(await to('offline')).toBe('offline');
    expect(await to('draft')).toBe('status landingDraft');
    expect(await to('online')).toBe('online');
    expect(version).toBe(4);
  });

  it('cannot go online while their site is off', async () => {
    const page = await create();
    await server.as('opt_01', '/auth-sites/set_status', { id: site, status: 'off' });
    try {
      const refused = { code: 422, reason: 'SITE_OFF' };
      expect(await server.as('opt_01', '/auth-landings/edit', { id: page.id, version: 1, status: 'online' })).toMatchObject(refused);
      expect(await server.as('opt_01', '/auth-landings/create', newPage({ status: 'online' }))).toMatchObject(refused);
      const {
        start_episode: _,
        content_id: __,
        title: ___,
        slug: ____,
        template: _____,
        language: ______,
        ...rest
      } = newPage({ status: 'online' });
      const many = { ...rest, content_ids: [drama], languages: ['en'], templates: ['quiz' as const] };
      expect(await server.as('opt_01', '/auth-landings/batch_create', many)).toMatchObject(refused);
      const { batch_id } = (await server.as('opt_01', '/auth-landings/batch_status', { ids: [page.id], status: 'online' })).data;
      expect((await itemsOf(batch_id))[0]).toMatchObject({ status: 'failed', reason: 'SITE_OFF' });
      expect((await server.as('opt_01', '/auth-landings/edit', { id: page.id, version: 1, title: '仍可编辑' })).code).toBe(0);
    } finally {
      await server.as('opt_01', '/auth-sites/set_status', { id: site, status: 'on' });
    }
  });

  it('are created for every combination of content, language and template; an existing one fails alone', async () => {
    await create({ slug: 'land-1-es-quiz', start_episode: null, template: 'quiz' });
    const order = {
      site_id: site,
      content_ids: [drama],
      languages: ['en', 'es'],
      templates: ['player' as const, 'quiz' as const],
      start_episode: 5,
      status: 'draft' as const,
    };
    const { data } = await server.as('opt_01', '/auth-landings/batch_create', order);
    expect(data).toMatchObject({ total: 4, ok: 3, fail: 1, status: 'partial' });
    expect(await itemsOf(data.batch_id)).toEqual([
      { label: 'land-1-en-player', status: 'succeeded', reason: null },
      { label: 'land-1-en-quiz', status: 'succeeded', reason: null },
      { label: 'land-1-es-player', status: 'succeeded', reason: null },
      { label: 'land-1-es-quiz', status: 'failed', reason: 'DUPLICATE' },
    ]);
    const { list } = (await server.as('opt_01', '/auth-landings/list', { keyword: 'land-1-e', sort: [{ field: 'slug', order: 'asc' }] }))
      .data;
    expect(list.map(({ slug, start_episode }) => [slug, start_episode])).toEqual([
      ['land-1-en-player', 5],
      ['land-1-en-quiz', null],
      ['land-1-es-player', 5],
      ['land-1-es-quiz', null],
    ]);
  });

  it('are limited to two hundred per call', async () => {
    const dramas: number[] = [];
    for (let n = 0; n < 3; n++) dramas.push(await content.drama());
    const languages = ['en', 'es', 'pt', 'id', 'th', 'ja', 'ko', 'de', 'fr', 'it', 'ar', 'tr', 'vi', 'ms', 'ru', 'hi', 'pl'];
    const order = {
      site_id: site,
      content_ids: dramas,
      languages,
      templates: ['list' as const, 'player' as const, 'quiz' as const, 'direct' as const],
      status: 'draft' as const,
    };
    const refused = await server.as('opt_01', '/auth-landings/batch_create', order);
    expect(faults(refused)).toEqual(['content_ids selectionMax']);
  });

  it('can be switched by filter; unchanged pages are skipped and invisible ones not found', async () => {
    const own = await rows.site();
    await rows.assign('site', own, { user: 'opt_01' });
    const [draft, online] = [
      await rows.landing(own, { drama_id: drama }),
      await rows.landing(own, { drama_id: drama }, { status: 'online' }),
    ];
    const switched = await server.as('opt_01', '/auth-landings/batch_status', {
      filter: { site_id: own },
      expected_total: 2,
      status: 'online',
    });
    expect(switched.data).toMatchObject({ total: 2, ok: 1, skip: 1 });
    const miscounted = await server.as('opt_01', '/auth-landings/batch_status', {
      filter: { site_id: own },
      expected_total: 3,
      status: 'offline',
    });
    expect(miscounted).toMatchObject({ reason: 'SELECTION_CHANGED', data: { total: 2 } });
    const foreign = await server.as('opt_05', '/auth-landings/batch_status', { ids: [draft, online], status: 'offline' });
    expect(foreign.data).toMatchObject({ total: 2, fail: 2 });
    const { list } = (await server.as('opt_01', '/auth-landings/list', { site_id: own, status: 'online' })).data;
    expect(list).toHaveLength(2);
  });
});

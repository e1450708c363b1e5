import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { createScheme } from '#contracts/endpoints/schemes.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { bareScheme } from '#tests/support/sound-scheme.ts';

let server: TestApp;
let assets: PublishAssets;
const rows = publishingFixtures(() => server);

beforeAll(async () => {
  server = await createTestApp();
  assets = await rows.prepareAssets();
});
afterAll(() => server.close());

type Fields = RequestOf<typeof createScheme>;
let serial = 0;
const fields = (more: Partial<Fields> = {}): Fields => {
  serial += 1;
  return { name: `测试方案 ${serial}`, biz: 'dj', channel: 'meta', visibility: 'private', body: rows.bodyFor(assets) as never, ...more };
};
const create = (more: Partial<Fields> = {}, as = 'opt_05') => server.as(as, '/ad-schemes/create', fields(more));
const detail = async (id: number, as = 'opt_05', scheme_version?: number) =>
  (await server.as(as, '/ad-schemes/detail', { id, ...(scheme_version === undefined ? {} : { scheme_version }) })).data;
const markPublished = async (id: number) => {
  await server.db.updateTable('scheme').set({ last_published_at: server.clock.now() }).where('id', '=', id).execute();
};
async function withSiteOff<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const setStatus = (status: 'on' | 'off') => server.db.updateTable('site').set({ status }).where('id', '=', assets.site).execute();
  await setStatus('off');
  try {
    return await work();
  } finally {
    await setStatus('on');
  }
}

describe('a scheme', () => {
  it('starts as a draft of its author and shows its key values', async () => {
    const { data } = await create({ remark: ' 夜间 ' });
    expect(await detail(data.id)).toMatchObject({
      version: 1,
      status: 'draft',
      current_version: 1,
      shown_version: 1,
      versions_count: 1,
      remark: '夜间',
      structure: [1, 2, 2],
      budget_usd: 5_000,
      publish_count: 0,
      roi_d0_30d: null,
      can: ['edit', 'copy', 'set_status', 'delete'],
      body: { identity: { site_id: assets.site } },
    });
  });

  it('is refused at the field of its body that breaks a rule', async () => {
    const body = rows.bodyFor(assets, { money: { bid_strategy: 'COST_CAP' }, audience: { countries: ['XX'] } });
    const { code, data } = await create({ body: body as never, enable: true });
    expect(code).toBe(400);
    expect(data.errors).toEqual([
      expect.objectContaining({ field: 'body.money.bid_usd', rule: 'required' }),
      expect.objectContaining({ field: 'body.audience.countries.0', rule: 'exists' }),
    ]);
  });

  it('must not name anything its author cannot use, as a draft or enabled', async () => {
    const foreign = rows.bodyFor(assets, { identity: { homepage_ids: [424_242], landing_mode: 'fixed', landing_page_ids: [424_242] } });
    for (const more of [{}, { enable: true as const }]) {
      expect((await create({ body: foreign as never, ...more })).data.errors).toEqual([
        expect.objectContaining({ field: 'body.identity.homepage_ids.0', rule: 'exists' }),
        expect.objectContaining({ field: 'body.identity.landing_page_ids.0', rule: 'otherSite' }),
      ]);
    }
    const draft = (await create()).data;
    const enabled = await withSiteOff(() => server.as('opt_05', '/ad-schemes/set_status', { ...draft, status: 'enabled' }));
    expect(enabled.data.errors).toEqual([expect.objectContaining({ field: 'body.identity.site_id', rule: 'exists' })]);
    expect((await create({ enable: true })).code).toBe(0);
    // An author who sees neither the site nor the homepage gets the same fault.
    const other = await create({ enable: true }, 'opt_01');
    expect(other.data.errors).toEqual([expect.objectContaining({ field: 'body.identity.site_id', rule: 'exists' })]);
  });

  it('needs a pixel for goals that are measured with one', async () => {
    const bare = await rows.site({ status: 'on' });
    await rows.assign('site', bare, { user: 'opt_05' });
    const { data } = await create({ enable: true, body: rows.bodyFor(assets, { identity: { site_id: bare } }) as never });
    expect(data.errors).toEqual([expect.objectContaining({ field: 'body.identity.pixel_id', rule: 'pixelOfSite' })]);
  });

  it('has a name that is unique among those of its owner', async () => {
    const name = '同名方案';
    expect((await create({ name })).code).toBe(0);
    expect(await create({ name: ` ${name} ` })).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'name' } });
    expect((await create({ name, body: bareScheme() as never }, 'opt_01')).code).toBe(0);
    const raced = await Promise.all([create({ name: '并发' }), create({ name: '并发' })]);
    expect(raced.map(({ code }) => code).sort()).toEqual([0, 409]);
  });
});

describe('an unfinished draft', () => {
  const bare = () => create({ body: bareScheme() as never });
  const needed = [
    'money.budget_usd',
    'audience.countries',
    'audience.age_min',
    'audience.age_max',
    'structure.campaigns_per_account',
    'structure.groups_per_campaign',
    'structure.ads_per_group',
    'creative.primary_texts',
    'identity.site_id',
    'identity.homepage_ids',
    'naming.campaign',
    'naming.ad_group',
    'naming.ad',
  ];
  const neededAt = needed.map((field) => expect.objectContaining({ field: `body.${field}`, rule: 'required' }));

  it('can be saved with only its name and lists what is missing in its row', async () => {
    const { id } = (await bare()).data;
    expect(await detail(id)).toMatchObject({
      status: 'draft',
      budget_usd: null,
      countries: [],
      structure: [null, null, null],
      missing: needed,
      body: bareScheme(),
    });
    const { list } = (await server.as('opt_05', '/ad-schemes/list', { page_size: 200 })).data;
    expect(list.find((row) => row.id === id)?.missing).toEqual(needed);
    const { list: choices } = (await server.as('opt_05', '/ad-schemes/simple_list', { ids: [id] })).data;
    expect(choices).toMatchObject([{ id, disabled: '方案未启用' }]);
  });

  it('is exported with dashes for what is missing', async () => {
    const name = '导出未填完';
    await create({ name, body: bareScheme() as never });
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/ad-schemes/export',
      headers: { authorization: `Bearer ${await server.signIn('opt_05')}` },
      payload: { keyword: name, columns: ['name', 'structure', 'budget', 'countries', 'bid'], locale: 'zh-cn' },
    });
    // Empty cells are omitted.
    expect(sheetsIn(answer.rawPayload)[0]?.[1]).toEqual([name, '—×—×—', '最低成本']);
  });

  it('is refused for fields that are set but invalid', async () => {
    const body = bareScheme();
    const wrong = {
      ...body,
      audience: { ...body.audience, age_min: 40, age_max: 30, countries: ['XX'] },
      naming: { ...body.naming, ad: '{who}' },
      identity: { ...body.identity, homepage_ids: [424_242], pixel_mode: 'fixed', pixel_id: 424_242 },
    };
    const { code, data } = await create({ body: wrong as never });
    expect([code, data.errors]).toMatchObject([
      400,
      [
        { field: 'body.audience.age_max', rule: 'ageOrder' },
        { field: 'body.naming.ad', rule: 'macroUnknown' },
        { field: 'body.audience.countries.0', rule: 'exists' },
      ],
    ]);
    const sound = { ...wrong, audience: body.audience, naming: body.naming };
    expect((await create({ body: sound as never })).data.errors).toMatchObject([
      { field: 'body.identity.homepage_ids.0', rule: 'exists' },
      { field: 'body.identity.pixel_id', rule: 'exists' },
    ]);
    const landings = { ...body.identity, landing_mode: 'fixed', landing_page_ids: [assets.landings[0] ?? 0, 424_242] };
    expect((await create({ body: { ...body, identity: landings } as never })).data.errors).toMatchObject([
      { field: 'body.identity.landing_page_ids.1', rule: 'otherSite' },
    ]);
    expect((await create({ body: { ...body, money: { ...body.money, budget_usd: 12.5 } } as never })).code).toBe(400);
  });

  it('cannot be enabled by any call; the missing fields are named and nothing changes', async () => {
    const draft = (await bare()).data;
    const { id } = draft;
    const tries = [
      await server.as('opt_05', '/ad-schemes/set_status', { ...draft, status: 'enabled' }),
      await server.as('opt_05', '/ad-schemes/edit', { ...draft, remark: '急', enable: true }),
      await server.as('opt_05', '/ad-schemes/copy', { id, name: '未填完的复制', enable: true }),
      await create({ body: bareScheme() as never, enable: true }),
    ];
    for (const { code, data } of tries) expect([code, data]).toEqual([400, expect.objectContaining({ errors: neededAt })]);
    expect(await detail(id)).toMatchObject({ version: 1, status: 'draft', remark: null });
  });

  it('can be completed and enabled in one step', async () => {
    const draft = (await bare()).data;
    const edited = await server.as('opt_05', '/ad-schemes/edit', { ...draft, body: rows.bodyFor(assets) as never, enable: true });
    expect(edited.data).toMatchObject({ status: 'enabled', missing: [], version: 2, current_version: 1 });
    // A scheme that was enabled once can never be incomplete again, even while disabled.
    await server.as('opt_05', '/ad-schemes/set_status', { id: draft.id, version: 2, status: 'disabled' });
    const back = await server.as('opt_05', '/ad-schemes/edit', { id: draft.id, version: 3, body: bareScheme() as never });
    expect([back.code, back.data]).toEqual([400, expect.objectContaining({ errors: neededAt })]);
  });

  it('is copied as an unfinished draft', async () => {
    const { id } = (await bare()).data;
    const copy = (await server.as('opt_05', '/ad-schemes/copy', { id, name: '未填完的副本' })).data;
    expect(await detail(copy.id)).toMatchObject({ status: 'draft', body: bareScheme() });
  });
});

describe('a changed body', () => {
  const other = () => rows.bodyFor(assets, { money: { budget_usd: 9_900 } }) as never;

  it('overwrites an unpublished version and becomes a new version after publishing', async () => {
    const { id } = (await create()).data;
    expect((await server.as('opt_05', '/ad-schemes/edit', { id, version: 1, body: other() })).data).toMatchObject({
      id,
      version: 2,
      current_version: 1,
    });
    await markPublished(id);
    const third = rows.bodyFor(assets, { money: { budget_usd: 7_700 } }) as never;
    expect((await server.as('opt_05', '/ad-schemes/edit', { id, version: 2, body: third })).data).toMatchObject({
      id,
      version: 3,
      current_version: 2,
    });
    expect([(await detail(id)).body.money.budget_usd, (await detail(id, 'opt_05', 1)).body.money.budget_usd]).toEqual([7_700, 9_900]);
    const { list } = (await server.as('opt_05', '/ad-schemes/versions', { id })).data;
    expect(list.map(({ version, publish_count }) => [version, publish_count])).toEqual([
      [2, 0],
      [1, 0],
    ]);
    expect((await server.as('opt_05', '/ad-schemes/detail', { id, scheme_version: 3 })).code).toBe(404);
  });

  it('is no change when it is equal', async () => {
    const { id } = (await create()).data;
    await markPublished(id);
    const { data } = await server.as('opt_05', '/ad-schemes/edit', { id, version: 1, body: rows.bodyFor(assets) as never });
    expect(data).toMatchObject({ id, version: 1, current_version: 1 });
  });

  it('of an enabled scheme is checked completely', async () => {
    const { id } = (await create({ enable: true })).data;
    const body = rows.bodyFor(assets, { identity: { homepage_ids: [424_242] } }) as never;
    expect((await server.as('opt_05', '/ad-schemes/edit', { id, version: 1, body })).data.errors).toMatchObject([
      { field: 'body.identity.homepage_ids.0' },
    ]);
  });

  it('conflicts with a concurrent change and shows the current values', async () => {
    const { id } = (await create()).data;
    await server.as('opt_05', '/ad-schemes/edit', { id, version: 1, remark: '先改' });
    const late = await server.as('opt_05', '/ad-schemes/edit', { id, version: 1, remark: '后改' });
    expect(late).toMatchObject({ code: 409, reason: 'VERSION_CONFLICT', data: { latest: { remark: '先改', version: 2 } } });
    expect((await detail(id)).remark).toBe('先改');
  });
});

describe('the status of a scheme', () => {
  it('changes from draft to enabled and between enabled and disabled, never back to draft', async () => {
    const draft = (await create()).data;
    const disabled = await server.as('opt_05', '/ad-schemes/set_status', { ...draft, status: 'disabled' });
    expect(disabled.data.errors).toMatchObject([{ field: 'status', rule: 'schemeDraft' }]);
    const enabled = (await server.as('opt_05', '/ad-schemes/set_status', { ...draft, status: 'enabled' })).data;
    expect((await detail(draft.id)).can).toContain('publish');
    const off = (await server.as('opt_05', '/ad-schemes/set_status', { id: draft.id, version: enabled.version, status: 'disabled' })).data;
    expect([
      off.status,
      (await server.as('opt_05', '/ad-schemes/set_status', { id: draft.id, version: off.version, status: 'enabled' })).data.status,
    ]).toEqual(['disabled', 'enabled']);
  });

  it('of a copy is draft, and the copy belongs to its author', async () => {
    const { id } = (await create({ visibility: 'dept', enable: true })).data;
    const copy = (await server.as('opt_05', '/ad-schemes/copy', { id, name: '复制品' })).data;
    expect(await detail(copy.id)).toMatchObject({ name: '复制品', status: 'draft', visibility: 'private', body: (await detail(id)).body });
  });

  it('of a copy can be enabled at once if everything it names can be used', async () => {
    const { id } = (await create({ visibility: 'dept', enable: true })).data;
    const copy = (await server.as('opt_05', '/ad-schemes/copy', { id, name: '直接可用', enable: true })).data;
    expect(await detail(copy.id)).toMatchObject({ status: 'enabled' });
    const refused = await withSiteOff(() => server.as('opt_05', '/ad-schemes/copy', { id, name: '站点停用了', enable: true }));
    expect([refused.code, refused.data.errors]).toMatchObject([400, [{ field: 'body.identity.site_id', rule: 'exists' }]]);
  });

  it('allows deletion unless the scheme is being published', async () => {
    const { id } = (await create()).data;
    const user = await rows.userOf('opt_05');
    const [batch] = await server.db
      .insertInto('batch')
      .values({
        type: 'publish',
        user_id: user,
        origin: '/advertising/publish',
        action: '/ad-publish/submit',
        language: 'zh',
        summary: JSON.stringify({ zh: '发', en: 'P' }),
        params: '{}',
        scheme_id: id,
        scheme_version: 1,
        status: 'running',
        total: 1,
        created_at: server.clock.now(),
        updated_at: server.clock.now(),
      })
      .returning('id')
      .execute();
    expect(await server.as('opt_05', '/ad-schemes/delete', { id })).toMatchObject({
      code: 423,
      reason: 'ENTITY_BUSY',
      data: { batch_id: batch?.id },
    });
    await server.db
      .updateTable('batch')
      .set({ status: 'succeeded', done: 1, ok: 1, started_at: server.clock.now(), finished_at: server.clock.now() })
      .where('id', '=', batch?.id ?? 0)
      .execute();
    expect((await detail(id)).publish_count).toBe(1);
    expect((await server.as('opt_05', '/ad-schemes/delete', { id })).data).toEqual({ id });
    expect((await server.as('opt_05', '/ad-schemes/detail', { id })).code).toBe(404);
  });
});

describe('visibility of schemes', () => {
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    for (const [name, by, visibility] of [
      ['own', 'opt_05', 'private'],
      ['shared', 'opt_05', 'dept'],
      ['leader', 'lead_a', 'dept'],
      ['other', 'opt_ec', 'dept'],
    ] as const) {
      ids[name] = (await create({ visibility, body: bareScheme() as never }, by)).data.id;
    }
  });

  it.each([
    ['opt_05', ['own', 'shared', 'leader'], ['own', 'shared']],
    ['lead_a', ['own', 'shared', 'leader'], ['own', 'shared', 'leader']],
    ['admin', ['own', 'shared', 'leader', 'other'], ['own', 'shared', 'leader', 'other']],
    ['opt_ec', ['other'], ['other']],
  ])('%s sees %j and may change %j', async (reader, seen, written) => {
    const { list } = (await server.as(reader, '/ad-schemes/list', { page_size: 200 })).data;
    const shown = Object.entries(ids).filter(([, id]) => list.some((row) => row.id === id));
    expect(shown.map(([name]) => name)).toEqual(seen);
    const editable = list.filter(({ can }) => can.includes('edit')).map(({ id }) => id);
    expect(shown.filter(([, id]) => editable.includes(id)).map(([name]) => name)).toEqual(written);
    for (const [name, id] of Object.entries(ids)) {
      expect((await server.as(reader, '/ad-schemes/detail', { id })).code).toBe(seen.includes(name) ? 0 : 404);
      const edit = await server.as(reader, '/ad-schemes/edit', { id, version: 999, remark: 'x' });
      expect(edit.reason).toBe(!seen.includes(name) ? 'NOT_FOUND' : written.includes(name) ? 'VERSION_CONFLICT' : 'NOT_OWNER');
    }
  });

  it('includes department schemes for colleagues, but no private ones', async () => {
    const { add } = await import('#tests/support/people.ts').then(({ peopleFixtures }) => peopleFixtures(() => server));
    await add(['mate_01'], {});
    const mate = await server.db.selectFrom('sys_user').select(['department_id']).where('account', '=', 'opt_05').executeTakeFirstOrThrow();
    await server.db.updateTable('sys_user').set(mate).where('account', '=', 'mate_01').execute();
    const { list } = (await server.as('mate_01', '/ad-schemes/list', { page_size: 200 })).data;
    expect(list.map(({ id }) => id)).toContain(ids.shared);
    expect(list.map(({ id }) => id)).not.toContain(ids.own);
  });

  it('tells and is narrowed by what the ads are made of, in the export as well', async () => {
    const ofPosts = rows.bodyFor(assets, { creative: { source: 'post', primary_texts: [] } });
    const { id } = (await create({ name: '帖子投放', body: ofPosts as never })).data;
    const found = async (source: 'material' | 'post') =>
      (await server.as('opt_05', '/ad-schemes/list', { page_size: 200, source })).data.list.map((row) => [row.id, row.source]);
    expect(await found('post')).toEqual([[id, 'post']]);
    const others = await found('material');
    expect(others.map(([other]) => other)).toContain(ids.own);
    expect(others.every(([, source]) => source === 'material')).toBe(true);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/ad-schemes/export',
      headers: { authorization: `Bearer ${await server.signIn('opt_05')}` },
      payload: { source: 'post', columns: ['name', 'source'], locale: 'zh-cn' },
    });
    expect(sheetsIn(answer.rawPayload)[0]).toEqual([
      ['名称', '创意来源'],
      ['帖子投放', '帖子'],
    ]);
  });

  it('is not extended by filters, which search by name, status and objective', async () => {
    const owner_user_id = await rows.userOf('opt_ec');
    expect((await server.as('opt_05', '/ad-schemes/list', { owner_user_id })).data).toMatchObject({ list: [], total: 0 });
    const found = async (filter: object) => (await server.as('admin', '/ad-schemes/list', { page_size: 200, ...filter })).data;
    expect((await found({ keyword: '同名' })).total).toBe(2);
    expect((await found({ status: 'enabled' })).list.every(({ status }) => status === 'enabled')).toBe(true);
    expect((await found({ objective: 'OUTCOME_AWARENESS' })).total).toBe(0);
    const names = (await found({ sort: [{ field: 'name', order: 'asc' }] })).list.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('zh').compare));
  });
});

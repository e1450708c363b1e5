import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { contentFixtures } from '#tests/support/content.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';
import { peopleFixtures } from '#tests/support/people.ts';
import { publishingFixtures } from '#tests/support/publishing.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  const add = (name: string, remark: string | null) => server.as('admin', '/sys-roles/create', { name, remark, paths: [], actions: [] });
  await add('50%组', '百分比');
  await add('50点组', null);
  await add('a_b', null);
  await add('axb', null);
});
afterAll(async () => await server.close());
const { idOf, departmentOf, roleOf } = peopleFixtures(() => server);

const find = async (by: string, keyword: string) => (await server.as(by, '/sys-search/find', { keyword })).data.groups;
const labels = async (by: string, keyword: string, kind: string) =>
  (await find(by, keyword)).find((group) => group.kind === kind)?.list.map(({ label }) => label) ?? [];

test('users, departments and roles are found by parts of their names, with their page', async () => {
  expect(await find('admin', '陈一')).toEqual([
    {
      kind: 'user',
      list: [{ id: await idOf('opt_01'), label: '陈一鸣', detail: 'opt_01 · 英语组', path: '/sys/accounts', search: '?keyword=opt_01' }],
    },
  ]);
  const department = await departmentOf('英语组');
  expect(await find('admin', ' 英语 ')).toEqual([
    {
      kind: 'department',
      list: [{ id: department, label: '英语组', detail: '公司 › 投放一部', path: '/sys/department', search: `?id=${department}` }],
    },
  ]);
  expect(await find('admin', '50%')).toEqual([
    {
      kind: 'role',
      list: [
        {
          id: await roleOf('50%组'),
          label: '50%组',
          detail: '百分比',
          path: '/sys/role',
          search: `?${new URLSearchParams({ keyword: '50%组' })}`,
        },
      ],
    },
  ]);
});

test('kinds have a fixed order, and empty kinds are left out', async () => {
  expect((await find('admin', '组')).map(({ kind }) => kind)).toEqual(['department', 'role']);
  expect((await find('admin', 'opt')).map(({ kind }) => kind)).toEqual(['user']);
  expect(await find('admin', '没有这样的东西')).toEqual([]);
});

test('each kind has at most five results: exact names first, then those that begin with the keyword', async () => {
  expect(await labels('admin', 'opt_0', 'user')).toHaveLength(5);
  const role = (name: string) => server.as('admin', '/sys-roles/create', { name, paths: [], actions: [] });
  for (const name of ['甲乙分析', '分析二', '分析']) await role(name);
  expect(await labels('admin', '分析', 'role')).toEqual(['分析', '分析二', '甲乙分析', '数据分析']);
});

test('records are found by pinyin and by initials, after those that are written so', async () => {
  expect(await labels('admin', 'chenyi', 'user')).toContain('陈一鸣');
  expect(await labels('admin', 'cym', 'user')).toContain('陈一鸣');
  expect(await labels('admin', 'yingyuzu', 'department')).toEqual(['英语组']);
  await server.as('admin', '/sys-roles/create', { name: 'ysz', paths: [], actions: [] });
  await server.as('admin', '/sys-roles/create', { name: '验收组', paths: [], actions: [] });
  expect(await labels('admin', 'ysz', 'role')).toEqual(['ysz', '验收组']);
});

test('letter case is ignored and wildcards are literal', async () => {
  expect(await labels('admin', 'OPT_EC', 'user')).toEqual(['何电']);
  expect(await labels('admin', 'a_b', 'role')).toEqual(['a_b']);
  expect(await labels('admin', '%', 'role')).toEqual(['50%组']);
  expect(await labels('admin', '\\', 'role')).toEqual([]);
});

test('an id is found only as a whole', async () => {
  const id = await idOf('opt_02');
  const found = (await find('admin', String(id))).find(({ kind }) => kind === 'user')?.list ?? [];
  expect(found.map((row) => row.id)[0]).toBe(id);
  const begun = (await find('admin', `${id}0`)).flatMap(({ list }) => list.map((row) => row.id));
  expect(begun).not.toContain(id);
  expect(await find('admin', '9007199254740993')).toEqual([]);
});

test('records of pages that a user may not open are not found', async () => {
  for (const by of ['opt_01', 'lead_a', 'super']) expect(await find(by, '组')).toEqual([]);
  expect((await server.as('noaccess', '/sys-search/find', { keyword: '组' })).reason).toBe('NO_PATH');
});

test('a batch is found by its number or summary by users who may see its owner', async () => {
  const add = async (account: string, zh: string, en: string) => {
    const found = await sql<{ id: number }>`
      insert into batch (type, user_id, origin, action, language, summary, params, status, total, created_at, updated_at)
      values ('user_role', ${await idOf(account)}, '/sys/accounts', '/sys-users/batch_save_user_role', 'zh',
        ${JSON.stringify({ zh, en })}::jsonb, '{}', 'pending', 1, now(), now()) returning id`.execute(server.db);
    return found.rows[0]?.id ?? 0;
  };
  const own = await add('opt_01', '设置角色 甲', 'Set roles A');
  const other = await add('edit_01', '设置角色 乙', 'Set roles B');
  const batches = async (by: string, keyword: string) =>
    (await find(by, keyword)).filter(({ kind }) => kind === 'batch').flatMap(({ list }) => list.map(({ id }) => id));
  expect(await batches('admin', '设置角色')).toEqual([other, own]);
  expect(await batches('admin', 'set roles b')).toEqual([other]);
  expect(await batches('admin', `#${own}`)).toEqual([own]);
  expect(await batches('opt_01', '设置角色')).toEqual([own]);
  expect(await batches('lead_a', '设置角色')).toEqual([own]);
  expect(await batches('opt_01', String(other))).toEqual([]);
  expect((await find('opt_01', '设置角色')).at(-1)?.list).toEqual([
    { id: own, label: '设置角色 甲', detail: `#${own} · 陈一鸣`, path: '/advertising/copy-log', search: `?tab=batches&keyword=${own}` },
  ]);
  const english = await server.as('admin', '/sys-search/find', { keyword: `#${own}` }, { language: 'en-US' });
  expect(english.data.groups.at(-1)?.list[0]?.label).toBe('Set roles A');
});

test('super admins and deleted records are not found', async () => {
  expect(await labels('admin', 'super', 'user')).toEqual([]);
  expect(await labels('admin', 'gone_01', 'user')).toEqual([]);
  expect(await labels('admin', 'left_01', 'user')).toEqual(['姜停']);
  await sql`update sys_role set deleted_at = now() where name = 'axb'`.execute(server.db);
  expect(await labels('admin', 'axb', 'role')).toEqual([]);
});

test.each([
  ['', 'minLength'],
  ['   ', 'blank'],
  ['x'.repeat(101), 'maxLength'],
])('%j is refused as a keyword', async (keyword, rule) => {
  const answer = await server.send('/sys-search/find', { keyword }, { token: await server.signIn('admin') });
  expect(answer).toMatchObject({ code: 400, data: { errors: [{ field: 'keyword', rule }] } });
});

test('dramas, products and materials are found by name and code, with their page', async () => {
  const rows = contentFixtures(() => server);
  const drama_id = await rows.drama({ code: 'ZX-77', title: '最强赘婿', title_en: 'Mightiest' });
  const shop = await rows.site({ name: '赘婿商店', domain: 'zx-shop.test' });
  const product_id = await rows.product(shop, { sku: 'ZX-SKU', name: '赘婿周边' });
  await rows.material('opt_01', { drama_id, title: '赘婿一', code: 'ZXM1' });
  await rows.material('opt_01', { biz: 'ec', product_id, title: '赘婿二', code: 'ZXM2', visibility: 'company' });
  const found = await find('opt_01', '赘婿');
  expect(found.map(({ kind, list }) => [kind, list.map(({ label, detail, path, search }) => [label, detail, path, search])])).toEqual([
    ['drama', [['最强赘婿', 'ZX-77 · Mightiest', '/advertising/video', '?tab=dramas&keyword=ZX-77']]],
    ['product', [['赘婿周边', 'ZX-SKU · 赘婿商店', '/advertising/upload-ec', '?tab=products&keyword=ZX-SKU']]],
    [
      'material',
      [
        ['赘婿二', 'ZXM2 · 赘婿周边', '/advertising/upload-ec', '?keyword=ZXM2'],
        ['赘婿一', 'ZXM1 · 最强赘婿', '/advertising/video', '?keyword=ZXM1'],
      ],
    ],
  ]);
  expect(await labels('opt_01', 'mighti', 'drama')).toEqual(['最强赘婿']);
  // A user of another department sees only company materials.
  expect(await labels('edit_01', '赘婿', 'material')).toEqual(['赘婿二']);
  expect(await labels('admin', '赘婿', 'site')).toEqual(['赘婿商店']);
  // Only leaders have the page of sites, and they see only assigned ones.
  expect(await labels('lead_a', '赘婿', 'site')).toEqual([]);
  expect(await find('host_01', '赘婿')).toEqual([]);
});

test('assets and posts are found by their names here and on the channel, by users who may see them', async () => {
  const { db } = server;
  const at = server.clock.now();
  const kept = { created_at: at, updated_at: at };
  const owner_user_id = await idOf('opt_01');
  const outside = { channel: 'meta', connector: 'sandbox' } as const;
  const { id: personal_account_id } = await db
    .insertInto('personal_account')
    .values({ ...outside, platform_user_id: '880000000000001', name: '鹿鸣本人', usage: 'self', owner_user_id, status: 'active', ...kept })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ad_account')
    .values({
      ...outside,
      platform_account_id: '880000000000002',
      name: '鹿鸣账户',
      currency: 'USD',
      timezone_name: 'UTC',
      account_status: 1,
      balance: 0,
      amount_spent: 0,
      min_daily_budget: 100,
      biz: 'dj',
      usage: 'self',
      personal_account_id,
      authorised_at: at,
      ...kept,
    })
    .execute();
  const { id: homepage_id } = await db
    .insertInto('homepage')
    .values({
      ...outside,
      platform_page_id: '880000000000003',
      name: '鹿鸣主页',
      personal_account_id,
      is_published: true,
      biz: 'dj',
      status: 'active',
      ...kept,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const post = { homepage_id, type: 'link' as const, message: '鹿鸣正文', call_to_action: 'WATCH_MORE', status: 'draft' as const };
  await db
    .insertInto('post')
    .values({ ...post, owner_user_id, ...kept })
    .execute();
  const kindsFor = async (by: string, keyword: string) => (await find(by, keyword)).map(({ kind }) => kind);
  expect(await kindsFor('admin', '鹿鸣')).toEqual(['post', 'ad_account', 'homepage', 'personal_account']);
  expect(await kindsFor('opt_01', '鹿鸣')).toEqual(['post', 'ad_account', 'homepage']);
  expect(await kindsFor('opt_02', '鹿鸣')).toEqual([]);
  expect(await kindsFor('lead_b', '鹿鸣')).toEqual([]);
  expect((await find('opt_01', '880000000000002'))[0]?.list).toMatchObject([
    { label: '鹿鸣账户', path: '/auth/account', search: '?keyword=880000000000002' },
  ]);
});

test('campaigns, ad groups and ads are found by name and by the number of the platform, by those who see them', async () => {
  const rows = launchHistoryFixtures(() => server);
  const own = await rows.tree('opt_01', { name: '夜航_US_01', platform_campaign_id: '120330001' });
  const other = await rows.tree('opt_ec', { name: '夜航_JP_01' });
  await server.db.updateTable('ad').set({ name: '夜航_广告', platform_ad_id: '120330009' }).where('id', '=', own.ad_id).execute();
  const found = async (by: string, keyword: string) =>
    (await find(by, keyword)).map(({ kind, list }) => [kind, list.map(({ label, path, search }) => [label, path, search])]);
  expect(await found('opt_01', '夜航')).toEqual([
    ['campaign', [['夜航_US_01', '/advertising/start', `?ids=${own.campaign_id}`]]],
    ['ad', [['夜航_广告', '/advertising/start', `?tab=ad&ids=${own.ad_id}`]]],
  ]);
  expect(await found('admin', '120330009')).toEqual([['ad', [['夜航_广告', '/advertising/start', `?tab=ad&ids=${own.ad_id}`]]]]);
  expect(await labels('admin', '夜航', 'campaign')).toEqual(['夜航_JP_01', '夜航_US_01']);
  expect(await labels('lead_b', '夜航', 'campaign')).toEqual([]);
  await server.db.updateTable('campaign').set({ deleted_at: server.clock.now() }).where('id', '=', other.campaign_id).execute();
  expect(await labels('admin', '夜航', 'campaign')).toEqual(['夜航_US_01']);
});

test('schemes are found by name, by those who may publish them', async () => {
  const rows = publishingFixtures(() => server);
  const assets = await rows.prepareAssets();
  const create = { name: '夜间冲量', biz: 'dj', channel: 'meta', visibility: 'private', body: rows.bodyFor(assets) as never } as const;
  await server.as('opt_05', '/ad-schemes/create', create);
  const found = (await find('opt_05', '夜间')).find(({ kind }) => kind === 'scheme')?.list;
  expect(found?.map(({ label, path, search }) => [label, path, new URLSearchParams(search).get('tab')])).toEqual([
    ['夜间冲量', '/advertising/publish', 'schemes'],
  ]);
  expect(await labels('opt_ec', '夜间', 'scheme')).toEqual([]);
});

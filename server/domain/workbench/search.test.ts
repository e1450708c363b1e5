import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { peopleOf } from '#tests/support/people.ts';

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
const { idOf, departmentOf, roleOf } = peopleOf(() => server);

const find = async (by: string, keyword: string) => (await server.as(by, '/sys-search/find', { keyword })).data.groups;
const labels = async (by: string, keyword: string, kind: string) =>
  (await find(by, keyword)).find((group) => group.kind === kind)?.list.map(({ label }) => label) ?? [];

test('people, departments and roles are found by a part of their names, and say where they are', async () => {
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

test('kinds come in one order, and a kind without any is absent', async () => {
  expect((await find('admin', '组')).map(({ kind }) => kind)).toEqual(['department', 'role']);
  expect((await find('admin', 'opt')).map(({ kind }) => kind)).toEqual(['user']);
  expect(await find('admin', '没有这样的东西')).toEqual([]);
});

test('at most five of a kind are given, whole names first, then what begins with the keyword', async () => {
  expect(await labels('admin', 'opt_0', 'user')).toHaveLength(5);
  const role = (name: string) => server.as('admin', '/sys-roles/create', { name, paths: [], actions: [] });
  for (const name of ['甲乙分析', '分析二', '分析']) await role(name);
  expect(await labels('admin', '分析', 'role')).toEqual(['分析', '分析二', '甲乙分析', '数据分析']);
});

test('letter case does not matter, wildcards mean themselves', async () => {
  expect(await labels('admin', 'OPT_EC', 'user')).toEqual(['何电']);
  expect(await labels('admin', 'a_b', 'role')).toEqual(['a_b']);
  expect(await labels('admin', '%', 'role')).toEqual(['50%组']);
  expect(await labels('admin', '\\', 'role')).toEqual([]);
});

test('an id is found whole only', async () => {
  const id = await idOf('opt_02');
  const found = (await find('admin', String(id))).find(({ kind }) => kind === 'user')?.list ?? [];
  expect(found.map((row) => row.id)[0]).toBe(id);
  const begun = (await find('admin', `${id}0`)).flatMap(({ list }) => list.map((row) => row.id));
  expect(begun).not.toContain(id);
  expect(await find('admin', '9007199254740993')).toEqual([]);
});

test('nobody finds records of pages they may not open', async () => {
  for (const by of ['opt_01', 'lead_a', 'super']) expect(await find(by, '组')).toEqual([]);
  expect((await server.as('noaccess', '/sys-search/find', { keyword: '组' })).reason).toBe('NO_PATH');
});

test('a batch is found by its number or its summary, by those who see whose it is', async () => {
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

test('super admins and what was deleted are not found', async () => {
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
])('%j is no keyword', async (keyword, rule) => {
  const answer = await server.send('/sys-search/find', { keyword }, { token: await server.signIn('admin') });
  expect(answer).toMatchObject({ code: 400, data: { errors: [{ field: 'keyword', rule }] } });
});

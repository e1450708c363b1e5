import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import { summaryInWords } from '#contracts/rules/change-words.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';

let server: TestApp;
let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());

const flat = (nodes: readonly DepartmentNode[]): DepartmentNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const tree = async (by = 'admin') => flat((await server.as(by, '/sys-departments/tree', {})).data.list);
const find = async (name: string, by = 'admin') => {
  const node = (await tree(by)).find((each) => each.name === name);
  if (node === undefined) throw new Error(`no department ${name}`);
  return node;
};
const idOf = async (name: string) => (await find(name)).id;
const userId = async (account: string) =>
  (await server.db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;
const create = (name: string, parent_id: number, sort = 0) => server.as('admin', '/sys-departments/create', { name, parent_id, sort });
const move = (id: number, parent_id: number, more: { sort?: number; dry_run?: boolean } = {}) =>
  server.as('admin', '/sys-departments/move', { id, parent_id, sort: 0, ...more });

/** Expects every path and depth to follow from the parents. */
async function expectConsistent(): Promise<void> {
  const wrong = await sql<{ id: number }>`
    with recursive walk as (
      select id, '/' || id || '/' as path, 1 as depth from sys_department where parent_id is null
      union all select d.id, w.path || d.id || '/', w.depth + 1 from sys_department d join walk w on d.parent_id = w.id
    ) select d.id from sys_department d left join walk w on w.id = d.id where d.path is distinct from w.path or d.depth is distinct from w.depth`.execute(
    server.db,
  );
  expect(wrong.rows).toEqual([]);
}

test('a department lists the assets that are assigned to it now', async () => {
  const { id } = (await create('英语组', await idOf('公司'))).data;
  const rows = factFixtures(() => server);
  const [now, former] = [await rows.account('opt_01', { name: '美国 01' }), await rows.account('opt_01', { name: '旧账户' })];
  const at = server.clock.now();
  await server.db
    .insertInto('asset_assign')
    .values([
      { asset_type: 'ad_account', asset_id: now, department_id: id, from_at: at },
      { asset_type: 'ad_account', asset_id: former, department_id: id, from_at: at, to_at: at },
    ])
    .execute();
  expect((await server.as('admin', '/sys-departments/assets', { id })).data.list).toEqual([
    { type: 'ad_account', id: now, label: '美国 01' },
  ]);
});

describe('the department tree', () => {
  test('has one root, sorted siblings and user counts', async () => {
    const { list } = (await server.as('admin', '/sys-departments/tree', {})).data;
    expect(list.map((node) => node.name)).toEqual(['公司']);
    expect(list[0]?.children.map((node) => node.name)).toEqual(['投放一部', '投放二部(电商)', '素材部', '托管部']);
    expect(await find('投放一部')).toMatchObject({ depth: 2, member_count: 2, subtree_count: 11, leaders: [{ label: '王立' }] });
    expect(list[0]?.subtree_count).toBe(20);
  });

  test('counts only the users the reader may see', async () => {
    expect(await find('投放一部', 'opt_01')).toMatchObject({ member_count: 0, subtree_count: 1, leaders: [] });
    expect(await find('投放一部', 'lead_a')).toMatchObject({ member_count: 2, subtree_count: 12 - 1, leaders: [{ label: '王立' }] });
    expect(await find('素材部', 'lead_a')).toMatchObject({ subtree_count: 0, leaders: [] });
  });
});

describe('a department', () => {
  test('is created under its parent with a name that is unique among its siblings', async () => {
    const parent = await idOf('素材部');
    expect((await create(' 剪辑组 ', parent, 3)).code).toBe(0);
    expect(await find('剪辑组')).toMatchObject({ parent_id: parent, depth: 3, sort: 3 });
    expect(await create('剪辑组', parent)).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'name' } });
    expect((await create('剪辑组', await idOf('托管部'))).code).toBe(0);
    expect((await create('x', 99_999)).reason).toBe('NOT_FOUND');
    expect((await create(' ', parent)).data.errors).toMatchObject([{ field: 'name', rule: 'blank' }]);
    await expectConsistent();
  });

  test('is created once when two requests use the same name at once', async () => {
    const parent = await idOf('素材部');
    const answers = await Promise.all([create('剪辑组', parent), create('剪辑组', parent)]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 409]);
  });

  test('can be created down to the fifth level', async () => {
    const four = (await create('四', await idOf('英语组'))).data.id;
    const five = (await create('五', four)).data.id;
    expect(await create('六', five)).toMatchObject({ code: 422, reason: 'DEPT_TOO_DEEP' });
  });

  test('can be renamed and sorted, and one log entry holds the changes', async () => {
    const id = await idOf('素材部');
    expect((await server.as('admin', '/sys-departments/edit', { id, name: '创意部', sort: 5 })).code).toBe(0);
    expect((await server.as('admin', '/sys-departments/edit', { id, name: '投放一部' })).reason).toBe('DUPLICATE');
    expect((await server.as('admin', '/sys-departments/edit', { id: 99_999, sort: 1 })).reason).toBe('NOT_FOUND');
    const entries = await server.db
      .selectFrom('op_log')
      .selectAll()
      .where('target_id', '=', id)
      .where('target_type', '=', 'department')
      .where('ok', '=', true)
      .execute();
    expect(entries).toMatchObject([{ before: { name: '素材部', sort: 30 }, after: { name: '创意部', sort: 5 } }]);
  });

  test('can be deleted only when empty, and its name becomes free again', async () => {
    expect((await server.as('admin', '/sys-departments/delete', { id: await idOf('投放一部') })).reason).toBe('DEPT_NOT_EMPTY');
    expect((await server.as('admin', '/sys-departments/delete', { id: await idOf('托管部') })).reason).toBe('DEPT_NOT_EMPTY');
    const id = (await create('空', await idOf('托管部'))).data.id;
    expect((await server.as('admin', '/sys-departments/delete', { id })).code).toBe(0);
    expect((await server.as('admin', '/sys-departments/delete', { id })).reason).toBe('NOT_FOUND');
    expect((await create('空', await idOf('托管部'))).code).toBe(0);
  });

  test('cannot be deleted while a user moves in', async () => {
    const id = (await create('空', await idOf('托管部'))).data.id;
    const row = (await server.as('admin', '/sys-users/list', { keyword: 'opt_01' })).data.list[0];
    const [removed, edited] = await Promise.all([
      server.as('admin', '/sys-departments/delete', { id }),
      server.as('admin', '/sys-users/edit_account', { id: row?.id ?? 0, version: row?.version ?? 0, department_id: id }),
    ]);
    expect([removed.code === 0, edited.code === 0].filter(Boolean).length).toBe(1);
  });

  test('cannot be moved or deleted when it is the root', async () => {
    const root = await idOf('公司');
    expect((await server.as('admin', '/sys-departments/delete', { id: root })).reason).toBe('DEPT_ROOT');
    expect((await move(root, await idOf('素材部'))).reason).toBe('DEPT_ROOT');
  });
});

describe('moving a department', () => {
  test('moves the whole subtree and reports whose visibility changes', async () => {
    const answer = await move(await idOf('英语组'), await idOf('素材部'), { sort: 7 });
    const changes = [
      { leader: { id: await userId('lead_a'), label: '王立' }, gains: 0, loses: 4 },
      { leader: { id: await userId('lead_b'), label: '李青' }, gains: 4, loses: 0 },
    ];
    expect(answer.data.visibility_changes).toEqual(changes);
    expect(await find('英语组')).toMatchObject({ parent_id: await idOf('素材部'), sort: 7 });
    expect((await server.as('lead_b', '/sys-users/simple_list', {})).data.list.length).toBe(8);
    await expectConsistent();
  });

  test('reports the same changes in a dry run and changes nothing', async () => {
    const [id, from] = [await idOf('英语组'), await idOf('投放一部')];
    const answer = await move(id, await idOf('素材部'), { dry_run: true });
    expect(answer.data.visibility_changes.length).toBe(2);
    expect(await find('英语组')).toMatchObject({ parent_id: from });
    const logged = await server.db.selectFrom('op_log').select('id').where('action', '=', '/sys-departments/move').execute();
    expect(logged).toEqual([]);
  });

  test('is refused when it would create a cycle, a sixth level or a duplicate name', async () => {
    const [one, english, material] = [await idOf('投放一部'), await idOf('英语组'), await idOf('素材部')];
    expect((await move(one, english)).reason).toBe('DEPT_CYCLE');
    expect((await move(one, one)).reason).toBe('DEPT_CYCLE');
    const deep = (await create('深', (await create('中', material)).data.id)).data.id;
    expect((await move(one, deep)).reason).toBe('DEPT_TOO_DEEP');
    await create('英语组', material);
    expect((await move(english, material)).reason).toBe('DUPLICATE');
    expect((await move(english, 99_999)).reason).toBe('NOT_FOUND');
  });

  test('leaves a consistent tree after many concurrent moves, even into each other', async () => {
    const [root, ...ids] = await Promise.all(['公司', '投放一部', '投放二部(电商)', '素材部', '托管部'].map(idOf));
    for (let round = 0; round < 6; round += 1) {
      const moves = ids.flatMap((id) => ids.filter((other) => other !== id).map((other) => move(id, other, { sort: round })));
      for (const answer of await Promise.all(moves)) expect([0, 422]).toContain(answer.code);
      await expectConsistent();
      expect((await tree()).length).toBe(7);
      for (const id of ids) await move(id, root ?? 0);
    }
  });
});

describe('leaders', () => {
  test('are exactly the given members, and see their subtree from the next call on', async () => {
    const id = await idOf('英语组');
    expect((await server.as('opt_01', '/sys-users/simple_list', {})).data.list.length).toBe(1);
    await server.as('admin', '/sys-departments/set_leaders', { id, user_ids: [await userId('opt_01'), await userId('opt_02')] });
    expect((await server.as('opt_01', '/sys-users/simple_list', {})).data.list.length).toBe(4);
    await server.as('admin', '/sys-departments/set_leaders', { id, user_ids: [await userId('opt_02')] });
    expect((await server.as('opt_01', '/sys-users/simple_list', {})).data.list.length).toBe(1);
    expect((await find('英语组')).leaders).toEqual([{ id: await userId('opt_02'), label: '赵二萍' }]);
  });

  test('are changes of users: a later edit conflict names who made them', async () => {
    const row = (await server.as('admin', '/sys-users/list', { keyword: 'opt_01' })).data.list[0];
    await server.as('admin', '/sys-departments/set_leaders', { id: await idOf('英语组'), user_ids: [row?.id ?? 0] });
    const late = await server.as('admin', '/sys-users/edit_account', { id: row?.id ?? 0, version: row?.version ?? 0, remark: 'x' });
    expect(late).toMatchObject({ code: 409, data: { by: '林管理', latest: { is_leader: 1 } } });
  });

  test('are logged with the name of the department that they lead', async () => {
    const target_id = await userId('opt_03');
    const department = await server.db
      .selectFrom('sys_user as u')
      .innerJoin('sys_department as d', 'd.id', 'u.department_id')
      .select(['d.id', 'd.name'])
      .where('u.id', '=', target_id)
      .executeTakeFirstOrThrow();
    await server.as('admin', '/sys-departments/set_leaders', { id: department.id, user_ids: [target_id] });
    const found = server.db.selectFrom('op_log').select('summary').where('target_id', '=', target_id).orderBy('id', 'desc');
    const { summary } = await found.executeTakeFirstOrThrow();
    expect(summaryInWords(summary, 'zh')).toBe(`组长：${department.name}`);
  });

  test('must be members', async () => {
    const answer = await server.as('admin', '/sys-departments/set_leaders', {
      id: await idOf('英语组'),
      user_ids: [await userId('opt_01'), await userId('edit_01')],
    });
    expect(answer.data.errors).toMatchObject([{ field: 'user_ids.1', rule: 'member' }]);
  });
});

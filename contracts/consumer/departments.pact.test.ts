import { expect, it } from 'vitest';
import { assetTypes } from '#contracts/endpoints/asset-assigning.ts';
import {
  accountExists,
  adAccountExists,
  assetAssignedToDepartment,
  departmentExists,
  nothingElse,
  roleExists,
  signedInAs,
} from '#contracts/states/states.ts';
import {
  createDepartment,
  deleteDepartment,
  departmentAssets,
  departmentTree,
  editDepartment,
  moveDepartment,
  setDepartmentLeaders,
} from '#src/services/departments.service.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { describePact, success } from './exchange.ts';
import { eachLike, instant, integer, oneOf, string } from './matching.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const at = '2026-11-20T08:00:00.000Z';
const english = departmentExists({ id: 21, name: '英语组', parent_id: 1 });
const below = departmentExists({ id: 22, name: '英语一组', parent_id: 21 });
const role = roleExists({ id: 31, name: '投放组', version: 1, paths: ['/index'], actions: [], is_builtin: false });
const leader = accountExists({ id: 41, account: 'opt_09', name: '冯玖', version: 1, department_id: 21, role_ids: [31], is_leader: 1 });
const member = accountExists({ id: 42, account: 'opt_10', name: '卫拾', version: 1, department_id: 22, role_ids: [31], is_leader: 0 });
const people = [english, below, role, leader, member];
const chain = [english, below, ...[23, 24].map((id) => departmentExists({ id, name: `英语${id}组`, parent_id: id - 1 }))];

const nodeLike = {
  sort: integer(0),
  member_count: integer(1),
  subtree_count: integer(2),
  created_at: instant(at),
  updated_at: instant(at),
};

describePact('departments', (ask) => {
  it('shows the tree with its people and leaders', () =>
    ask(
      {
        given: [signedInAs('admin'), ...people],
        path: '/api/sys-departments/tree',
        body: {},
        reply: success({
          list: [
            {
              ...nodeLike,
              id: 1,
              name: string('公司'),
              parent_id: null,
              depth: 1,
              leaders: [],
              children: [
                {
                  ...nodeLike,
                  id: 21,
                  name: string('英语组'),
                  parent_id: 1,
                  depth: 2,
                  leaders: eachLike({ id: integer(41), label: string('冯玖') }),
                  children: [{ ...nodeLike, id: 22, name: string('英语一组'), parent_id: 21, depth: 3, leaders: [], children: [] }],
                },
              ],
            },
          ],
        }),
      },
      async (heard) => {
        const { list } = await departmentTree({});
        expect(list[0]).toMatchObject({ id: 1, name: '公司', parent_id: null, member_count: 1, subtree_count: 2 });
        expect(list[0]?.children[0]).toMatchObject({ id: 21, parent_id: 1, depth: 2, sort: 0, leaders: [{ id: 41, label: '冯玖' }] });
        expect(list[0]?.children[0]?.children[0]).toMatchObject({ id: 22, children: [], created_at: at, updated_at: at });
        expectQuiet(heard);
      },
    ));

  it('shows the tree to a person who may open any page', () =>
    ask(
      {
        given: [signedInAs('staff'), nothingElse()],
        path: '/api/sys-departments/tree',
        body: {},
        reply: success({
          list: [{ ...nodeLike, id: 1, name: string('公司'), parent_id: null, depth: 1, leaders: [], children: [] }],
        }),
      },
      async () =>
        expect((await departmentTree({})).list).toMatchObject([
          { id: 1, name: '公司', parent_id: null, depth: 1, sort: 0, member_count: 1, subtree_count: 2, leaders: [], children: [] },
        ]),
    ));

  it('lists the assets of a department', () =>
    ask(
      {
        given: [
          signedInAs('admin'),
          adaGrants,
          ada('self'),
          adAccountExists({
            id: 71,
            platform_account_id: '2001',
            name: 'Account 2001',
            personal_account_id: 51,
            version: 2,
            enabled: true,
          }),
          assetAssignedToDepartment({ asset_type: 'ad_account', asset_id: 71, department_id: 1 }),
        ],
        path: '/api/sys-departments/assets',
        body: { id: 1 },
        reply: success({ list: eachLike({ type: oneOf('ad_account', assetTypes), id: integer(71), label: string('Account 2001') }) }),
      },
      async () => expect(await departmentAssets({ id: 1 })).toEqual({ list: [{ type: 'ad_account', id: 71, label: 'Account 2001' }] }),
    ));

  it('lists no assets of a department that is gone', () =>
    askForGone(ask, {
      path: '/api/sys-departments/assets',
      body: { id: 99 },
      call: () => departmentAssets({ id: 99 }),
    }));

  it('creates a department', () =>
    ask(
      {
        given: [signedInAs('admin'), english],
        path: '/api/sys-departments/create',
        body: { name: '英语一组', parent_id: 21, sort: 3 },
        reply: success({ id: integer(51) }),
      },
      async () => expect(await createDepartment({ name: '英语一组', parent_id: 21, sort: 3 })).toEqual({ id: 51 }),
    ));

  it('refuses to create a department without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-departments/create',
      body: { name: '英语组', parent_id: 1, sort: 0 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => createDepartment({ name: '英语组', parent_id: 1, sort: 0 }),
    }));

  it('refuses to create a second department of the same name under the same parent', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), english],
      path: '/api/sys-departments/create',
      body: { name: '英语组', parent_id: 1, sort: 0 },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => createDepartment({ name: '英语组', parent_id: 1, sort: 0 }),
    }));

  it('refuses to create a department on a sixth level', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), ...chain],
      path: '/api/sys-departments/create',
      body: { name: '太深', parent_id: 24, sort: 0 },
      refused: { code: 422, reason: 'DEPT_TOO_DEEP', message: '超过 5 级' },
      call: () => createDepartment({ name: '太深', parent_id: 24, sort: 0 }),
    }));

  it('refuses to create a department under one that is gone', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-departments/create',
      body: { name: '英语组', parent_id: 99, sort: 0 },
      refused: { code: 404, reason: 'NOT_FOUND', message: '对象不存在或无权限' },
      call: () => createDepartment({ name: '英语组', parent_id: 99, sort: 0 }),
    }));

  it('refuses to create a department with a blank name', () =>
    askWrongly(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-departments/create',
      body: { name: ' ', parent_id: 1, sort: 0 },
      field: 'name',
      rule: 'blank',
      message: 'name不能为空',
      call: () => createDepartment({ name: ' ', parent_id: 1, sort: 0 }),
    }));

  it('edits a department', () =>
    ask(
      {
        given: [signedInAs('admin'), english],
        path: '/api/sys-departments/edit',
        body: { id: 21, name: '英文组', sort: 2 },
        reply: success({}),
      },
      async () => expect(await editDepartment({ id: 21, name: '英文组', sort: 2 })).toEqual({}),
    ));

  it('refuses to rename a department to the name of a sibling', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), english, departmentExists({ id: 25, name: '西语组', parent_id: 1 })],
      path: '/api/sys-departments/edit',
      body: { id: 25, name: '英语组', sort: 0 },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => editDepartment({ id: 25, name: '英语组', sort: 0 }),
    }));

  it('previews whose visibility a move would change', () =>
    ask(
      {
        given: [signedInAs('admin'), ...people],
        path: '/api/sys-departments/move',
        body: { id: 22, parent_id: 1, sort: 0, dry_run: true },
        reply: success({ visibility_changes: [{ leader: { id: 41, label: string('冯玖') }, gains: 0, loses: 1 }] }),
      },
      async () => {
        const answer = await moveDepartment({ id: 22, parent_id: 1, sort: 0, dry_run: true });
        expect(answer).toEqual({ visibility_changes: [{ leader: { id: 41, label: '冯玖' }, gains: 0, loses: 1 }] });
      },
    ));

  it('moves a department', () =>
    ask(
      {
        given: [signedInAs('admin'), english, below],
        path: '/api/sys-departments/move',
        body: { id: 22, parent_id: 1, sort: 4 },
        reply: success({ visibility_changes: [] }),
      },
      async () => expect(await moveDepartment({ id: 22, parent_id: 1, sort: 4 })).toEqual({ visibility_changes: [] }),
    ));

  it('refuses to move a department under itself', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), english, below],
      path: '/api/sys-departments/move',
      body: { id: 21, parent_id: 22, sort: 0 },
      refused: { code: 422, reason: 'DEPT_CYCLE', message: '不能移到自己的下级' },
      call: () => moveDepartment({ id: 21, parent_id: 22, sort: 0 }),
    }));

  it('refuses to move a department below the fifth level', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), ...chain, departmentExists({ id: 25, name: '西语组', parent_id: 1 })],
      path: '/api/sys-departments/move',
      body: { id: 25, parent_id: 24, sort: 0 },
      refused: { code: 422, reason: 'DEPT_TOO_DEEP', message: '超过 5 级' },
      call: () => moveDepartment({ id: 25, parent_id: 24, sort: 0 }),
    }));

  it('refuses to move the root', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), english],
      path: '/api/sys-departments/move',
      body: { id: 1, parent_id: 21, sort: 0 },
      refused: { code: 422, reason: 'DEPT_ROOT', message: '根部门不能移动或删除' },
      call: () => moveDepartment({ id: 1, parent_id: 21, sort: 0 }),
    }));

  it('refuses to move a department next to one of the same name', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), english, departmentExists({ id: 22, name: '英语组', parent_id: 21 })],
      path: '/api/sys-departments/move',
      body: { id: 22, parent_id: 1, sort: 0 },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => moveDepartment({ id: 22, parent_id: 1, sort: 0 }),
    }));

  it('sets the leaders of a department', () =>
    ask(
      {
        given: [signedInAs('admin'), ...people],
        path: '/api/sys-departments/set_leaders',
        body: { id: 22, user_ids: [42] },
        reply: success({}),
      },
      async () => expect(await setDepartmentLeaders({ id: 22, user_ids: [42] })).toEqual({}),
    ));

  it('refuses a leader from another department', () =>
    askWrongly(ask, {
      given: [signedInAs('admin'), ...people],
      path: '/api/sys-departments/set_leaders',
      body: { id: 22, user_ids: [41] },
      field: 'user_ids.0',
      rule: 'member',
      message: 'user_ids.0不是该部门的成员',
      call: () => setDepartmentLeaders({ id: 22, user_ids: [41] }),
    }));

  it('deletes a department', () =>
    ask({ given: [signedInAs('admin'), english], path: '/api/sys-departments/delete', body: { id: 21 }, reply: success({}) }, async () =>
      expect(await deleteDepartment({ id: 21 })).toEqual({}),
    ));

  it('refuses to delete a department that holds anything', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), english, below],
      path: '/api/sys-departments/delete',
      body: { id: 21 },
      refused: { code: 422, reason: 'DEPT_NOT_EMPTY', message: '仍有下级或成员' },
      call: () => deleteDepartment({ id: 21 }),
    }));

  it('refuses to delete the root', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-departments/delete',
      body: { id: 1 },
      refused: { code: 422, reason: 'DEPT_ROOT', message: '根部门不能移动或删除' },
      call: () => deleteDepartment({ id: 1 }),
    }));

  it('refuses to edit a department that is gone', () =>
    askForGone(ask, {
      path: '/api/sys-departments/edit',
      body: { id: 99, name: '英文组', sort: 2 },
      call: () => editDepartment({ id: 99, name: '英文组', sort: 2 }),
    }));

  it('refuses to move a department that is gone', () =>
    askForGone(ask, {
      path: '/api/sys-departments/move',
      body: { id: 99, parent_id: 1, sort: 0 },
      call: () => moveDepartment({ id: 99, parent_id: 1, sort: 0 }),
    }));

  it('refuses to set the leaders of a department that is gone', () =>
    askForGone(ask, {
      path: '/api/sys-departments/set_leaders',
      body: { id: 99, user_ids: [] },
      call: () => setDepartmentLeaders({ id: 99, user_ids: [] }),
    }));

  it('refuses to delete a department that is gone', () =>
    askForGone(ask, { path: '/api/sys-departments/delete', body: { id: 99 }, call: () => deleteDepartment({ id: 99 }) }));
});

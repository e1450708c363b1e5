import { expect, it } from 'vitest';
import { accountExists, accountOwns, departmentExists, roleExists, signedInAs } from '#contracts/states/states.ts';
import { batchStatuses } from '#contracts/vocabulary/batches.ts';
import { deleteUsers, resetPasswords, saveUserRoles, setUserStatuses } from '#src/services/users.service.ts';
import { describePact, success } from './exchange.ts';
import { eachLike, integer, oneOf, someText, string } from './matching.ts';
import { askRefused, askWrongly, expectQuiet } from './refused.ts';

const role = roleExists({ id: 31, name: '投放组', version: 1, paths: ['/index'], actions: ['export'], is_builtin: false });
const department = departmentExists({ id: 21, name: '英语组', parent_id: 1 });
const person = (id: number, account: string) =>
  accountExists({ id, account, name: account, version: 1, department_id: 21, role_ids: [], is_leader: 0 });
const account = [signedInAs('admin'), department, role, person(41, 'opt_09')];
/** One more than a batch holds on the provider's side. */
const four = [...account, person(42, 'opt_10'), person(43, 'opt_12'), person(44, 'opt_13')];
const six = [...four, person(45, 'opt_14'), person(46, 'opt_15')];

const counts = { total: 1, done: 1, ok: 1, fail: 0, skip: 0, unknown: 0, canceled: 0 };
const one = { batch_id: 1001, status: 'succeeded', ...counts };
const oneLike = { ...one, batch_id: integer(1001) };
const started = { ...one, siblings: [1002] };
const startedLike = {
  batch_id: integer(1001),
  siblings: eachLike(integer(1002)),
  status: oneOf('succeeded', batchStatuses),
  total: integer(1),
  done: integer(1),
  ok: integer(1),
  fail: integer(0),
  skip: integer(0),
  unknown: integer(0),
  canceled: integer(0),
};
const filter = { keyword: 'opt' };
const changed = { code: 409, reason: 'SELECTION_CHANGED', message: '符合条件的数量已变为 1', more: { total: 1 } };

describePact('user-batches', (ask) => {
  it('gives roles to several accounts and says which one was left out', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/batch_save_user_role',
        body: { user_ids: [41, 99], role_ids: [31], mode: 'add' },
        reply: success({
          ...oneLike,
          status: 'partial',
          total: 2,
          done: 2,
          fail: 1,
          items: [
            { id: 41, ok: true },
            { id: 99, ok: false, reason: 'NOT_FOUND', message: string('对象不存在或无权限') },
          ],
        }),
      },
      async (heard) => {
        const answer = await saveUserRoles({ user_ids: [41, 99], role_ids: [31], mode: 'add' });
        expect(answer).toMatchObject({ batch_id: 1001, status: 'partial', total: 2, ok: 1, fail: 1 });
        expect(answer.items[0]).toMatchObject({ id: 41, ok: true });
        expect(answer.items[1]).toEqual({ id: 99, ok: false, reason: 'NOT_FOUND', message: '对象不存在或无权限' });
        expectQuiet(heard);
      },
    ));

  it('gives roles to all matching accounts, in several batches if needed', () =>
    ask(
      {
        given: four,
        path: '/api/sys-users/batch_save_user_role',
        body: { filter, expected_total: 4, role_ids: [31], mode: 'add', reason: '轮岗' },
        reply: success(startedLike),
      },
      async () => {
        const answer = await saveUserRoles({ filter, expected_total: 4, role_ids: [31], mode: 'add', reason: '轮岗' });
        expect(answer).toMatchObject(started);
      },
    ));

  it('refuses to give roles when the number of matching accounts changed', () =>
    askRefused(ask, {
      given: account,
      path: '/api/sys-users/batch_save_user_role',
      body: { filter, expected_total: 7, role_ids: [31], mode: 'add' },
      refused: changed,
      call: () => saveUserRoles({ filter, expected_total: 7, role_ids: [31], mode: 'add' }),
      carries: ({ data }) => expect(data.total).toBe(1),
    }));

  it('refuses to give a role that does not exist', () =>
    askWrongly(ask, {
      given: account,
      path: '/api/sys-users/batch_save_user_role',
      body: { user_ids: [41], role_ids: [99], mode: 'add' },
      field: 'role_ids.0',
      rule: 'exists',
      message: 'role_ids.0不存在或不可用',
      call: () => saveUserRoles({ user_ids: [41], role_ids: [99], mode: 'add' }),
    }));

  it('disables several accounts', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/batch_set_status',
        body: { ids: [41], status: 'disabled', reason: '轮岗' },
        reply: success(oneLike),
      },
      async (heard) => {
        expect(await setUserStatuses({ ids: [41], status: 'disabled', reason: '轮岗' })).toMatchObject(one);
        expectQuiet(heard);
      },
    ));

  it('skips an account that is already enabled', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/batch_set_status',
        body: { ids: [41], status: 'enabled' },
        reply: success({ ...oneLike, ok: 0, skip: 1 }),
      },
      async () => expect(await setUserStatuses({ ids: [41], status: 'enabled' })).toMatchObject({ ...one, ok: 0, skip: 1 }),
    ));

  it('disables all matching accounts, in several batches if needed', () =>
    ask(
      {
        given: four,
        path: '/api/sys-users/batch_set_status',
        body: { filter, expected_total: 4, status: 'disabled' },
        reply: success(startedLike),
      },
      async () => expect(await setUserStatuses({ filter, expected_total: 4, status: 'disabled' })).toEqual(started),
    ));

  it('refuses to disable accounts when the number of matches changed', () =>
    askRefused(ask, {
      given: account,
      path: '/api/sys-users/batch_set_status',
      body: { filter, expected_total: 7, status: 'disabled' },
      refused: changed,
      call: () => setUserStatuses({ filter, expected_total: 7, status: 'disabled' }),
      carries: ({ data }) => expect(data.total).toBe(1),
    }));

  it('refuses to disable more accounts than one call may', () =>
    askWrongly(ask, {
      given: six,
      path: '/api/sys-users/batch_set_status',
      body: { filter, expected_total: 6, status: 'disabled' },
      field: 'filter',
      rule: 'selectionMax',
      message: '共 6 个对象，一次最多 5 个，请缩小范围',
      call: () => setUserStatuses({ filter, expected_total: 6, status: 'disabled' }),
    }));

  it('refuses to disable accounts without a selection', () =>
    askWrongly(ask, {
      given: account,
      path: '/api/sys-users/batch_set_status',
      body: { status: 'disabled' },
      field: 'ids',
      rule: 'selection',
      message: '请选择对象，或选择全部符合条件的对象，两者取其一',
      call: () => setUserStatuses({ status: 'disabled' }),
    }));

  it('deletes several accounts and transfers their objects', () =>
    ask(
      {
        given: [...account, person(42, 'opt_10'), accountOwns({ id: 41, campaigns: 3 })],
        path: '/api/sys-users/batch_delete',
        body: { ids: [41], handover_user_id: 42, reason: '离职' },
        reply: success(oneLike),
      },
      async (heard) => {
        expect(await deleteUsers({ ids: [41], handover_user_id: 42, reason: '离职' })).toMatchObject(one);
        expectQuiet(heard);
      },
    ));

  it('deletes all matching accounts, in several batches if needed', () =>
    ask(
      {
        given: four,
        path: '/api/sys-users/batch_delete',
        body: { filter, expected_total: 4, reason: '离职' },
        reply: success(startedLike),
      },
      async () => expect(await deleteUsers({ filter, expected_total: 4, reason: '离职' })).toEqual(started),
    ));

  it('refuses to delete accounts when the number of matches changed', () =>
    askRefused(ask, {
      given: account,
      path: '/api/sys-users/batch_delete',
      body: { filter, expected_total: 7, reason: '离职' },
      refused: changed,
      call: () => deleteUsers({ filter, expected_total: 7, reason: '离职' }),
      carries: ({ data }) => expect(data.total).toBe(1),
    }));

  it('refuses to transfer the objects of several accounts to a person who does not exist', () =>
    askWrongly(ask, {
      given: account,
      path: '/api/sys-users/batch_delete',
      body: { ids: [41], handover_user_id: 99, reason: '离职' },
      field: 'handover_user_id',
      rule: 'exists',
      message: 'handover_user_id不存在或不可用',
      call: () => deleteUsers({ ids: [41], handover_user_id: 99, reason: '离职' }),
    }));

  it('resets several passwords, shows each once, and says which was left out', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/batch_reset_passwd',
        body: { ids: [41, 99] },
        reply: success({
          list: [
            { id: 41, account: string('opt_09'), name: string('opt_09'), new_passwd: someText('made-up-text') },
            { id: 99, account: string('#99'), name: string(''), message: string('对象不存在或无权限') },
          ],
          sheet: { name: string('账号密码_202611201600.xlsx'), content: someText('UEsDBA==') },
        }),
      },
      async (heard) => {
        const { list, sheet } = await resetPasswords({ ids: [41, 99] });
        expect(list[0]).toMatchObject({ id: 41, account: 'opt_09', new_passwd: 'made-up-text' });
        expect(list[1]).toMatchObject({ id: 99, message: '对象不存在或无权限' });
        expect(sheet).toEqual({ name: '账号密码_202611201600.xlsx', content: 'UEsDBA==' });
        expectQuiet(heard);
      },
    ));

  it('refuses to reset passwords of a selection that has changed', () =>
    askRefused(ask, {
      given: account,
      path: '/api/sys-users/batch_reset_passwd',
      body: { filter, expected_total: 7 },
      refused: changed,
      call: () => resetPasswords({ filter, expected_total: 7 }),
    }));
});

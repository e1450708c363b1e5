import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { judgePassword } from '../kernel/form/password-verdict.ts';
import { accountManagementMachine } from './account-management.machine.ts';
import {
  type AccountRow,
  accountDraft,
  blankAccount,
  blankAccountBatch,
  checkAccount,
  checkAccountBatch,
  checkDeletion,
  ownsSomething,
} from './account-rules.ts';

const account: AccountRow = {
  id: 5,
  version: 2,
  account: 'li.wei',
  name: '李伟',
  remark: null,
  is_admin: 0,
  is_leader: 0,
  platform: 'dj',
  status: 'enabled',
  department: { id: 3, label: '投放一组' },
  roles: [{ id: 1, label: '优化师' }],
  login_at: null,
  running: 0,
  timezone: 'Asia/Shanghai',
  password_state: 'own',
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'delete'],
};
const begin = (search = '') => observe(accountManagementMachine, { search });
const toList = (heard: Record<string, { type: string }[]>) => heard.list?.map(({ type }) => type);

describe('account management', () => {
  it.each([{ type: 'accountForm.saved', saved: { id: 5 } }, { type: 'page.refreshRequested' }] as const)(
    'reloads the list after $type',
    (event) => {
      const { actor, heard } = begin();
      actor.send(event);
      expect(toList(heard())).toEqual(['list.refreshRequested']);
    },
  );

  it('follows a saved view with its list, its address and its table', () => {
    const { actor, heard, facts } = observe(accountManagementMachine, { search: '?status=enabled' });
    const table = { shown: ['account'], density: 'compact' as const };
    actor.send({ type: 'views.applied', query: '?keyword=li', table, how: 'push' });
    expect(heard()).toMatchObject({
      list: [{ type: 'list.located', search: '?keyword=li' }],
      tableView: [{ type: 'view.applied', view: table }],
    });
    expect(facts).toEqual([{ type: 'page.moved', search: '?keyword=li', how: 'push' }]);
    actor.send({ type: 'views.applied', query: '', table: null, how: 'push' });
    expect(heard().tableView?.at(-1)).toEqual({ type: 'view.applied', view: undefined });
  });

  it('removes a deleted account from the chosen ones, and reloads the list', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'deletionForm.saved', saved: { id: 5 } });
    expect(heard().list).toMatchObject([{ type: 'list.rowForgotten', id: 5 }, { type: 'list.refreshRequested' }]);
  });

  it('drops a filter of the address on an unseen id, and no other', () => {
    const { actor, heard } = begin('?role_id=9&department_id=4');
    actor.send({ type: 'departmentChoice.unseen', ids: [9] });
    expect(heard()).toEqual({});
    actor.send({ type: 'roleChoice.unseen', ids: [9] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: ['role_id'] }]);
  });

  it('tells the shell of a batch started here', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'accountBatch.started', batchId: 7, batchIds: [7, 8] });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });

  it('follows the batch of an import, and tells the shell', () => {
    const { actor, facts, heard } = begin();
    actor.send({ type: 'accountImport.started', batchId: 9, siblings: [10] });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 9 }]);
    expect(heard()).toEqual({ batch: [{ type: 'batch.followed', batchId: 9, siblings: [10] }] });
  });

  it('chooses failed rows if the batch was on the screen, and reloads the rows quietly', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'accountBatch.finished', batchId: 7, watched: true, okIds: [5], failedIds: [6] });
    expect(heard().list).toEqual([{ type: 'list.rowsChosen', ids: [6] }, { type: 'list.refreshDue' }]);
  });

  it('keeps the choice when a batch ends off the screen, until the user asks for the failed rows', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'accountBatch.finished', batchId: 7, watched: false, okIds: [5], failedIds: [6] });
    expect(toList(heard())).toEqual(['list.refreshDue']);
    actor.send({ type: 'accountBatch.failedChosen', ids: [6] });
    expect(heard().list?.at(-1)).toEqual({ type: 'list.rowsChosen', ids: [6] });
  });

  it('does not poll batches while another page is on the screen', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.left' });
    actor.send({ type: 'page.seen' });
    expect(heard().batch?.map(({ type }) => type)).toEqual(['batch.left', 'batch.seen']);
  });

  it('shows a changed status in the row, without reloading the list', () => {
    const { actor, heard } = begin();
    const result: AccountRow = { ...account, status: 'disabled' };
    actor.send({ type: 'statusChange.done', subject: { row: account, status: 'disabled' }, result });
    expect(heard()).toEqual({ list: [{ type: 'list.rowReplaced', row: result }] });
  });

  it('asks about a deletion only once it is known what the account owns', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'ownedCount.done', subject: account, result: { ad_account: 3 } });
    expect(heard()).toEqual({
      deletion: [
        {
          type: 'form.opened',
          draft: {
            values: { typed: '', handover_user_id: undefined },
            subject: { id: 5, account: 'li.wei', owned: { ad_account: 3 } },
          },
        },
      ],
    });
  });

  it('passes the reset of a password on to the shell', () => {
    const { actor, facts, heard } = begin();
    actor.send({ type: 'page.passwordResetRequested', subject: { id: 5, account: 'li.wei' } });
    expect(facts).toEqual([{ type: 'page.passwordResetRequested', subject: { id: 5, account: 'li.wei' } }]);
    expect(heard()).toEqual({});
  });

  it('tells the address of its list, and keeps other parts of it', () => {
    const { actor, facts } = begin('?tab=audit&status=enabled');
    actor.send({ type: 'list.moved', search: '?status=disabled', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=audit&status=disabled', how: 'push' }]);
  });
});

describe('the rules of a password', () => {
  it.each([
    ['', 'empty'],
    ['abc1234', 'badLength'],
    ['abcd1234', 'good'],
    [`a1${'b'.repeat(30)}`, 'good'],
    [`a1${'b'.repeat(31)}`, 'badLength'],
    ['12345678', 'badMixture'],
    ['abcdefgh', 'badMixture'],
    ['密码密码密码密1', 'good'],
    ['        ', 'badMixture'],
  ] as const)('judge %j as %s', (typed, verdict) => {
    expect(judgePassword(typed)).toBe(verdict);
  });

  it('refuse a bad password of a new account, but accept none', () => {
    const values = { ...blankAccount, account: 'li.wei', name: '李伟', department_id: 3, role_ids: [1] };
    expect(checkAccount({ ...values, pwd: 'badLength' }, undefined)).toHaveProperty('pwd');
    expect(checkAccount({ ...values, pwd: 'badMixture' }, undefined)).toHaveProperty('pwd');
    expect(checkAccount({ ...values, pwd: 'good' }, undefined)).toEqual({});
    expect(checkAccount({ ...values, pwd: 'empty' }, undefined)).toEqual({});
  });
});

describe('the rules of an account', () => {
  const good = { ...blankAccount, account: 'li.wei', name: '李伟', department_id: 3, role_ids: [1] };
  const subject = { id: 5, version: 2, account: 'li.wei', status: 'enabled' as const };

  it('refuse an empty form at every required field', () => {
    expect(Object.keys(checkAccount(blankAccount, undefined)).toSorted()).toEqual(['account', 'department_id', 'name', 'role_ids']);
  });

  it('accept a valid one', () => {
    expect(checkAccount(good, undefined)).toEqual({});
  });

  it('require no role of an admin', () => {
    expect(checkAccount({ ...good, is_admin: 1, role_ids: [] }, undefined)).toEqual({});
    expect(checkAccount({ ...good, role_ids: [] }, undefined)).toHaveProperty('role_ids');
  });

  it('do not check an account name that can no longer be changed', () => {
    expect(checkAccount({ ...good, account: 'A' }, subject)).toEqual({});
    expect(checkAccount({ ...good, account: 'A' }, undefined)).toHaveProperty('account');
  });

  it('fill the form with the account', () => {
    expect(accountDraft(account)).toMatchObject({
      values: { account: 'li.wei', department_id: 3, role_ids: [1], remark: '' },
      subject,
    });
  });

  it('need the typed name for a deletion, and a successor if something is owned', () => {
    const owner = { id: 5, account: 'li.wei', owned: { ad_account: 3 } };
    const nobody = { ...owner, owned: { ad_account: 0 } };
    expect(ownsSomething(owner)).toBe(true);
    expect(ownsSomething(nobody)).toBe(false);
    expect(checkDeletion({ typed: '', handover_user_id: undefined }, nobody)).toEqual({ typed: { rule: 'required' } });
    expect(checkDeletion({ typed: 'li', handover_user_id: undefined }, nobody)).toEqual({
      typed: { rule: 'retyped', params: { expected: 'li.wei' } },
    });
    expect(checkDeletion({ typed: ' li.wei ', handover_user_id: undefined }, nobody)).toEqual({});
    expect(checkDeletion({ typed: 'li.wei', handover_user_id: undefined }, owner)).toHaveProperty('handover_user_id');
    expect(checkDeletion({ typed: 'li.wei', handover_user_id: 6 }, owner)).toEqual({});
    expect(checkDeletion({ typed: '', handover_user_id: undefined }, undefined)).toHaveProperty('typed');
  });

  it('need at least one role for a change of roles only', () => {
    expect(checkAccountBatch(blankAccountBatch)).toHaveProperty('role_ids');
    expect(checkAccountBatch({ ...blankAccountBatch, role_ids: [1], mode: 'remove' })).toEqual({});
    for (const action of ['enable', 'disable', 'delete'] as const) expect(checkAccountBatch({ ...blankAccountBatch, action })).toEqual({});
  });
});

import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { roleManagementMachine } from './role-management.machine.ts';
import { type RoleRow, roleDraft } from './role-rules.ts';

const role: RoleRow = {
  id: 1,
  version: 4,
  name: '优化师',
  remark: null,
  paths: ['/index'],
  actions: ['export'],
  users: 3,
  is_builtin: false,
  updated_at: '2026-11-20T08:00:00Z',
};
const begin = (search = '') => observe(roleManagementMachine, { search });

describe('role management', () => {
  it('starts its list with the address', () => {
    expect(begin('?keyword=a').given.list).toEqual({ search: '?keyword=a' });
  });

  it.each([
    { type: 'roleForm.saved', saved: role },
    { type: 'roleCopyForm.saved', saved: role },
    { type: 'roleDeletion.done', subject: role, result: undefined },
    { type: 'members.changed' },
    { type: 'page.refreshRequested' },
  ] as const)('reloads the list after $type', (event) => {
    const { actor, heard } = begin();
    actor.send(event);
    expect(heard()).toEqual({ list: [{ type: 'list.refreshRequested' }] });
  });

  it('tells the address of its list, and keeps other parts of it', () => {
    const { actor, facts } = begin('?tab=audit&keyword=a&page=2');
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=audit&keyword=b', how: 'push' }]);
  });

  it('tells its list a new address, but not the shell', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'page.located', search: '?keyword=b' });
    expect(heard()).toEqual({ list: [{ type: 'list.located', search: '?keyword=b' }] });
    expect(facts).toEqual([]);
  });

  it('writes nothing after an export', () => {
    const { actor, heard, facts } = begin();
    actor.send({
      type: 'roleExport.done',
      subject: { query: { filters: {}, sort: undefined, page: 1, pageSize: 20 }, columns: ['name'] },
      rows: 3,
    });
    expect([heard(), facts]).toEqual([{}, []]);
  });

  it('fills the form with the role and its version', () => {
    expect(roleDraft(role)).toEqual({
      values: { name: '优化师', remark: '', paths: ['/index'], actions: ['export'] },
      subject: { id: 1, version: 4 },
    });
  });

  it('tells the shell of a batch that changes its members', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'members.batchStarted', batchId: 7 });
    expect(facts).toEqual([{ type: 'page.batchStarted', batchId: 7 }]);
  });
});

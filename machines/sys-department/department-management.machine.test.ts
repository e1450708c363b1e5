import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { departmentManagementMachine } from './department-management.machine.ts';
import {
  checkDepartment,
  checkMove,
  type Department,
  departmentDraft,
  filterDepartments,
  flatten,
  type MovePlan,
} from './department-rules.ts';

const department = (id: number, name: string, children: Department[] = []): Department => ({
  id,
  name,
  parent_id: 1,
  depth: 2,
  sort: 3,
  member_count: 4,
  subtree_count: 4,
  leaders: [],
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  children,
});
const plan: MovePlan = { id: 3, name: '投放一组', parentId: 2, sort: 0, changes: [] };
const begin = (search = '') => observe(departmentManagementMachine, { search });

describe('department management', () => {
  it('moves nothing before its plan was confirmed, however it was made', () => {
    for (const event of [
      { type: 'moveForm.saved', saved: plan } as const,
      { type: 'dragPlan.done', subject: plan, result: plan } as const,
    ]) {
      const { actor, heard } = begin();
      actor.send(event);
      expect(heard(), event.type).toEqual({ move: [{ type: 'command.requested', subject: plan }] });
    }
  });

  it.each([
    { type: 'departmentForm.saved', saved: { id: 3 } },
    { type: 'move.done', subject: plan, result: undefined },
    { type: 'departmentDeletion.done', subject: department(3, 'a'), result: undefined },
    { type: 'leaderForm.saved', saved: { id: 3 } },
    { type: 'page.refreshRequested' },
  ] as const)('reloads the tree after $type', (event) => {
    const { actor, heard } = begin();
    actor.send(event);
    expect(heard().list).toEqual([{ type: 'list.refreshRequested' }]);
  });

  it('reloads the members when leaders changed', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'leaderForm.saved', saved: { id: 3 } });
    expect(heard().members).toEqual([{ type: 'detail.refreshRequested' }]);
  });

  it('shows the members and assets of the selected department, and none without one', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'tree.selected', selected: 4 });
    actor.send({ type: 'tree.selected', selected: undefined });
    const shown = [{ type: 'detail.opened', subject: { id: 4 } }, { type: 'detail.closed' }];
    expect(heard()).toEqual({ members: shown, assets: shown });
  });

  it('writes the selection to the address, and keeps other parts of it', () => {
    const { actor, facts } = begin('?keyword=a');
    actor.send({ type: 'tree.moved', search: '?id=4', how: 'replace' });
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    actor.send({ type: 'tree.moved', search: '', how: 'replace' });
    expect(facts).toEqual([
      { type: 'page.moved', search: '?keyword=a&id=4', how: 'replace' },
      { type: 'page.moved', search: '?id=4&keyword=b', how: 'push' },
      { type: 'page.moved', search: '?keyword=b', how: 'replace' },
    ]);
  });

  it('tells the tree new addresses, new filters and deleted departments', () => {
    const { actor, heard } = begin('?id=4');
    actor.send({ type: 'page.located', search: '?id=5' });
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    actor.send({ type: 'departmentDeletion.done', subject: department(5, 'a'), result: undefined });
    expect(heard().tree).toEqual([
      { type: 'department.located', search: '?id=5' },
      { type: 'department.filtered' },
      { type: 'department.removed', id: 5 },
    ]);
  });

  it('tells the address of its list', () => {
    const { actor, facts } = begin('?tab=audit');
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=audit&keyword=b', how: 'push' }]);
  });
});

describe('the tree of departments', () => {
  const tree = [department(1, '总部', [department(2, '投放', [department(3, 'Group A')]), department(4, '财务')])];

  it('shows matches with all departments above them', () => {
    const shown = (keyword: string) => flatten(filterDepartments(tree, keyword)).map(({ id }) => id);
    expect(shown('group')).toEqual([1, 2, 3]);
    expect(shown(' 财 ')).toEqual([1, 4]);
    expect(shown('')).toEqual([1, 2, 3, 4]);
    expect(shown('nothing')).toEqual([]);
  });

  it('is not changed by a search', () => {
    const before = JSON.stringify(tree);
    filterDepartments(tree, 'group');
    expect(JSON.stringify(tree)).toBe(before);
  });
});

describe('the rules of a department', () => {
  it('need a name and a parent for a new one, and no parent for an existing one', () => {
    const values = { name: '', parent_id: undefined, sort: 0 };
    expect(Object.keys(checkDepartment(values, undefined)).toSorted()).toEqual(['name', 'parent_id']);
    expect(Object.keys(checkDepartment(values, { id: 3 }))).toEqual(['name']);
  });

  it.each([
    [0, true],
    [9999, true],
    [-1, false],
    [10_000, false],
    [1.5, false],
    [Number.NaN, false],
    [undefined, false],
  ])('check %s as a sort number: %s', (sort, sound) => {
    expect('sort' in checkMove({ parent_id: 1, sort })).toBe(!sound);
  });

  it('fill the form with the department', () => {
    expect(departmentDraft(department(3, '投放一组'))).toEqual({ values: { name: '投放一组', parent_id: 1, sort: 3 }, subject: { id: 3 } });
    expect(departmentDraft({ ...department(1, '总部'), parent_id: null }).values.parent_id).toBeUndefined();
  });
});

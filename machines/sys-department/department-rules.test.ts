import { describe, expect, it } from 'vitest';
import { DEPARTMENT_SORT_MAX, NAME_MAX } from '#contracts/rules/people-limits.ts';
import {
  checkDepartment,
  checkMove,
  type Department,
  filterDepartments,
  findMoveObstacle,
  readSelected,
  visibilityChanges,
  withSelected,
} from './department-rules.ts';

const node = (id: number, depth: number, children: Department[] = []): Department => ({
  id,
  name: `D${id}`,
  parent_id: null,
  depth,
  sort: 0,
  member_count: 0,
  subtree_count: 0,
  leaders: [],
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  children,
});
const change = (id: number, gains: number, loses: number) => ({ leader: { id, label: `L${id}` }, gains, loses });

describe('the visibility changes of a move', () => {
  it('group leaders with the same change, gains first', () => {
    expect(visibilityChanges({ changes: [change(1, 0, 12), change(2, 12, 0), change(3, 12, 0), change(4, 15, 0)] })).toEqual([
      { kind: 'gains', people: 15, leaders: ['L4'] },
      { kind: 'gains', people: 12, leaders: ['L2', 'L3'] },
      { kind: 'loses', people: 12, leaders: ['L1'] },
    ]);
  });

  it('are empty if no leader sees more or fewer users', () => {
    expect(visibilityChanges({ changes: [] })).toEqual([]);
  });
});

describe('the target of a move', () => {
  const leaf = node(3, 3);
  const moved = node(2, 2, [leaf]);

  it('is never the department itself or one below it', () => {
    expect([moved, leaf].map((target) => findMoveObstacle(target, moved))).toEqual(['below', 'below']);
  });

  it('has enough levels left for the whole subtree', () => {
    expect(findMoveObstacle(node(9, 3), moved)).toBeUndefined();
    expect(findMoveObstacle(node(9, 4), moved)).toBe('deep');
  });

  it('of a new department may be on the fourth level, not below', () => {
    expect([4, 5].map((depth) => findMoveObstacle(node(9, depth)))).toEqual([undefined, 'deep']);
  });
});

describe('the filter', () => {
  it('keeps the path to a match, and nothing below a match that does not match itself', () => {
    const tree = [node(1, 1, [node(20, 2, [node(21, 3)]), node(30, 2)])];
    const shape = (nodes: Department[]): unknown => nodes.map(({ id, children }) => [id, shape(children)]);
    expect(shape(filterDepartments(tree, ' d21 '))).toEqual([[1, [[20, [[21, []]]]]]]);
    expect(shape(filterDepartments(tree, 'D20'))).toEqual([[1, [[20, []]]]]);
    expect(filterDepartments(tree, 'x')).toEqual([]);
  });
});

describe('the department in the address', () => {
  it('is read, written and removed without other parts', () => {
    expect(readSelected('?keyword=a&id=7')).toBe(7);
    expect(readSelected('?id=-7')).toBeUndefined();
    expect(withSelected('?keyword=a', 7)).toBe('?keyword=a&id=7');
    expect(withSelected('?id=7', undefined)).toBe('');
  });
});

describe('the forms of a department', () => {
  const sound = { name: '广'.repeat(NAME_MAX), parent_id: 1, sort: DEPARTMENT_SORT_MAX };

  it('accept values within the limits', () => {
    expect(checkDepartment(sound, undefined)).toEqual({});
    expect(checkMove({ parent_id: 1, sort: 0 })).toEqual({});
  });

  it.each([
    ['name', { name: '广'.repeat(NAME_MAX + 1) }],
    ['name', { name: ' ' }],
    ['parent_id', { parent_id: undefined }],
    ['sort', { sort: DEPARTMENT_SORT_MAX + 1 }],
    ['sort', { sort: 1.5 }],
  ])('refuse a wrong %s: %j', (field, change) => {
    expect(Object.keys(checkDepartment({ ...sound, ...change }, undefined))).toEqual([field]);
  });
});

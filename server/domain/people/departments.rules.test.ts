import { expect, test } from 'vitest';
import { moveRefusal, treeOf, visibilityChanges } from './departments.rules.ts';

const place = (path: string) => {
  const ids = path.split('/').filter(Boolean).map(Number);
  return { id: ids.at(-1) ?? 0, parent_id: ids.at(-2) ?? null, path, depth: ids.length };
};

test.each([
  ['to a sibling', '/1/2/', 2, '/1/3/', null],
  ['to the root', '/1/2/4/', 3, '/1/', null],
  ['of the root', '/1/', 3, '/1/2/', 'DEPT_ROOT'],
  ['under itself', '/1/2/', 3, '/1/2/', 'DEPT_CYCLE'],
  ['under a descendant', '/1/2/', 4, '/1/2/4/5/', 'DEPT_CYCLE'],
  ['to the fifth level', '/1/2/', 2, '/1/3/4/5/', null],
  ['to the sixth level', '/1/2/', 2, '/1/3/4/5/6/', 'DEPT_TOO_DEEP'],
  ['with a child to the sixth level', '/1/2/', 3, '/1/3/4/5/', 'DEPT_TOO_DEEP'],
  ['beside a department whose id begins alike', '/1/2/', 2, '/1/22/', null],
])('a move %s', (_name, moved, deepest, target, refusal) => {
  expect(moveRefusal({ ...place(moved), deepest }, place(target))).toBe(refusal);
});

test('leaders above the old parent lose people, leaders above the new one gain them, all others see the same', () => {
  const leaders = [
    { id: 11, label: 'root', department_id: 1 },
    { id: 12, label: 'old', department_id: 2 },
    { id: 13, label: 'new', department_id: 3 },
    { id: 14, label: 'inside', department_id: 4 },
    { id: 15, label: 'beside', department_id: 7 },
  ];
  expect(visibilityChanges(place('/1/2/4/'), place('/1/3/'), 12, leaders)).toEqual([
    { leader: { id: 12, label: 'old' }, gains: 0, loses: 12 },
    { leader: { id: 13, label: 'new' }, gains: 12, loses: 0 },
  ]);
  expect(visibilityChanges(place('/1/2/4/'), place('/1/3/'), 0, leaders)).toEqual([]);
});

test('users of a department count for every department above it', () => {
  const row = (id: number, parent: number | null, members: number) => ({
    id,
    name: String(id),
    parent_id: parent,
    depth: 1,
    sort: 0,
    member_count: members,
    leaders: [],
    created_at: '2026-11-20T00:00:00.000Z',
    updated_at: '2026-11-20T00:00:00.000Z',
  });
  const [root] = treeOf([row(1, null, 1), row(2, 1, 2), row(3, 1, 3), row(4, 2, 4)]);
  expect(root).toMatchObject({
    subtree_count: 10,
    children: [
      { id: 2, subtree_count: 6, children: [{ id: 4 }] },
      { id: 3, subtree_count: 3 },
    ],
  });
});

import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import { DEPARTMENT_DEPTH_MAX } from '#contracts/rules/people-limits.ts';

export interface Place {
  id: number;
  parent_id: number | null;
  /** `/1/4/9/`, ends with the own id. */
  path: string;
  depth: number;
}

const contains = (outer: Place, inner: Place) => inner.path.startsWith(outer.path);

/** Why a department cannot be put under another; null when it can. `deepest` is the depth of its lowest descendant. */
export function moveRefusal(
  moved: Place & { deepest: number },
  target: Place,
): Extract<Reason, 'DEPT_ROOT' | 'DEPT_CYCLE' | 'DEPT_TOO_DEEP'> | null {
  if (moved.parent_id === null) return 'DEPT_ROOT';
  if (contains(moved, target)) return 'DEPT_CYCLE';
  return target.depth + 1 + (moved.deepest - moved.depth) > DEPARTMENT_DEPTH_MAX ? 'DEPT_TOO_DEEP' : null;
}

export interface Leader {
  id: number;
  label: string;
  department_id: number;
}

/**
 * Leaders above the old place lose the people of the moved subtree, leaders above the new place gain them;
 * whoever stands above both, or moves along, sees what they saw.
 */
export function visibilityChanges(moved: Place, target: Place, people: number, leaders: readonly Leader[]) {
  const above = (path: string) => new Set(path.split('/').filter(Boolean).map(Number));
  const before = above(moved.path);
  before.delete(moved.id);
  const after = above(target.path);
  return leaders
    .map(({ id, label, department_id }) => ({
      leader: { id, label },
      gains: after.has(department_id) && !before.has(department_id) ? people : 0,
      loses: before.has(department_id) && !after.has(department_id) ? people : 0,
    }))
    .filter((change) => change.gains > 0 || change.loses > 0);
}

export type FlatNode = Omit<DepartmentNode, 'children' | 'subtree_count'>;

/** Builds the tree from rows in sibling order; people of a node count for all above it. */
export function treeOf(rows: readonly FlatNode[]): DepartmentNode[] {
  const under = new Map<number | null, FlatNode[]>();
  for (const row of rows) under.set(row.parent_id, [...(under.get(row.parent_id) ?? []), row]);
  const nodesUnder = (parent: number | null): DepartmentNode[] =>
    (under.get(parent) ?? []).map((row) => {
      const children = nodesUnder(row.id);
      const subtree = row.member_count + children.reduce((sum, child) => sum + child.subtree_count, 0);
      return { ...row, subtree_count: subtree, children };
    });
  return nodesUnder(null);
}

import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import { DEPARTMENT_DEPTH_MAX } from '#contracts/rules/people-limits.ts';

export interface DepartmentPlace {
  id: number;
  parent_id: number | null;
  /** `/1/4/9/`, ending with the department's own id. */
  path: string;
  depth: number;
}

const contains = (outer: DepartmentPlace, inner: DepartmentPlace) => inner.path.startsWith(outer.path);

/** Why a department cannot be moved under another; null when it can. `deepest` is the depth of its lowest descendant. */
export function moveRefusal(
  moved: DepartmentPlace & { deepest: number },
  target: DepartmentPlace,
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
 * Leaders above the old parent lose sight of the users of the moved subtree, and leaders above the new parent gain it. Leaders above
 * both, or inside the subtree, see the same as before.
 */
export function visibilityChanges(moved: DepartmentPlace, target: DepartmentPlace, people: number, leaders: readonly Leader[]) {
  const ancestorIds = (path: string) => new Set(path.split('/').filter(Boolean).map(Number));
  const before = ancestorIds(moved.path);
  before.delete(moved.id);
  const after = ancestorIds(target.path);
  return leaders
    .map(({ id, label, department_id }) => ({
      leader: { id, label },
      gains: after.has(department_id) && !before.has(department_id) ? people : 0,
      loses: before.has(department_id) && !after.has(department_id) ? people : 0,
    }))
    .filter((change) => change.gains > 0 || change.loses > 0);
}

export type FlatNode = Omit<DepartmentNode, 'children' | 'subtree_count'>;

/** Builds the tree from rows in sibling order; users of a department count for every department above it. */
export function treeOf(rows: readonly FlatNode[]): DepartmentNode[] {
  const childrenByParent = new Map<number | null, FlatNode[]>();
  for (const row of rows) childrenByParent.set(row.parent_id, [...(childrenByParent.get(row.parent_id) ?? []), row]);
  const nodesUnder = (parent: number | null): DepartmentNode[] =>
    (childrenByParent.get(parent) ?? []).map((row) => {
      const children = nodesUnder(row.id);
      const subtree = row.member_count + children.reduce((sum, child) => sum + child.subtree_count, 0);
      return { ...row, subtree_count: subtree, children };
    });
  return nodesUnder(null);
}

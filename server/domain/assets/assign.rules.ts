import type { Assignment } from './assign.repository.ts';

export type AssignMode = 'replace' | 'add' | 'remove';

export interface AssignParams {
  mode: AssignMode;
  user_ids: readonly number[];
  department_ids: readonly number[];
  primary_user_id: number | null;
}

/** Changes to the assignments of one asset: rows to end, and users and departments to add. */
export interface Reassignment {
  ended: number[];
  users: { id: number; is_primary: boolean }[];
  departments: number[];
}

/**
 * Computes the changes. When a user becomes or stops being the primary, the old row ends and a new one begins, so that the history shows
 * who was responsible when. Removing the primary leaves none.
 */
export function planReassignment(
  assignments: readonly Assignment[],
  { mode, user_ids, department_ids, primary_user_id }: AssignParams,
): Reassignment {
  const namedUsers = new Set([...user_ids, ...(primary_user_id === null ? [] : [primary_user_id])]);
  const departments = new Set(department_ids);
  const currentPrimary = assignments.find((row) => row.is_primary)?.user_id ?? null;
  if (mode === 'remove') {
    const ended = assignments.filter((row) => isNamed(row, namedUsers, departments)).map((row) => row.id);
    return { ended, users: [], departments: [] };
  }
  const primary = primary_user_id ?? currentPrimary;
  const isKept = (row: Assignment) => mode === 'add' || isNamed(row, namedUsers, departments);
  const hasRightRole = (row: Assignment) => row.user_id === null || row.is_primary === (row.user_id === primary);
  const ended = assignments.filter((row) => !isKept(row) || !hasRightRole(row));
  const remaining = assignments.filter((row) => !ended.includes(row));
  const neededUsers = new Set([...namedUsers, ...ended.filter((row) => isKept(row)).flatMap((row) => row.user_id ?? [])]);
  return {
    ended: ended.map((row) => row.id),
    users: [...neededUsers].filter((id) => !remaining.some((row) => row.user_id === id)).map((id) => ({ id, is_primary: id === primary })),
    departments: [...departments].filter((id) => !remaining.some((row) => row.department_id === id)),
  };
}

const isNamed = (row: Assignment, users: ReadonlySet<number>, departments: ReadonlySet<number>): boolean =>
  (row.user_id !== null && users.has(row.user_id)) || (row.department_id !== null && departments.has(row.department_id));

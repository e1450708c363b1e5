import type { Standing } from './assign.repository.ts';

export type AssignMode = 'replace' | 'add' | 'remove';

export interface AssignParams {
  mode: AssignMode;
  user_ids: readonly number[];
  department_ids: readonly number[];
  primary_user_id: number | null;
}

/** What becomes of the assignments of one asset: rows to end, and what begins. */
export interface Reassignment {
  ended: number[];
  users: { id: number; is_primary: boolean }[];
  departments: number[];
}

/**
 * What has to change. A user whose role changes between primary and not has the old row ended and a new one begun, so the history
 * says who was responsible when. Removing the primary leaves none.
 */
export function reassign(standing: readonly Standing[], { mode, user_ids, department_ids, primary_user_id }: AssignParams): Reassignment {
  const named = new Set([...user_ids, ...(primary_user_id === null ? [] : [primary_user_id])]);
  const departments = new Set(department_ids);
  const current = standing.find((row) => row.is_primary)?.user_id ?? null;
  if (mode === 'remove') {
    const ended = standing.filter((row) => isNamed(row, named, departments)).map((row) => row.id);
    return { ended, users: [], departments: [] };
  }
  const primary = primary_user_id ?? current;
  const keeps = (row: Standing) => mode === 'add' || isNamed(row, named, departments);
  const isRight = (row: Standing) => row.user_id === null || row.is_primary === (row.user_id === primary);
  const ended = standing.filter((row) => !keeps(row) || !isRight(row));
  const left = standing.filter((row) => !ended.includes(row));
  const wantedUsers = new Set([...named, ...ended.filter((row) => keeps(row)).flatMap((row) => row.user_id ?? [])]);
  return {
    ended: ended.map((row) => row.id),
    users: [...wantedUsers].filter((id) => !left.some((row) => row.user_id === id)).map((id) => ({ id, is_primary: id === primary })),
    departments: [...departments].filter((id) => !left.some((row) => row.department_id === id)),
  };
}

const isNamed = (row: Standing, users: ReadonlySet<number>, departments: ReadonlySet<number>): boolean =>
  (row.user_id !== null && users.has(row.user_id)) || (row.department_id !== null && departments.has(row.department_id));

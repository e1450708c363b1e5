import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import { DEPARTMENT_DEPTH_MAX, DEPARTMENT_SORT_MAX, NAME_MAX } from '#contracts/rules/people-limits.ts';
import { departmentFilters } from '#contracts/vocabulary/departments.ts';
import type { FieldFaults } from '../kernel/form/faults.ts';
import { faultsIn, firstFault, numberRange, required, requiredChoice, stringRange, wholeNumber } from '../kernel/form/field-rules.ts';
import { id as rowId } from '../kernel/list/list-query.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type Department = DepartmentNode;

export interface DepartmentValues {
  name: string;
  /** Only for a new department; existing ones are moved, not edited. */
  parent_id: number | undefined;
  sort: number | undefined;
}

export const blankDepartment: DepartmentValues = { name: '', parent_id: undefined, sort: 0 };

export interface DepartmentSubject {
  id: number;
}

const sortFault = (sort: number | undefined) => firstFault(sort, requiredChoice, wholeNumber, numberRange(0, DEPARTMENT_SORT_MAX));

export const checkDepartment = (
  { name, parent_id, sort }: DepartmentValues,
  subject: DepartmentSubject | undefined,
): FieldFaults<DepartmentValues> =>
  faultsIn<DepartmentValues>({
    name: firstFault(name, required, stringRange(1, NAME_MAX)),
    parent_id: subject ? undefined : firstFault(parent_id, requiredChoice),
    sort: sortFault(sort),
  });

export interface MoveValues {
  parent_id: number | undefined;
  sort: number | undefined;
}

export const checkMove = ({ parent_id, sort }: MoveValues): FieldFaults<MoveValues> =>
  faultsIn<MoveValues>({ parent_id: firstFault(parent_id, requiredChoice), sort: sortFault(sort) });

/** A planned move, before it is confirmed. */
export interface MovePlan {
  id: number;
  name: string;
  parentId: number;
  sort: number;
  /** Leaders who would see more or fewer users. */
  changes: { leader: { id: number; label: string }; gains: number; loses: number }[];
}

/** Leaders who gain or lose the same number of users. */
export interface VisibilityChange {
  kind: 'gains' | 'loses';
  people: number;
  /** Names. */
  leaders: string[];
}

/** The visibility changes of a move: gains first, largest first. */
export function visibilityChanges({ changes }: Pick<MovePlan, 'changes'>): VisibilityChange[] {
  const found: VisibilityChange[] = [];
  for (const kind of ['gains', 'loses'] as const) {
    const sizes = new Set(changes.map((change) => change[kind]).filter((people) => people > 0));
    for (const people of [...sizes].toSorted((a, b) => b - a)) {
      found.push({ kind, people, leaders: changes.filter((change) => change[kind] === people).map(({ leader }) => leader.label) });
    }
  }
  return found;
}

/** Why a department cannot be moved below another one. */
export type MoveObstacle = 'below' | 'deep';

const heightOf = ({ children }: Department): number => 1 + Math.max(0, ...children.map(heightOf));

/** The obstacle that is known without the server. Without `moved`: whether a new department fits. */
export function findMoveObstacle(target: Department, moved?: Department): MoveObstacle | undefined {
  if (moved && flatten([moved]).some(({ id }) => id === target.id)) return 'below';
  return target.depth + (moved ? heightOf(moved) : 1) > DEPARTMENT_DEPTH_MAX ? 'deep' : undefined;
}

export interface LeaderValues {
  user_ids: number[];
}

export const departmentQuery = vocabularyQuery(departmentFilters, []);

export type DepartmentFilters = ReturnType<typeof departmentQuery.read>['filters'];

const SELECTED = 'id';

/** The selected department of an address. */
export const readSelected = (search: string): number | undefined => rowId.read(new URLSearchParams(search).get(SELECTED) ?? '');

/** The same address with this selection, or with none. */
export function withSelected(search: string, selected: number | undefined): string {
  const whole = new URLSearchParams(search);
  if (selected === undefined) whole.delete(SELECTED);
  else whole.set(SELECTED, rowId.write(selected));
  const written = whole.toString();
  return written && `?${written}`;
}

/** The selection's part of the address. */
export const selectionAddress = { replaceIn: (search: string, part: string) => withSelected(search, readSelected(part)) };

/** The matching departments with all departments above them; the whole tree without a keyword. */
export function filterDepartments(nodes: readonly Department[], keyword: string): Department[] {
  const word = keyword.trim().toLowerCase();
  if (!word) return [...nodes];
  return nodes.flatMap((node) => {
    const children = filterDepartments(node.children, word);
    return children.length > 0 || node.name.toLowerCase().includes(word) ? [{ ...node, children }] : [];
  });
}

/** All nodes of a forest, parents first. */
export const flatten = (nodes: readonly Department[]): Department[] => nodes.flatMap((node) => [node, ...flatten(node.children)]);

export const departmentDraft = ({ id, name, parent_id, sort }: Department) => ({
  values: { name, parent_id: parent_id ?? undefined, sort },
  subject: { id },
});

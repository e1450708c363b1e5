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
  /** Of a new department; a known one is moved, not edited. */
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

/** A move as it was worked out, before anybody agreed to it. */
export interface MovePlan {
  id: number;
  name: string;
  parentId: number;
  sort: number;
  /** Leaders who would see more or fewer people. */
  changes: { leader: { id: number; label: string }; gains: number; loses: number }[];
}

/** Leaders who will see as many people more, or fewer, as each other. */
export interface SightChange {
  kind: 'gains' | 'loses';
  people: number;
  /** Names. */
  leaders: string[];
}

/** What a move does to who sees whom: what is gained first, most people first. */
export function sightChanges({ changes }: Pick<MovePlan, 'changes'>): SightChange[] {
  const found: SightChange[] = [];
  for (const kind of ['gains', 'loses'] as const) {
    const sizes = new Set(changes.map((change) => change[kind]).filter((people) => people > 0));
    for (const people of [...sizes].toSorted((a, b) => b - a)) {
      found.push({ kind, people, leaders: changes.filter((change) => change[kind] === people).map(({ leader }) => leader.label) });
    }
  }
  return found;
}

/** Why a department cannot hang under another one. */
export type MoveObstacle = 'below' | 'deep';

const heightOf = ({ children }: Department): number => 1 + Math.max(0, ...children.map(heightOf));

/** What is known of it before the server is asked. Without a moved one: whether a new department fits. */
export function moveObstacle(target: Department, moved?: Department): MoveObstacle | undefined {
  if (moved && flattened([moved]).some(({ id }) => id === target.id)) return 'below';
  return target.depth + (moved ? heightOf(moved) : 1) > DEPARTMENT_DEPTH_MAX ? 'deep' : undefined;
}

export interface LeaderValues {
  user_ids: number[];
}

export const departmentQuery = vocabularyQuery(departmentFilters, []);

export type DepartmentFilters = ReturnType<typeof departmentQuery.read>['filters'];

const SELECTED = 'id';

/** The department an address points at. */
export const selectedIn = (search: string): number | undefined => rowId.read(new URLSearchParams(search).get(SELECTED) ?? '');

/** The same address, pointing at this department or at none. */
export function withSelected(search: string, selected: number | undefined): string {
  const whole = new URLSearchParams(search);
  if (selected === undefined) whole.delete(SELECTED);
  else whole.set(SELECTED, rowId.write(selected));
  const written = whole.toString();
  return written && `?${written}`;
}

/** The share of the address that the selection has. */
export const selectionAddress = { replaceIn: (search: string, part: string) => withSelected(search, selectedIn(part)) };

/** What matches a word, with everything above it; everything where no word is given. */
export function matching(nodes: readonly Department[], keyword: string): Department[] {
  const word = keyword.trim().toLowerCase();
  if (!word) return [...nodes];
  return nodes.flatMap((node) => {
    const children = matching(node.children, word);
    return children.length > 0 || node.name.toLowerCase().includes(word) ? [{ ...node, children }] : [];
  });
}

/** Every node of a forest, parents first. */
export const flattened = (nodes: readonly Department[]): Department[] => nodes.flatMap((node) => [node, ...flattened(node.children)]);

export const departmentDraft = ({ id, name, parent_id, sort }: Department) => ({
  values: { name, parent_id: parent_id ?? undefined, sort },
  subject: { id },
});

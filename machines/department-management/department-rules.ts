import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import type { FieldFaults } from '../kernel/faults.ts';
import { faultsIn, firstFault, numberRange, required, requiredChoice, stringRange, wholeNumber } from '../kernel/field-rules.ts';
import { defineListQuery, text } from '../kernel/list-query.ts';

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

const sortFault = (sort: number | undefined) => firstFault(sort, requiredChoice, wholeNumber, numberRange(0, 9999));

export const checkDepartment = (
  { name, parent_id, sort }: DepartmentValues,
  subject: DepartmentSubject | undefined,
): FieldFaults<DepartmentValues> =>
  faultsIn<DepartmentValues>({
    name: firstFault(name, required, stringRange(1, 32)),
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

export interface LeaderValues {
  user_ids: number[];
}

export const departmentQuery = defineListQuery({ keyword: text }, []);

export type DepartmentFilters = ReturnType<typeof departmentQuery.read>['filters'];

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

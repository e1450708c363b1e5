import type { DepartmentChoice } from '#machines/sys-accounts/account-management.machine.ts';
import type { TreeOption } from '#src/ui/pick/pick-options.ts';

export const departmentOptions = (nodes: readonly DepartmentChoice[]): TreeOption<number>[] =>
  nodes.map(({ id, name, children }) => ({ value: id, label: name, children: departmentOptions(children) }));

/** The department with this id, wherever it stands. */
export function findDepartment(nodes: readonly DepartmentChoice[], id: number | undefined): DepartmentChoice | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findDepartment(node.children, id);
    if (found) return found;
  }
  return undefined;
}

import type { DepartmentChoice } from '#machines/sys-accounts/account-management.machine.ts';

/** Finds a department in the tree. */
export function findDepartment(nodes: readonly DepartmentChoice[], id: number | undefined): DepartmentChoice | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findDepartment(node.children, id);
    if (found) return found;
  }
  return undefined;
}

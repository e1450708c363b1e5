import { type Department, findMoveObstacle, type MoveObstacle } from '#machines/sys-department/department-rules.ts';
import type { TreeOption } from '#src/ui/pick/pick-options.ts';

/** Possible parents of a new or moved department. Impossible ones are disabled with the reason. */
export const toParentOptions = (
  tree: readonly Department[],
  toObstacleText: (obstacle: MoveObstacle) => string,
  movedDepartment?: Department,
): TreeOption<number>[] =>
  tree.map((department) => {
    const obstacle = findMoveObstacle(department, movedDepartment);
    return {
      value: department.id,
      label: department.name,
      ...(obstacle && { disabled: toObstacleText(obstacle) }),
      children: toParentOptions(department.children, toObstacleText, movedDepartment),
    };
  });

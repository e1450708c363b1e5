import { type Department, type MoveObstacle, moveObstacle } from '#machines/sys-department/department-rules.ts';
import type { TreeOption } from '#src/ui/pick/pick-options.ts';

/** Possible parents of a new or moved department. Impossible ones are disabled with the reason. */
export const parentChoice = (
  tree: readonly Department[],
  why: (obstacle: MoveObstacle) => string,
  moved?: Department,
): TreeOption<number>[] =>
  tree.map((department) => {
    const obstacle = moveObstacle(department, moved);
    return {
      value: department.id,
      label: department.name,
      ...(obstacle && { disabled: why(obstacle) }),
      children: parentChoice(department.children, why, moved),
    };
  });

import { useMemo } from 'react';
import { DEPARTMENT_DEPTH_MAX } from '#contracts/rules/people-limits.ts';
import type { MoveObstacle } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** Explains why a target is not allowed. */
export function useObstacleText(): (obstacle: MoveObstacle) => string {
  const t = useText();
  return useMemo(
    () => (obstacle) => (obstacle === 'below' ? t('department.isBelow') : t('department.tooDeep', { max: DEPARTMENT_DEPTH_MAX })),
    [t],
  );
}

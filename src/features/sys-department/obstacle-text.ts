import { useMemo } from 'react';
import { DEPTH_MAX, type MoveObstacle } from '#machines/sys-department/department-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** Why a place cannot be taken, in words. */
export function useObstacleText(): (obstacle: MoveObstacle) => string {
  const t = useText();
  return useMemo(() => (obstacle) => (obstacle === 'below' ? t('department.isBelow') : t('department.tooDeep', { max: DEPTH_MAX })), [t]);
}

import { useMemo } from 'react';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { hasEnded } from '#machines/kernel/batch/order-status.ts';
import type { LaunchAction } from '#machines/parts/launches/launch-batch-rules.ts';
import { useEntityPermits } from '#src/parts/launches/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

const LAUNCHES = '/advertising/start';
const PUBLISH = '/advertising/publish';

/** The permission for each batch type: one action stands for all actions of the type. */
const actions: Partial<Record<BatchRow['type'], LaunchAction>> = {
  status: 'close',
  budget: 'budget',
  bid: 'bid',
  copy: 'copy',
  schedule: 'schedule',
  rename: 'rename',
  transfer: 'transfer',
  remove: 'remove',
};

const tabs: Readonly<Record<string, string>> = { campaign: 'campaign', ad_group: 'group', ad: 'ad' };

/**
 * The address that prefills a finished batch for ordering it again. Undefined without the permission, or for types that cannot be
 * repeated.
 */
export function useOrderAgain(): (row: Pick<BatchRow, 'id' | 'type' | 'level' | 'status'>) => string | undefined {
  const viewer = useViewer();
  const { isGranted } = useEntityPermits();
  return useMemo(() => {
    const toAddress = (path: string, tab: string, id: number) => `${path}?${new URLSearchParams({ tab, again: String(id) })}`;
    return (row) => {
      const { id, type, level } = row;
      if (!hasEnded(row)) return undefined;
      if (type === 'publish') return viewer.can('publish') && viewer.canOpen(PUBLISH) ? toAddress(PUBLISH, 'publish', id) : undefined;
      const [action, tab] = [actions[type], tabs[level ?? '']];
      if (action === undefined || tab === undefined || !isGranted(action) || !viewer.canOpen(LAUNCHES)) return undefined;
      return toAddress(LAUNCHES, tab, id);
    };
  }, [viewer, isGranted]);
}

import { useMemo } from 'react';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { effectiveStatusWords } from '#contracts/vocabulary/launches.ts';
import type { EntityBase } from '#machines/parts/launches/entity-rows.ts';
import type { LaunchAction } from '#machines/parts/launches/launch-batch-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

type Permit = EntityBase['can'][number];

const PERMITS: Record<LaunchAction, Permit> = {
  open: 'status',
  close: 'status',
  budget: 'budget',
  bid: 'bid',
  copy: 'copy',
  schedule: 'schedule',
  rename: 'rename',
  edit: 'edit',
  appeal: 'appeal',
  transfer: 'transfer',
  archive: 'archive',
  remove: 'remove',
};

/** The permission that each action requires. Leaders and admins may transfer without one. */
const REQUIRED_ACTIONS: Record<LaunchAction, string | undefined> = {
  open: 'status',
  close: 'status',
  budget: 'budget',
  bid: 'budget',
  copy: 'copy',
  schedule: 'status',
  rename: 'status',
  edit: 'status',
  appeal: 'status',
  transfer: undefined,
  archive: 'status',
  remove: 'remove',
};

/** The actions of each level. */
export const actionsAt: Record<EntityLevel, readonly LaunchAction[]> = {
  campaign: ['open', 'close', 'budget', 'copy', 'schedule', 'rename', 'transfer', 'archive', 'remove'],
  ad_group: ['open', 'close', 'budget', 'edit', 'bid', 'copy', 'schedule', 'rename', 'archive', 'remove'],
  ad: ['open', 'close', 'edit', 'copy', 'appeal', 'schedule', 'rename', 'archive', 'remove'],
};

type PermitRow = Pick<EntityBase, 'status' | 'effective_status' | 'status_cause' | 'sync_state' | 'locked_by_batch' | 'can'> & {
  budget_mode?: string | null;
};

/** What the user may do with launched objects, and the reasons why not. */
export function useEntityPermits() {
  const t = useText();
  const w = useWords();
  const viewer = useViewer();
  return useMemo(() => {
    const isGranted = (action: LaunchAction): boolean => {
      const required = REQUIRED_ACTIONS[action];
      return required === undefined ? viewer.isAdmin || viewer.isLeader : viewer.can(required);
    };
    const refusalOf = (row: PermitRow, action: LaunchAction): string | undefined => {
      if (!isGranted(action)) return t('launches.cannot.notGranted');
      if (row.can.includes(PERMITS[action])) return undefined;
      if (row.status === 'DELETED') return t('launches.cannot.deleted');
      if (row.status === 'ARCHIVED') return t('launches.cannot.archived');
      if (row.sync_state === 'missing') return t('launches.cannot.missing');
      if (row.locked_by_batch !== null) return t('launches.cannot.busy', { batch: String(row.locked_by_batch) });
      if (action === 'budget' && row.budget_mode === null) return t('launches.cannot.budgetElsewhere');
      if (row.effective_status === 'ACCOUNT_BLOCKED') return row.status_cause ?? w(effectiveStatusWords.ACCOUNT_BLOCKED);
      return t(`launches.cannot.${action}`);
    };
    return {
      /** Whether the roles of the user grant it. */
      isGranted,
      /** Undefined when it is allowed. */
      refusalOf,
    };
  }, [t, w, viewer]);
}

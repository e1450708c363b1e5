import type { EntityPermit } from '#contracts/endpoints/launch-rows.ts';
import type { EntityStatus, SyncState } from '#server/database/schema-launches.ts';
import type { Caller } from '../../work-context.ts';
import { BID_STRATEGIES } from './budget.rules.ts';
import type { EntityLevel } from './levels.ts';

interface PermitFacts {
  level: EntityLevel;
  status: EntityStatus;
  syncState: SyncState;
  /** Its account cannot deliver. */
  isBlocked: boolean;
  hasBudget: boolean;
  bidStrategy: string | null;
  /** A rejected ad whose rejection was not appealed. */
  isAppealable: boolean;
  /** An ad that takes its texts and creative from a post. */
  isOfPost: boolean;
}

type HasAction = (action: Caller['actions'][number]) => boolean;

/** An ad set is edited in place; another ad takes the place of an edited one, which needs the action copy as well. */
function canEdit({ level, isOfPost }: PermitFacts, has: HasAction): boolean {
  if (level === 'campaign') return false;
  return has('status') && (level === 'ad_group' || (!isOfPost && has('copy')));
}

/** What a caller who sees the object may do with it now. A lock by a running batch is ignored, because it ends on its own. */
export function listPermits(entity: PermitFacts, caller: Pick<Caller, 'isAdmin' | 'isLeader' | 'actions'>): EntityPermit[] {
  if (entity.status === 'DELETED') return [];
  const has: HasAction = (action) => caller.actions.includes(action);
  const isGone = entity.syncState === 'missing';
  const isLive = !isGone && (entity.status === 'ACTIVE' || entity.status === 'PAUSED');
  const permits: [EntityPermit, boolean][] = [
    ['status', isLive && !entity.isBlocked && has('status')],
    ['budget', isLive && entity.hasBudget && has('budget')],
    ['bid', isLive && entity.level === 'ad_group' && BID_STRATEGIES.includes(entity.bidStrategy ?? '') && has('budget')],
    ['copy', !isGone && has('copy')],
    ['schedule', isLive && has('status')],
    ['rename', isLive && has('status')],
    ['edit', isLive && canEdit(entity, has)],
    ['appeal', isLive && entity.isAppealable && has('status')],
    ['transfer', entity.level === 'campaign' && (caller.isLeader || caller.isAdmin === 1)],
    ['archive', entity.status !== 'ARCHIVED' && (isGone || entity.status === 'PAUSED') && has('status')],
    ['remove', has('remove')],
  ];
  return permits.flatMap(([permit, isPermitted]) => (isPermitted ? [permit] : []));
}

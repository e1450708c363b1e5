import type { EntityPermit } from '#contracts/endpoints/launch-rows.ts';
import type { EntityStatus, SyncState } from '#server/database/schema-launches.ts';
import type { Caller } from '../../work-context.ts';
import type { EntityLevel } from './levels.ts';

/** Strategies that go by a bid. */
export const BIDDING: readonly string[] = ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP'];

interface Standing {
  level: EntityLevel;
  status: EntityStatus;
  syncState: SyncState;
  /** Its account cannot deliver. */
  isBlocked: boolean;
  hasBudget: boolean;
  bidStrategy: string | null;
}

/** What somebody who sees an object may do with it now. What is being worked on is not asked: that ends by itself. */
export function permitsOn(of: Standing, caller: Pick<Caller, 'isAdmin' | 'isLeader' | 'actions'>): EntityPermit[] {
  if (of.status === 'DELETED') return [];
  const has = (action: Caller['actions'][number]) => caller.actions.includes(action);
  const isGone = of.syncState === 'missing';
  const isLive = !isGone && (of.status === 'ACTIVE' || of.status === 'PAUSED');
  const permits: [EntityPermit, boolean][] = [
    ['status', isLive && !of.isBlocked && has('status')],
    ['budget', isLive && of.hasBudget && has('budget')],
    ['bid', isLive && of.level === 'ad_group' && BIDDING.includes(of.bidStrategy ?? '') && has('budget')],
    ['copy', !isGone && has('copy')],
    ['schedule', isLive && has('status')],
    ['rename', isLive && has('status')],
    ['transfer', of.level === 'campaign' && (caller.isLeader || caller.isAdmin === 1)],
    ['archive', of.status !== 'ARCHIVED' && (isGone || of.status === 'PAUSED') && has('status')],
    ['remove', has('remove')],
  ];
  return permits.flatMap(([permit, is]) => (is ? [permit] : []));
}

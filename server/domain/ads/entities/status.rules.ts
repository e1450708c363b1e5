import type { EntityStatus } from '#server/database/schema-launches.ts';
import {
  adsObstacle,
  describeAccountStatus,
  describeDisableReason,
  type HomepageState,
  obstacleTexts,
  undeliverableWords,
} from '../../assets/index.ts';
import { Refusal, refuse } from '../../refusal.ts';

/** The result of a requested status change: nothing to do, allowed, or the reason it is refused. */
type Step = 'same' | 'allowed' | 'STATE_MUST_PAUSE' | 'STATE_ARCHIVED' | 'STATE_DELETED';

const STEPS: Readonly<Record<EntityStatus, Readonly<Record<EntityStatus, Step>>>> = {
  ACTIVE: { ACTIVE: 'same', PAUSED: 'allowed', ARCHIVED: 'STATE_MUST_PAUSE', DELETED: 'STATE_MUST_PAUSE' },
  PAUSED: { ACTIVE: 'allowed', PAUSED: 'same', ARCHIVED: 'allowed', DELETED: 'allowed' },
  ARCHIVED: { ACTIVE: 'STATE_ARCHIVED', PAUSED: 'STATE_ARCHIVED', ARCHIVED: 'same', DELETED: 'allowed' },
  DELETED: { ACTIVE: 'STATE_DELETED', PAUSED: 'STATE_DELETED', ARCHIVED: 'STATE_DELETED', DELETED: 'same' },
};

/** Whether an object may change from one status to another. With `force`, an open object is closed before it is deleted. */
export function findStep(from: EntityStatus, to: EntityStatus, { force = false }: { force?: boolean } = {}): Step {
  return force && from === 'ACTIVE' && to === 'DELETED' ? 'allowed' : STEPS[from][to];
}

/** The reason an object accepts no more changes; null while it does. */
export function changeObstacle(status: EntityStatus): Refusal | null {
  if (status === 'DELETED') return refuse('STATE_DELETED');
  return status === 'ARCHIVED' ? refuse('STATE_ARCHIVED') : null;
}

/** The facts that decide whether an object may be opened. */
export interface OpenFacts {
  account: { undeliverable: keyof typeof undeliverableWords | null; accountStatus: number; disableReason: number };
  /** Statuses of its campaign and ad group. */
  parentStatuses: readonly EntityStatus[];
  /** Null for campaigns and ad groups. */
  ad: {
    review: 'pending' | 'approved' | 'rejected';
    /** Names of the violated policies. */
    policies: readonly string[];
    /** Null when the ad does not lead to a landing page of ours. */
    landingStatus: string | null;
    /** Null when the homepage is not imported. `used` counts other ads only. */
    page: (HomepageState & { used: number; limit: number }) | null;
  } | null;
  /** The earliest end of the object and its parents. */
  endsAt: Date | null;
  isContentOff: boolean;
}

/** ACCOUNT_NOT_DELIVERABLE with its text; null when the account delivers. */
export function accountObstacle({ undeliverable, accountStatus, disableReason }: OpenFacts['account']): Refusal | null {
  if (undeliverable === null) return null;
  const isItsStatus = undeliverable === 'account_status';
  const status = isItsStatus ? describeAccountStatus(accountStatus) : undeliverableWords[undeliverable];
  const why = isItsStatus ? describeDisableReason(disableReason) : { zh: '', en: '' };
  return new Refusal('ACCOUNT_NOT_DELIVERABLE', {
    data: { account_status: accountStatus, disable_reason: disableReason, undeliverable_reason: undeliverable },
    text: { zh: `账户不可投放：${status.zh} ${why.zh}`.trim(), en: `Account cannot deliver: ${status.en} ${why.en}`.trim() },
  });
}

function adObstacle({ review, policies, landingStatus, page }: NonNullable<OpenFacts['ad']>): Refusal | null {
  if (review === 'rejected') return refuse('AD_DISAPPROVED', { policy: policies.join(', ') });
  if (landingStatus !== null && landingStatus !== 'online') return refuse('LANDING_OFFLINE');
  if (page === null) return null;
  const obstacle = adsObstacle(page);
  if (obstacle !== null) {
    const words = obstacleTexts[obstacle];
    return new Refusal('HOMEPAGE_UNUSABLE', {
      data: { status: obstacle },
      text: { zh: `主页不可用：${words.zh}`, en: `Page unusable: ${words.en}` },
    });
  }
  return page.used < page.limit ? null : refuse('PAGE_AD_LIMIT', { used: page.used, limit: page.limit });
}

/** The first reason an object cannot be opened; null when it can. */
export function openObstacle(facts: OpenFacts, now: Date): Refusal | null {
  const account = accountObstacle(facts.account);
  if (account !== null) return account;
  if (facts.parentStatuses.some((status) => status === 'DELETED' || status === 'ARCHIVED')) return refuse('PARENT_GONE');
  const ad = facts.ad === null ? null : adObstacle(facts.ad);
  if (ad !== null) return ad;
  if (facts.endsAt !== null && facts.endsAt <= now) return refuse('SCHEDULE_ENDED');
  return facts.isContentOff ? refuse('CONTENT_OFF') : null;
}

/** The warning for an object that was opened but will not deliver yet. */
export const openWarning = ({ parentStatuses }: Pick<OpenFacts, 'parentStatuses'>): 'PARENT_PAUSED' | null =>
  parentStatuses.includes('PAUSED') ? 'PARENT_PAUSED' : null;

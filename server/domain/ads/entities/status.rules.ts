import type { EntityStatus } from '#server/database/schema-launches.ts';
import {
  accountStatusInWords,
  adsObstacle,
  disableReasonWords,
  type HomepageStanding,
  obstacleTexts,
  undeliverableWords,
} from '../../assets/index.ts';
import { Refusal, refuse } from '../../refusal.ts';

/** What becomes of a wish: nothing to do, to be done, or refused with that reason. */
type Step = 'same' | 'allowed' | 'STATE_MUST_PAUSE' | 'STATE_ARCHIVED' | 'STATE_DELETED';

const steps: Readonly<Record<EntityStatus, Readonly<Record<EntityStatus, Step>>>> = {
  ACTIVE: { ACTIVE: 'same', PAUSED: 'allowed', ARCHIVED: 'STATE_MUST_PAUSE', DELETED: 'STATE_MUST_PAUSE' },
  PAUSED: { ACTIVE: 'allowed', PAUSED: 'same', ARCHIVED: 'allowed', DELETED: 'allowed' },
  ARCHIVED: { ACTIVE: 'STATE_ARCHIVED', PAUSED: 'STATE_ARCHIVED', ARCHIVED: 'same', DELETED: 'allowed' },
  DELETED: { ACTIVE: 'STATE_DELETED', PAUSED: 'STATE_DELETED', ARCHIVED: 'STATE_DELETED', DELETED: 'same' },
};

/** Whether an object can go from one status to another. `force`: what is open is closed before it is deleted. */
export function stepTo(from: EntityStatus, to: EntityStatus, { force = false }: { force?: boolean } = {}): Step {
  return force && from === 'ACTIVE' && to === 'DELETED' ? 'allowed' : steps[from][to];
}

/** Why an object takes no change of its fields any more. */
export function standsStill(status: EntityStatus): Refusal | null {
  if (status === 'DELETED') return refuse('STATE_DELETED');
  return status === 'ARCHIVED' ? refuse('STATE_ARCHIVED') : null;
}

/** What has to be in order before something is opened. */
export interface OpenFacts {
  account: { undeliverable: keyof typeof undeliverableWords | null; accountStatus: number; disableReason: number };
  /** Statuses of what it is in. */
  above: readonly EntityStatus[];
  /** Null of campaigns and ad groups. */
  ad: {
    review: 'pending' | 'approved' | 'rejected';
    /** Policies that it breaks. */
    policies: readonly string[];
    /** Null where it leads elsewhere. */
    landingStatus: string | null;
    /** Null where nobody imported it. `used`: by other ads. */
    page: (HomepageStanding & { used: number; limit: number }) | null;
  } | null;
  /** The earliest end of the object and of what it is in. */
  endsAt: Date | null;
  isContentOff: boolean;
}

/** ACCOUNT_NOT_DELIVERABLE in words; null where the account delivers. */
export function accountObstacle({ undeliverable, accountStatus, disableReason }: OpenFacts['account']): Refusal | null {
  if (undeliverable === null) return null;
  const isItsStatus = undeliverable === 'account_status';
  const status = isItsStatus ? accountStatusInWords(accountStatus) : undeliverableWords[undeliverable];
  const why = isItsStatus ? disableReasonWords(disableReason) : { zh: '', en: '' };
  return new Refusal('ACCOUNT_NOT_DELIVERABLE', {
    data: { account_status: accountStatus, disable_reason: disableReason, undeliverable_reason: undeliverable },
    text: { zh: `账户不可投放:${status.zh} ${why.zh}`.trim(), en: `Account cannot deliver: ${status.en} ${why.en}`.trim() },
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
      text: { zh: `主页不可用:${words.zh}`, en: `Page unusable: ${words.en}` },
    });
  }
  return page.used < page.limit ? null : refuse('PAGE_AD_LIMIT', { used: page.used, limit: page.limit });
}

/** Why something is not opened: the first reason that applies. */
export function openObstacle(facts: OpenFacts, now: Date): Refusal | null {
  const account = accountObstacle(facts.account);
  if (account !== null) return account;
  if (facts.above.some((status) => status === 'DELETED' || status === 'ARCHIVED')) return refuse('PARENT_GONE');
  const ad = facts.ad === null ? null : adObstacle(facts.ad);
  if (ad !== null) return ad;
  if (facts.endsAt !== null && facts.endsAt <= now) return refuse('SCHEDULE_ENDED');
  return facts.isContentOff ? refuse('CONTENT_OFF') : null;
}

/** What to say of something that was opened and will not deliver yet. */
export const openWarning = ({ above }: Pick<OpenFacts, 'above'>): 'PARENT_PAUSED' | null =>
  above.includes('PAUSED') ? 'PARENT_PAUSED' : null;

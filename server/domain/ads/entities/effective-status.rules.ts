import type { EffectiveStatus, EntityStatus, SyncState } from '#server/database/schema-launches.ts';

/** Everything the effective status depends on. Fields that do not apply to a level are null. */
export interface StatusFacts {
  status: EntityStatus;
  isDeliverable: boolean;
  syncState: SyncState;
  review: 'pending' | 'approved' | 'rejected' | null;
  campaignStatus: EntityStatus | null;
  groupStatus: EntityStatus | null;
  /** The latest start and earliest end of the object and its parents. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** Its lifetime budget, or that of a parent, is used up. */
  isSpent: boolean;
  issue: string | null;
  /** For campaigns and ad groups, the effective status of each ad that is switched on; null for an ad. */
  openAds: readonly EffectiveStatus[] | null;
}

/** The effective statuses an ad that is switched on can have, best first. A campaign or ad group takes the best one of its ads. */
export const AD_STATUSES_BEST_FIRST: readonly EffectiveStatus[] = [
  'ACTIVE',
  'WITH_ISSUES',
  'IN_PROCESS',
  'PENDING_REVIEW',
  'SCHEDULED',
  'DISAPPROVED',
  'ADSET_PAUSED',
  'COMPLETED',
];

/** The effective status: the first rule that applies wins. */
export function computeEffectiveStatus(facts: StatusFacts, now: Date): EffectiveStatus {
  if (facts.status === 'DELETED') return 'DELETED';
  if (facts.status === 'ARCHIVED') return 'ARCHIVED';
  if (!facts.isDeliverable) return 'ACCOUNT_BLOCKED';
  if (facts.syncState === 'missing') return 'MISSING';
  if (facts.syncState === 'pushing') return 'IN_PROCESS';
  if (facts.review === 'pending') return 'PENDING_REVIEW';
  if (facts.review === 'rejected') return 'DISAPPROVED';
  if (facts.status === 'PAUSED') return 'PAUSED';
  if (facts.campaignStatus !== null && facts.campaignStatus !== 'ACTIVE') return 'CAMPAIGN_PAUSED';
  if (facts.groupStatus !== null && facts.groupStatus !== 'ACTIVE') return 'ADSET_PAUSED';
  if (facts.startsAt !== null && facts.startsAt > now) return 'SCHEDULED';
  if ((facts.endsAt !== null && facts.endsAt <= now) || facts.isSpent) return 'COMPLETED';
  if (facts.issue !== null) return 'WITH_ISSUES';
  // Only ads deliver, so a campaign or ad group delivers when one of its ads does.
  return facts.openAds === null ? 'ACTIVE' : (AD_STATUSES_BEST_FIRST.find((status) => facts.openAds?.includes(status)) ?? 'ADS_OFF');
}

/** With these statuses an ad takes one of the ad places of its homepage: it runs or waits for its review. */
export const STATUSES_TAKING_A_PLACE: readonly EffectiveStatus[] = ['ACTIVE', 'PENDING_REVIEW', 'WITH_ISSUES', 'SCHEDULED'];

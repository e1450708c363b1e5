import type { EffectiveStatus, EntityStatus, SyncState } from '#server/database/schema-launches.ts';

/** Everything that what an object comes to depends on. Null where there is nothing of the kind on its level. */
export interface Circumstances {
  status: EntityStatus;
  isDeliverable: boolean;
  syncState: SyncState;
  review: 'pending' | 'approved' | 'rejected' | null;
  campaignStatus: EntityStatus | null;
  groupStatus: EntityStatus | null;
  /** The latest start and the earliest end of the object and of what it is in. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** Its lifetime budget, or that of what it is in, is gone. */
  isSpent: boolean;
  issue: string | null;
  /** Of campaigns and ad groups: what each of its ads comes to that is switched on; null of an ad itself. */
  openAds: readonly EffectiveStatus[] | null;
}

/** What ads that are on can come to, the best first. A campaign or ad group comes to the best of them. */
export const fromOpenAds: readonly EffectiveStatus[] = [
  'ACTIVE',
  'WITH_ISSUES',
  'IN_PROCESS',
  'PENDING_REVIEW',
  'SCHEDULED',
  'DISAPPROVED',
  'ADSET_PAUSED',
  'COMPLETED',
];

/** What an object comes to: the first that applies. */
export function effectiveStatus(of: Circumstances, now: Date): EffectiveStatus {
  if (of.status === 'DELETED') return 'DELETED';
  if (of.status === 'ARCHIVED') return 'ARCHIVED';
  if (!of.isDeliverable) return 'ACCOUNT_BLOCKED';
  if (of.syncState === 'missing') return 'MISSING';
  if (of.syncState === 'pushing') return 'IN_PROCESS';
  if (of.review === 'pending') return 'PENDING_REVIEW';
  if (of.review === 'rejected') return 'DISAPPROVED';
  if (of.status === 'PAUSED') return 'PAUSED';
  if (of.campaignStatus !== null && of.campaignStatus !== 'ACTIVE') return 'CAMPAIGN_PAUSED';
  if (of.groupStatus !== null && of.groupStatus !== 'ACTIVE') return 'ADSET_PAUSED';
  if (of.startsAt !== null && of.startsAt > now) return 'SCHEDULED';
  if ((of.endsAt !== null && of.endsAt <= now) || of.isSpent) return 'COMPLETED';
  if (of.issue !== null) return 'WITH_ISSUES';
  // Only ads deliver: whatever holds them delivers where one of them does.
  return of.openAds === null ? 'ACTIVE' : (fromOpenAds.find((status) => of.openAds?.includes(status)) ?? 'ADS_OFF');
}

/** With these an ad takes one of the places that its homepage has for ads: it runs, or waits for its review. */
export const onPage: readonly EffectiveStatus[] = ['ACTIVE', 'PENDING_REVIEW', 'WITH_ISSUES', 'SCHEDULED'];

import type { RemoteEntity } from '#server/channel/ad-platform.ts';
import type { EntityStatus, EventKind } from '#server/database/schema-launches.ts';

/** Issues set by this server; the channel does not know them, so it must not clear them. */
const OWN_ISSUES = ['EMPTY'];

export interface KnownEntity {
  name: string;
  status: EntityStatus;
  sync_state: string;
  issue: string | null;
  budget_mode: 'daily' | 'lifetime' | null;
  daily_budget: number | null;
  lifetime_budget: number | null;
  bid_amount: number | null;
  review: 'pending' | 'approved' | 'rejected' | null;
  appeal: 'pending' | 'granted' | 'denied' | null;
}

/** A change made on the channel itself, or a result of its review. */
export interface RemoteChange {
  event: EventKind;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface Difference {
  columns: Record<string, unknown>;
  changes: RemoteChange[];
  /** It was deleted on the channel. */
  isRemoved: boolean;
}

/** The review status that follows from the channel's status and feedback. */
export function toReview({ effective_status, review_feedback }: RemoteEntity): 'pending' | 'approved' | 'rejected' {
  if (effective_status === 'DISAPPROVED' || review_feedback !== null) return 'rejected';
  return effective_status === 'PENDING_REVIEW' || effective_status === 'PREAPPROVED' ? 'pending' : 'approved';
}

/** The issue that blocks delivery on the channel, as text; null without one. */
export const toIssue = ({ issue, effective_status }: RemoteEntity): string | null =>
  issue ?? (effective_status === 'WITH_ISSUES' || effective_status === 'PENDING_BILLING_INFO' ? effective_status : null);

export const toBudgetMode = (spec: { daily_budget: number | null; lifetime_budget: number | null }): 'daily' | 'lifetime' | null =>
  spec.daily_budget !== null ? 'daily' : spec.lifetime_budget !== null ? 'lifetime' : null;

const STATUS_EVENTS: Readonly<Record<Exclude<EntityStatus, 'DELETED'>, EventKind>> = {
  ACTIVE: 'open',
  PAUSED: 'close',
  ARCHIVED: 'archive',
};

function compareStatus(known: KnownEntity, remote: RemoteEntity, now: Date): Partial<Difference> {
  const { status } = remote;
  if (status === known.status || known.status === 'DELETED') return {};
  if (status === 'DELETED') return { isRemoved: true };
  const closing = { ACTIVE: { closed_by: null, closed_at: null }, PAUSED: { closed_by: 'platform', closed_at: now }, ARCHIVED: {} }[status];
  return {
    columns: { status, ...closing },
    changes: [{ event: STATUS_EVENTS[status], before: { status: known.status }, after: { status } }],
  };
}

function compareBudget(known: KnownEntity, remote: RemoteEntity): Partial<Difference> {
  if (remote.level === 'ad') return {};
  const { daily_budget, lifetime_budget } = remote.spec;
  if (daily_budget === known.daily_budget && lifetime_budget === known.lifetime_budget) return {};
  const after = { daily_budget, lifetime_budget };
  return {
    columns: { budget_mode: toBudgetMode(after), ...after },
    changes: [{ event: 'budget', before: { daily_budget: known.daily_budget, lifetime_budget: known.lifetime_budget }, after }],
  };
}

function compareBid(known: KnownEntity, remote: RemoteEntity): Partial<Difference> {
  if (remote.level !== 'ad_group' || remote.spec.bid_amount === known.bid_amount) return {};
  const after = { bid_amount: remote.spec.bid_amount };
  return { columns: after, changes: [{ event: 'bid', before: { bid_amount: known.bid_amount }, after }] };
}

function compareReview(known: KnownEntity, remote: RemoteEntity): Partial<Difference> {
  const review = toReview(remote);
  if (remote.level !== 'ad' || review === known.review) return {};
  const feedback = remote.review_feedback;
  const after = { review, ...(feedback === null ? {} : { policies: Object.keys(feedback) }) };
  return {
    columns: { review, review_feedback: feedback === null ? null : JSON.stringify(feedback) },
    changes: [{ event: 'review', before: { review: known.review }, after }],
  };
}

/** A granted appeal also changes the review, which has an event of its own. */
function compareAppeal(known: KnownEntity, { level, appeal }: RemoteEntity): Partial<Difference> {
  if (level !== 'ad' || appeal === known.appeal) return {};
  return { columns: { appeal }, changes: [{ event: 'appeal', before: { appeal: known.appeal }, after: { appeal } }] };
}

function compareName(known: KnownEntity, { name }: RemoteEntity): Partial<Difference> {
  if (name === known.name) return {};
  return { columns: { name }, changes: [{ event: 'rename', before: { name: known.name }, after: { name } }] };
}

function compareIssueAndSync(known: KnownEntity, remote: RemoteEntity): Partial<Difference> {
  const issue = toIssue(remote);
  const isOwn = issue === null && known.issue !== null && OWN_ISSUES.includes(known.issue);
  return {
    columns: {
      ...(issue === known.issue || isOwn ? {} : { issue }),
      ...(known.sync_state === 'synced' ? {} : { sync_state: 'synced' }),
    },
  };
}

/** The difference between the stored object and the channel's; null when they agree. Objects deleted here stay deleted. */
export function findDifference(known: KnownEntity, remote: RemoteEntity, now: Date): Difference | null {
  if (known.status === 'DELETED') return null;
  const parts = [
    compareStatus(known, remote, now),
    compareBudget(known, remote),
    compareBid(known, remote),
    compareName(known, remote),
    remote.status === 'DELETED' ? {} : compareReview(known, remote),
    compareAppeal(known, remote),
    compareIssueAndSync(known, remote),
  ];
  const difference: Difference = {
    columns: Object.assign({}, ...parts.map(({ columns }) => columns)),
    changes: parts.flatMap(({ changes = [] }) => changes),
    isRemoved: parts.some(({ isRemoved }) => isRemoved),
  };
  const isSame = Object.keys(difference.columns).length === 0 && !difference.isRemoved;
  return isSame ? null : difference;
}

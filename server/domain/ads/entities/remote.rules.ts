import type { RemoteEntity } from '#server/channel/ad-platform.ts';
import type { EntityStatus, EventKind } from '#server/database/schema-launches.ts';

/** Marks of our own that the channel knows nothing of: it does not take them back. */
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
}

/** One thing that somebody did on the channel itself, or that its review found. */
export interface RemoteChange {
  event: EventKind;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export interface Difference {
  columns: Record<string, unknown>;
  changes: RemoteChange[];
  /** It was deleted there. */
  isRemoved: boolean;
}

/** How the review of an ad stands, in the words of the channel. */
export function reviewOf({ effective_status, review_feedback }: RemoteEntity): 'pending' | 'approved' | 'rejected' {
  if (effective_status === 'DISAPPROVED' || review_feedback !== null) return 'rejected';
  return effective_status === 'PENDING_REVIEW' || effective_status === 'PREAPPROVED' ? 'pending' : 'approved';
}

/** What stands in its way there, in words; null where nothing does. */
export const issueOf = ({ issue, effective_status }: RemoteEntity): string | null =>
  issue ?? (effective_status === 'WITH_ISSUES' || effective_status === 'PENDING_BILLING_INFO' ? effective_status : null);

export const modeOf = (spec: { daily_budget: number | null; lifetime_budget: number | null }): 'daily' | 'lifetime' | null =>
  spec.daily_budget !== null ? 'daily' : spec.lifetime_budget !== null ? 'lifetime' : null;

const statusEvents: Readonly<Record<Exclude<EntityStatus, 'DELETED'>, EventKind>> = {
  ACTIVE: 'open',
  PAUSED: 'close',
  ARCHIVED: 'archive',
};

function statusChange(known: KnownEntity, remote: RemoteEntity, now: Date): Partial<Difference> {
  const { status } = remote;
  if (status === known.status || known.status === 'DELETED') return {};
  if (status === 'DELETED') return { isRemoved: true };
  const closing = { ACTIVE: { closed_by: null, closed_at: null }, PAUSED: { closed_by: 'platform', closed_at: now }, ARCHIVED: {} }[status];
  return {
    columns: { status, ...closing },
    changes: [{ event: statusEvents[status], before: { status: known.status }, after: { status } }],
  };
}

function budgetChange(known: KnownEntity, remote: RemoteEntity): Partial<Difference> {
  if (remote.level === 'ad') return {};
  const { daily_budget, lifetime_budget } = remote.spec;
  if (daily_budget === known.daily_budget && lifetime_budget === known.lifetime_budget) return {};
  const after = { daily_budget, lifetime_budget };
  return {
    columns: { budget_mode: modeOf(after), ...after },
    changes: [{ event: 'budget', before: { daily_budget: known.daily_budget, lifetime_budget: known.lifetime_budget }, after }],
  };
}

function bidChange(known: KnownEntity, remote: RemoteEntity): Partial<Difference> {
  if (remote.level !== 'ad_group' || remote.spec.bid_amount === known.bid_amount) return {};
  const after = { bid_amount: remote.spec.bid_amount };
  return { columns: after, changes: [{ event: 'bid', before: { bid_amount: known.bid_amount }, after }] };
}

function reviewChange(known: KnownEntity, remote: RemoteEntity): Partial<Difference> {
  const review = reviewOf(remote);
  if (remote.level !== 'ad' || review === known.review) return {};
  const feedback = remote.review_feedback;
  const after = { review, ...(feedback === null ? {} : { policies: Object.keys(feedback) }) };
  return {
    columns: { review, review_feedback: feedback === null ? null : JSON.stringify(feedback) },
    changes: [{ event: 'review', before: { review: known.review }, after }],
  };
}

function nameChange(known: KnownEntity, { name }: RemoteEntity): Partial<Difference> {
  if (name === known.name) return {};
  return { columns: { name }, changes: [{ event: 'rename', before: { name: known.name }, after: { name } }] };
}

function standing(known: KnownEntity, remote: RemoteEntity): Partial<Difference> {
  const issue = issueOf(remote);
  const isOwn = issue === null && known.issue !== null && OWN_ISSUES.includes(known.issue);
  return {
    columns: {
      ...(issue === known.issue || isOwn ? {} : { issue }),
      ...(known.sync_state === 'synced' ? {} : { sync_state: 'synced' }),
    },
  };
}

/** How an object of ours differs from what the channel says of it; null where it does not. What we deleted stays deleted. */
export function differenceOf(known: KnownEntity, remote: RemoteEntity, now: Date): Difference | null {
  if (known.status === 'DELETED') return null;
  const parts = [
    statusChange(known, remote, now),
    budgetChange(known, remote),
    bidChange(known, remote),
    nameChange(known, remote),
    remote.status === 'DELETED' ? {} : reviewChange(known, remote),
    standing(known, remote),
  ];
  const difference: Difference = {
    columns: Object.assign({}, ...parts.map(({ columns }) => columns)),
    changes: parts.flatMap(({ changes = [] }) => changes),
    isRemoved: parts.some(({ isRemoved }) => isRemoved),
  };
  const isSame = Object.keys(difference.columns).length === 0 && !difference.isRemoved;
  return isSame ? null : difference;
}

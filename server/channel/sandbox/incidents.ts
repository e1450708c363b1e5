import { uniform } from './chance.ts';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;

/** Probability per account and week, and duration. */
const incidentKinds = { disabled: [0.01, 72 * HOUR], unsettled: [0.02, 24 * HOUR], revoked: [0.01, 0] } as const;

type IncidentKind = keyof typeof incidentKinds;

/** Instant of an incident in a week of an account, counted from 1970; null when there is none. */
function findInstant(seed: string, account: string, week: number, kind: IncidentKind): number | null {
  if (uniform(seed, account, week, kind) >= incidentKinds[kind][0]) return null;
  return Math.floor((week + uniform(seed, account, week, kind, 'when')) * WEEK);
}

/** True when an incident happened between two instants, or still lasts at the second. */
function hasHappened(seed: string, account: string, kind: IncidentKind, after: Date, until: Date): boolean {
  const durationMs = incidentKinds[kind][1];
  const from = durationMs === 0 ? after.getTime() : Math.max(after.getTime(), until.getTime() - durationMs);
  for (let week = Math.floor(from / WEEK); week <= Math.floor(until.getTime() / WEEK); week++) {
    const at = findInstant(seed, account, week, kind);
    if (at !== null && at > from && at <= until.getTime()) return true;
  }
  return false;
}

interface AccountStatus {
  account_status: number;
  disable_reason: number;
}

/** Current status of an account, given the status it was founded with. */
export function accountStatusAt(seed: string, account: AccountStatus & { id: string }, foundedAt: Date, now: Date): AccountStatus {
  const { id, account_status, disable_reason } = account;
  if (account_status !== 1) return { account_status, disable_reason };
  if (hasHappened(seed, id, 'disabled', foundedAt, now)) return { account_status: 2, disable_reason: 1 };
  if (hasHappened(seed, id, 'unsettled', foundedAt, now)) return { account_status: 3, disable_reason: 0 };
  return { account_status, disable_reason };
}

/** True when a person has revoked a grant since its start, because of an incident of an account that is primarily theirs. */
export const isRevoked = (seed: string, accounts: readonly string[], grantedAt: Date, now: Date): boolean =>
  accounts.some((account) => hasHappened(seed, account, 'revoked', grantedAt, now));

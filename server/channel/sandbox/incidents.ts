import { uniform } from './chance.ts';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;

/** How likely in one week of one account, and for how long. */
const kinds = { disabled: [0.01, 72 * HOUR], unsettled: [0.02, 24 * HOUR], revoked: [0.01, 0] } as const;

type Kind = keyof typeof kinds;

/** When it happened to an account in a week, counted from 1970; null: not in that one. */
function instantOf(seed: string, account: string, week: number, kind: Kind): number | null {
  if (uniform(seed, account, week, kind) >= kinds[kind][0]) return null;
  return Math.floor((week + uniform(seed, account, week, kind, 'when')) * WEEK);
}

/** Whether it happened after one instant and not after another, or still lasts at the latter. */
function happened(seed: string, account: string, kind: Kind, after: Date, until: Date): boolean {
  const lasts = kinds[kind][1];
  const from = lasts === 0 ? after.getTime() : Math.max(after.getTime(), until.getTime() - lasts);
  for (let week = Math.floor(from / WEEK); week <= Math.floor(until.getTime() / WEEK); week++) {
    const at = instantOf(seed, account, week, kind);
    if (at !== null && at > from && at <= until.getTime()) return true;
  }
  return false;
}

interface Standing {
  account_status: number;
  disable_reason: number;
}

/** How an account stands now, given how it was founded. */
export function standingOf(seed: string, account: Standing & { id: string }, foundedAt: Date, now: Date): Standing {
  const { id, account_status, disable_reason } = account;
  if (account_status !== 1) return { account_status, disable_reason };
  if (happened(seed, id, 'disabled', foundedAt, now)) return { account_status: 2, disable_reason: 1 };
  if (happened(seed, id, 'unsettled', foundedAt, now)) return { account_status: 3, disable_reason: 0 };
  return { account_status, disable_reason };
}

/** Whether a person took back what they granted at an instant, because of one of the accounts that are theirs first of all. */
export const isTakenBack = (seed: string, accounts: readonly string[], grantedAt: Date, now: Date): boolean =>
  accounts.some((account) => happened(seed, account, 'revoked', grantedAt, now));

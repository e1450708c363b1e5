import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { Limits } from '../limits.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Until when a session lives that is used now: the sliding end, never beyond the absolute one. */
export const expiryOf = (issuedAt: Date, now: Date, limits: Limits): Date =>
  new Date(Math.min(now.getTime() + limits.tokenTtlMinutes * MINUTE, issuedAt.getTime() + limits.tokenMaxDays * DAY));

/** A new end is written only when it gains this much, so that reading does not write each time. */
export const isWorthProlonging = (current: Date, next: Date, limits: Limits): boolean =>
  next.getTime() - current.getTime() >= (limits.tokenTtlMinutes * MINUTE) / 100;

/** Why a session is no longer good; null when it is. */
export function endedBecause(
  session: { expires_at: Date; issued_at: Date; revoked_at: Date | null; status: 'enabled' | 'disabled'; deleted_at: Date | null },
  now: Date,
  limits: Limits,
): Reason | null {
  if (session.deleted_at !== null) return 'TOKEN_REVOKED';
  if (session.status === 'disabled') return 'USER_DISABLED';
  if (session.revoked_at !== null) return 'TOKEN_REVOKED';
  const absolute = session.issued_at.getTime() + limits.tokenMaxDays * DAY;
  return now.getTime() >= Math.min(session.expires_at.getTime(), absolute) ? 'TOKEN_EXPIRED' : null;
}

/**
 * Minutes an account stays locked for an address, 0 when it is not. `failures` are the newest first, as many as lock.
 * The lock begins with the last of them.
 */
export function minutesLocked(failures: readonly Date[], now: Date, limits: Limits): number {
  const newest = failures[0];
  const first = failures[limits.loginFails - 1];
  if (newest === undefined || first === undefined) return 0;
  const length = limits.loginLockMinutes * MINUTE;
  if (newest.getTime() - first.getTime() >= length) return 0;
  return Math.max(0, Math.ceil((newest.getTime() + length - now.getTime()) / MINUTE));
}

import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { Limits } from '../limits.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** New end of a session used now: the sliding end, but never later than the absolute one. */
export const expiryOf = (issuedAt: Date, now: Date, limits: Limits): Date =>
  new Date(Math.min(now.getTime() + limits.tokenTtlMinutes * MINUTE, issuedAt.getTime() + limits.tokenMaxDays * DAY));

/** True when the new end is later by at least 1 % of the lifetime, so that not every read causes a write. */
export const isWorthProlonging = (current: Date, next: Date, limits: Limits): boolean =>
  next.getTime() - current.getTime() >= (limits.tokenTtlMinutes * MINUTE) / 100;

/** Why a session is no longer valid; null when it is valid. */
export function sessionRefusal(
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
 * Minutes for which an account stays locked for an address; 0 when it is not locked. `failures` are the newest first, as many as it takes
 * to lock. The lock begins with the newest.
 */
export function minutesLocked(failures: readonly Date[], now: Date, limits: Limits): number {
  const newest = failures[0];
  const first = failures[limits.loginFails - 1];
  if (newest === undefined || first === undefined) return 0;
  const length = limits.loginLockMinutes * MINUTE;
  if (newest.getTime() - first.getTime() >= length) return 0;
  return Math.max(0, Math.ceil((newest.getTime() + length - now.getTime()) / MINUTE));
}

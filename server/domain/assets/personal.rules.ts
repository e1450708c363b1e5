import { neededScopes, type PersonalStatus } from '#contracts/endpoints/authorising.ts';
import type { InspectedToken } from '#server/channel/ad-platform.ts';
import { EXPIRING_DAYS } from './deliverable.ts';

const DAY_MS = 86_400_000;

/** What is needed and was not granted. */
export const missingScopes = (scopes: readonly string[]): string[] => neededScopes.filter((scope) => !scopes.includes(scope));

/** What a token is worth, as the channel described it. */
export function statusOf(
  { state, scopes, expires_at }: Pick<InspectedToken, 'state' | 'scopes' | 'expires_at'>,
  now: Date,
): Exclude<PersonalStatus, 'pending' | 'disabled'> {
  if (state === 'revoked') return 'revoked';
  const left = expires_at === null ? Number.POSITIVE_INFINITY : expires_at.getTime() - now.getTime();
  if (state === 'expired' || left <= 0) return 'expired';
  if (missingScopes(scopes).length > 0) return 'limited';
  return left <= EXPIRING_DAYS * DAY_MS ? 'expiring' : 'active';
}

/** Statuses whose token the channel still takes. */
export const isUsable = (status: PersonalStatus): boolean => status === 'active' || status === 'expiring' || status === 'limited';

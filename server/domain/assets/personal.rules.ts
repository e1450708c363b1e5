import { neededScopes, type PersonalStatus } from '#contracts/endpoints/authorising.ts';
import type { InspectedToken } from '#server/channel/ad-platform.ts';
import { EXPIRING_DAYS } from './deliverable.ts';

const DAY_MS = 86_400_000;

/** Needed scopes that were not granted. */
export const findMissingScopes = (scopes: readonly string[]): string[] => neededScopes.filter((scope) => !scopes.includes(scope));

/** The status that follows from an inspection of the token. */
export function toPersonalStatus(
  { state, scopes, expires_at }: Pick<InspectedToken, 'state' | 'scopes' | 'expires_at'>,
  now: Date,
): Exclude<PersonalStatus, 'pending' | 'disabled'> {
  if (state === 'revoked') return 'revoked';
  const left = expires_at === null ? Number.POSITIVE_INFINITY : expires_at.getTime() - now.getTime();
  if (state === 'expired' || left <= 0) return 'expired';
  if (findMissingScopes(scopes).length > 0) return 'limited';
  return left <= EXPIRING_DAYS * DAY_MS ? 'expiring' : 'active';
}

/** Statuses with a token that the channel still accepts. */
export const isUsable = (status: PersonalStatus): boolean => status === 'active' || status === 'expiring' || status === 'limited';

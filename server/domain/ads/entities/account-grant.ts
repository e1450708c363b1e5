import { type AdPlatform, AdPlatformError, type Tok } from '#server/channel/ad-platform.ts';
import { openGrant } from '../../assets/index.ts';
import type { LookupContext, Outcome } from '../../batches/index.ts';
import { toItemOutcome } from '../../channel-refusal.ts';

/** An ad account with the access needed to call its channel. */
export interface AccountGrant {
  platform: AdPlatform;
  tok: Tok;
  person: { id: number; name: string };
  /** The account's id on the channel. */
  account: string;
}

/** Refuses with PLATFORM_AUTH when no authorisation reaches the account. */
export async function openAccount(
  context: Pick<LookupContext, 'db' | 'channels' | 'vault'>,
  { personalAccountId, platformId }: { personalAccountId: number; platformId: string },
): Promise<AccountGrant> {
  const { person, platform, tok } = await openGrant(context, personalAccountId);
  return { platform, tok, person: { id: person.id, name: person.name }, account: platformId };
}

/** The item outcome for an error of the channel; any other error is rethrown. */
export const toChannelOutcome = (error: unknown, { person }: Pick<AccountGrant, 'person'>, { isReading = false } = {}): Outcome =>
  toItemOutcome(error, { name: person.name, personalAccountId: person.id, isReading });

export const isRejected = (error: unknown): boolean => error instanceof AdPlatformError && error.kind === 'rejected';

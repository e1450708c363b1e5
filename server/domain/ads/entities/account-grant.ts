import { type AdPlatform, AdPlatformError, type Tok } from '#server/channel/ad-platform.ts';
import { openGrant } from '../../assets/index.ts';
import type { LookupContext, Outcome } from '../../batches/index.ts';
import { faultOfChannel } from '../../channel-refusal.ts';

/** An ad account opened for calls to its channel. */
export interface AccountGrant {
  platform: AdPlatform;
  tok: Tok;
  person: { id: number; name: string };
  /** Number of the account on the channel. */
  account: string;
}

/** Refuses with PLATFORM_AUTH where nobody's authorisation reaches the account. */
export async function openAccount(
  context: Pick<LookupContext, 'db' | 'channels' | 'vault'>,
  { personalAccountId, platformId }: { personalAccountId: number; platformId: string },
): Promise<AccountGrant> {
  const { person, platform, tok } = await openGrant(context, personalAccountId);
  return { platform, tok, person: { id: person.id, name: person.name }, account: platformId };
}

/** What a failure of the channel means for an item; whatever else it is is thrown on. */
export const faultAt = (error: unknown, { person }: Pick<AccountGrant, 'person'>, { isReading = false } = {}): Outcome =>
  faultOfChannel(error, { name: person.name, personalAccountId: person.id, isReading });

export const isRejected = (error: unknown): boolean => error instanceof AdPlatformError && error.kind === 'rejected';

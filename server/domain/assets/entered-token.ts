import { AdPlatformError, type Channels, type Connector } from '#server/channel/ad-platform.ts';
import type { CallContext } from '../call.ts';
import { describeHold, toChannelRefusal } from '../channel-refusal.ts';
import { isUniqueViolation } from '../faults.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import type { Holder } from './auth-links.repository.ts';
import type { Usage } from './personal.query.ts';
import { findMissingScopes } from './personal.rules.ts';
import { savePerson } from './personal-save.ts';
import { PERSON, requireOwner } from './visible-person.ts';

/** The network that knows the token. The last refusal counts when none does. */
async function inspectAnywhere(channels: Channels, connectors: readonly Connector[], token: string) {
  let refusal: unknown;
  for (const connector of connectors) {
    try {
      return { connector, inspected: await channels.of(connector).inspect(token) };
    } catch (error) {
      if (!(error instanceof AdPlatformError) || error.kind !== 'auth') throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Has the channel inspect a token before it is stored. Refuses an invalid one with PLATFORM_AUTH. */
export async function inspectToken(
  { channels, caller }: Pick<CallContext, 'channels' | 'caller'>,
  channel: 'meta' | 'tiktok',
  token: string,
) {
  const connectors = channels.connectorsFor(channel);
  if (connectors.length === 0) throw refuseField('channel', 'exists');
  try {
    const { connector, inspected } = await inspectAnywhere(channels, connectors, token);
    if (inspected.state === 'held') throw new Refusal('PLATFORM_AUTH', { text: describeHold(inspected.name) });
    if (!inspected.valid) throw refuse('PLATFORM_AUTH', {}, { name: inspected.name });
    // Keep the token as entered; the channel's echo of it is not trusted.
    return { connector, inspected: { ...inspected, token } };
  } catch (error) {
    const refusal = toChannelRefusal(error, { isReading: true, timezone: caller.timezone });
    throw refusal.reason === 'PLATFORM_REJECTED' ? refuse('PLATFORM_AUTH', refusal.data, { name: '' }) : refusal;
  }
}

type TokenInspection = Awaited<ReturnType<typeof inspectToken>>;

/** Stores the personal account of an inspected token. DUPLICATE when another user is responsible for it. */
export async function saveToken(
  context: CallContext,
  { channel, owner_user_id }: { channel: 'meta' | 'tiktok'; owner_user_id: number },
  { connector, inspected }: TokenInspection,
  { usage, holder }: { usage: Usage; holder: Holder | null },
) {
  await requireOwner(context, owner_user_id);
  const saved = await savePerson(context, {
    channel,
    connector,
    usage,
    owner_user_id,
    personal_account_id: null,
    holder,
    token: inspected,
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'token' });
    throw error;
  });
  if (saved.outcome !== 'saved') throw refuse('DUPLICATE', { field: 'token' });
  context.audit({
    targetType: PERSON,
    targetId: saved.id,
    targetLabel: saved.name,
    summary: { codes: [saved.isNew ? 'authorised' : 'authorised again'] },
    after: { platform_user_id: inspected.user_id, channel, usage, scopes: inspected.scopes, expires_at: inspected.expires_at },
  });
  return { id: saved.id, missing_scopes: findMissingScopes(inspected.scopes), found: null };
}

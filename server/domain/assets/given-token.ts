import type { CallContext } from '../call.ts';
import { refusalOfChannel } from '../channel-refusal.ts';
import { isUniqueViolation } from '../faults.ts';
import { refuse, refuseField } from '../refusal.ts';
import type { Holder } from './auth-links.repository.ts';
import type { Usage } from './personal.query.ts';
import { missingScopes } from './personal.rules.ts';
import { savePerson } from './personal-save.ts';
import { PERSON, requireOwner } from './seen-person.ts';

/** Asks the channel what a token is worth before it is kept. What is wrong with it is said as PLATFORM_AUTH. */
export async function inspectGiven(
  { channels, caller }: Pick<CallContext, 'channels' | 'caller'>,
  channel: 'meta' | 'tiktok',
  token: string,
) {
  const connector = channels.connectorFor(channel);
  if (connector === undefined) throw refuseField('channel', 'exists');
  try {
    const inspected = await channels.of(connector).inspect(token);
    if (!inspected.valid) throw refuse('PLATFORM_AUTH', {}, { name: inspected.name });
    // The token as it was given: what the channel echoes is not ours to trust.
    return { connector, inspected: { ...inspected, token } };
  } catch (error) {
    const refusal = refusalOfChannel(error, { isReading: true, timezone: caller.timezone });
    throw refusal.reason === 'PLATFORM_REJECTED' ? refuse('PLATFORM_AUTH', refusal.data, { name: '' }) : refusal;
  }
}

type Inspected = Awaited<ReturnType<typeof inspectGiven>>;

/** Keeps the person of an inspected token. DUPLICATE where somebody else answers for them. */
export async function addToken(
  context: CallContext,
  { channel, owner_user_id }: { channel: 'meta' | 'tiktok'; owner_user_id: number },
  { connector, inspected }: Inspected,
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
    summary: saved.isNew ? 'authorised' : 'authorised again',
    after: { platform_user_id: inspected.user_id, channel, usage, scopes: inspected.scopes, expires_at: inspected.expires_at },
  });
  return { id: saved.id, missing_scopes: missingScopes(inspected.scopes), found: null };
}

import type { Kysely } from 'kysely';
import type { AuthResult, authFailures, FoundAssets } from '#contracts/endpoints/authorising.ts';
import type { Connector } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';
import { type Language, reasonText } from '../messages.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { assetKinds } from './asset-kinds.ts';
import { type AuthLink, createState, findLink, type Holder, insertLink, setConnector } from './auth-links.repository.ts';
import { discoverKind } from './discover.ts';
import { findPerson, mayOperateToken, type Usage } from './personal.query.ts';
import { findMissingScopes } from './personal.rules.ts';
import { type ReaderContext, requireOwner, requireVisiblePerson, toPersonContext } from './visible-person.ts';

const WINDOW_LIFETIME_MS = 10 * 60_000;
const LINK_LIFETIME_MS = 24 * 3_600_000;

/** A network that a person may authorise with. */
export type NetworkChoice = Connector;

/** The page on which a person chooses one of several networks. */
export const CHOICE_PATH = '/api/auth-choice';
const choiceUrl = (state: string): string => `${CHOICE_PATH}?state=${encodeURIComponent(state)}`;

const loadConnector = async (db: Kysely<Database>, id: number): Promise<Connector> =>
  (await db.selectFrom('personal_account').select('connector').where('id', '=', id).executeTakeFirstOrThrow()).connector;

/** The networks that the person of a waiting link may choose from; none when the link cannot be used. */
export async function listChoices(
  { db, channels, now }: Pick<CallContext, 'db' | 'channels' | 'now'>,
  state: string,
): Promise<readonly NetworkChoice[]> {
  const link = await findLink(db, state);
  return link?.status === 'waiting' && link.expires_at > now && link.personal_account_id === null
    ? channels.connectorsFor(link.channel)
    : [];
}

/** Sends the person of a waiting link to the chosen network; null when it is not offered. */
export async function chooseConnector(
  context: Pick<CallContext, 'db' | 'channels' | 'now'>,
  state: string,
  connector: string,
): Promise<string | null> {
  const chosen = (await listChoices(context, state)).find((each) => each === connector);
  if (chosen === undefined || !(await setConnector(context.db, state, chosen, context.now))) return null;
  return context.channels.of(chosen).authUrl(state);
}

/** Starts an authorisation. The state leaves the server only in this answer; the database stores its hash. */
export async function beginAuthorisation(
  context: CallContext,
  request: { channel: 'meta' | 'tiktok'; owner_user_id: number; id?: number },
  { usage, mode, holder }: { usage: Usage; mode: 'window' | 'link'; holder: Holder | null },
): Promise<{ url: string; state: string; expires_at: string }> {
  const { db, caller, now, channels } = context;
  const { channel, owner_user_id, id } = request;
  if (id === undefined) await requireOwner(context, owner_user_id);
  else {
    const person = await requireVisiblePerson(context, usage, id);
    if (!mayOperateToken(caller, person.owner.id)) throw refuse('NOT_OWNER');
    if (person.channel !== channel) throw refuseField('channel', 'exists');
    if (person.owner.id !== owner_user_id) throw refuseField('owner_user_id', 'exists');
  }
  // A person who authorises again stays with the same network.
  const choices = id === undefined ? channels.connectorsFor(channel) : [await loadConnector(db, id)];
  const [connector] = choices;
  if (connector === undefined) throw refuseField('channel', 'exists');
  const state = createState();
  const expires_at = new Date(now.getTime() + (mode === 'window' ? WINDOW_LIFETIME_MS : LINK_LIFETIME_MS));
  const link = {
    channel,
    connector,
    usage,
    mode,
    user_id: caller.userId,
    owner_user_id,
    personal_account_id: id ?? null,
    holder,
    expires_at,
  };
  const linkId = await insertLink(db, state, link, now);
  context.audit({
    targetType: 'auth_link',
    targetId: linkId,
    targetLabel: holder?.holder_name ?? channel,
    summary: { codes: [mode] },
    after: { channel, usage, mode, owner_user_id, personal_account_id: id ?? null, expires_at },
  });
  const url = choices.length > 1 ? choiceUrl(state) : channels.of(connector).authUrl(state);
  return { url, state, expires_at: expires_at.toISOString() };
}

/** Everything the person grants now; null when the channel does not answer. */
export async function loadFoundAssets(
  context: Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault'>,
  id: number,
): Promise<FoundAssets | null> {
  const discover = async (type: 'ad_account' | 'homepage' | 'pixel') => {
    const kind = assetKinds.find((each) => each.type === type);
    return kind === undefined ? [] : await discoverKind(context, kind, id);
  };
  try {
    return { accounts: await discover('ad_account'), homepages: await discover('homepage'), pixels: await discover('pixel') };
  } catch (error) {
    if (error instanceof Refusal && error.reason.startsWith('PLATFORM_')) return null;
    throw error;
  }
}

const FAILURE_TEXTS: Record<Exclude<(typeof authFailures)[number], 'IDENTITY_MISMATCH'>, Record<Language, string>> = {
  DUPLICATE: { zh: '此人已由他人负责', en: 'Someone else already manages this person' },
  EXPIRED: { zh: '等待超时，请重新授权', en: 'It took too long. Please start again' },
  REVOKED: { zh: '授权链接已撤销', en: 'The link was revoked' },
  DENIED: { zh: '对方没有同意授权', en: 'The person declined' },
  FORBIDDEN: { zh: '发起人或负责人已不再有此权限', en: 'The person who started it, or who would manage it, no longer has permission' },
  PLATFORM: { zh: '平台没有完成授权，请重试', en: 'The platform did not complete the authorisation; please try again' },
};

const WAITING: AuthResult = {
  status: 'waiting',
  personal_account_id: null,
  name: null,
  missing_scopes: [],
  found: null,
  reason: null,
  message: null,
};

function toFailure(reason: (typeof authFailures)[number], language: Language, data: Record<string, string> = {}): AuthResult {
  const message = reason === 'IDENTITY_MISMATCH' ? reasonText(reason, language, data) : FAILURE_TEXTS[reason][language];
  return { ...WAITING, status: 'failed', reason, message };
}

/** The result of an authorisation, only for the user who started it. */
export async function loadAuthorisationResult(
  context: Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault'> & ReaderContext,
  usage: Usage,
  state: string,
): Promise<AuthResult> {
  const { db, caller, now, language } = context;
  const link: AuthLink | undefined = await findLink(db, state);
  if (link === undefined || link.user_id !== caller.userId || link.usage !== usage) throw refuse('NOT_FOUND');
  if (link.status === 'revoked') return toFailure('REVOKED', language);
  if (link.status === 'failed') return toFailure(link.result?.reason ?? 'PLATFORM', language, link.result?.data);
  const id = link.status === 'ok' ? link.result?.personal_account_id : undefined;
  if (id === undefined) return link.status === 'expired' || link.expires_at <= now ? toFailure('EXPIRED', language) : WAITING;
  const person = await findPerson(db, toPersonContext(context, usage), id);
  if (person === undefined) throw refuse('NOT_FOUND');
  return {
    ...WAITING,
    status: 'ok',
    personal_account_id: id,
    name: person.name,
    missing_scopes: findMissingScopes(person.scopes),
    found: await loadFoundAssets(context, id),
  };
}

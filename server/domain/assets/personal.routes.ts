import { type AuthResult, type authFailures, type FoundAssets } from '#contracts/endpoints/authorising.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { CallContext } from '../call.ts';
import { refusalOfChannel } from '../channel-refusal.ts';
import { isUniqueViolation } from '../faults.ts';
import { type Language, reasonText } from '../messages.ts';
import { versionConflict } from '../people/index.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { selected } from '../selection.ts';
import { assetKinds } from './asset-kinds.ts';
import { orderBind, orderCheck } from './asset-orders.ts';
import { assignableUsers } from './assign.repository.ts';
import { type AuthLink, type Holder, insertLink, linkOf, newState } from './auth-links.repository.ts';
import { discoverKind } from './discover.ts';
import { holdAsset, requireAsset } from './held-asset.ts';
import { changePerson, endPerson } from './personal.changes.ts';
import {
  countPeople,
  type FoundPerson,
  idsOfPeople,
  mayOperateToken,
  type PersonalFilter,
  personRow,
  type Usage,
} from './personal.query.ts';
import { missingScopes } from './personal.rules.ts';
import { inspectPerson, saveInspection } from './personal-check.ts';
import { savePerson } from './personal-save.ts';

/*
 * What the calls of both pages do; personal-accounts.routes.ts and hosted-persons.routes.ts bind them to their endpoints.
 */

export const PERSON = 'personal_account';
export const pageOf: Record<Usage, string> = { self: '/auth/personage', host: '/operation/auth' };

const WINDOW_MS = 10 * 60_000;
const LINK_MS = 24 * 3_600_000;

export type Asking = Pick<CallContext, 'caller' | 'now' | 'language'>;
export const looking = ({ caller, now, language }: Asking, usage: Usage) => ({ caller, now, language, usage });

/** The row on this page, seen by the caller; NOT_FOUND otherwise. */
export async function seenPerson(context: Pick<CallContext, 'db'> & Asking, usage: Usage, id: number): Promise<FoundPerson> {
  const row = await personRow(context.db, looking(context, usage), id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

/** Refuses an owner who is not enabled or out of the caller's scope. */
export async function requireOwner({ db, caller }: Pick<CallContext, 'db' | 'caller'>, id: number): Promise<void> {
  if (!(await assignableUsers(db, caller, [id])).has(id)) throw refuseField('owner_user_id', 'exists');
}

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null;

export interface GivenHolder {
  holder_name: string;
  contact?: string | null;
  consent_note?: string | null;
}

export const holderOf = (given: GivenHolder): Holder => ({
  holder_name: given.holder_name.trim(),
  contact: trimmed(given.contact),
  consent_note: trimmed(given.consent_note),
});

/** Begins an authorisation. The state leaves this server once, in this answer; only its digest is kept. */
export async function beginAuthorisation(
  context: CallContext,
  request: { channel: 'meta' | 'tiktok'; owner_user_id: number; id?: number },
  { usage, mode, holder }: { usage: Usage; mode: 'window' | 'link'; holder: Holder | null },
): Promise<{ url: string; state: string; expires_at: string }> {
  const { db, caller, now, channels } = context;
  const { channel, owner_user_id, id } = request;
  if (id === undefined) await requireOwner(context, owner_user_id);
  else {
    const person = await seenPerson(context, usage, id);
    if (!mayOperateToken(caller, person.owner.id)) throw refuse('NOT_OWNER');
    if (person.channel !== channel) throw refuseField('channel', 'exists');
    if (person.owner.id !== owner_user_id) throw refuseField('owner_user_id', 'exists');
  }
  const connector = channels.connectorFor(channel);
  if (connector === undefined) throw refuseField('channel', 'exists');
  const state = newState();
  const expires_at = new Date(now.getTime() + (mode === 'window' ? WINDOW_MS : LINK_MS));
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
    summary: mode,
    after: { channel, usage, mode, owner_user_id, personal_account_id: id ?? null, expires_at },
  });
  return { url: channels.of(connector).authUrl(state), state, expires_at: expires_at.toISOString() };
}

/** Everything the person grants, asked now; null while the channel cannot say. */
export async function foundOf(context: Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault'>, id: number): Promise<FoundAssets | null> {
  const of = async (type: 'ad_account' | 'homepage' | 'pixel') => {
    const kind = assetKinds.find((each) => each.type === type);
    return kind === undefined ? [] : await discoverKind(context, kind, id);
  };
  try {
    return { accounts: await of('ad_account'), homepages: await of('homepage'), pixels: await of('pixel') };
  } catch (error) {
    if (error instanceof Refusal && error.reason.startsWith('PLATFORM_')) return null;
    throw error;
  }
}

const failures: Record<Exclude<(typeof authFailures)[number], 'IDENTITY_MISMATCH'>, Record<Language, string>> = {
  DUPLICATE: { zh: '此人已由他人负责', en: 'Somebody else answers for this person already' },
  EXPIRED: { zh: '等待超时,请重新授权', en: 'It took too long; please begin again' },
  REVOKED: { zh: '授权链接已撤销', en: 'The link was revoked' },
  DENIED: { zh: '对方没有同意授权', en: 'The person declined' },
  PLATFORM: { zh: '渠道没有完成授权,请重试', en: 'The channel did not complete the authorisation; please try again' },
};

const waiting: AuthResult = {
  status: 'waiting',
  personal_account_id: null,
  name: null,
  missing_scopes: [],
  found: null,
  reason: null,
  message: null,
};

function failed(reason: (typeof authFailures)[number], language: Language, data: Record<string, string> = {}): AuthResult {
  const message = reason === 'IDENTITY_MISMATCH' ? reasonText(reason, language, data) : failures[reason][language];
  return { ...waiting, status: 'failed', reason, message };
}

/** What came of a state, told only to whoever began it. */
export async function authorisationResult(
  context: Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault'> & Asking,
  usage: Usage,
  state: string,
): Promise<AuthResult> {
  const { db, caller, now, language } = context;
  const link: AuthLink | undefined = await linkOf(db, state);
  if (link === undefined || link.user_id !== caller.userId || link.usage !== usage) throw refuse('NOT_FOUND');
  if (link.status === 'revoked') return failed('REVOKED', language);
  if (link.status === 'failed') return failed(link.result?.reason ?? 'PLATFORM', language, link.result?.data);
  const id = link.status === 'ok' ? link.result?.personal_account_id : undefined;
  if (id === undefined) return link.status === 'expired' || link.expires_at <= now ? failed('EXPIRED', language) : waiting;
  const person = await personRow(db, looking(context, usage), id);
  if (person === undefined) throw refuse('NOT_FOUND');
  return {
    ...waiting,
    status: 'ok',
    personal_account_id: id,
    name: person.name,
    missing_scopes: missingScopes(person.scopes),
    found: await foundOf(context, id),
  };
}

interface ImportRequest {
  personal_account_id: number;
  account_ids: string[];
  page_ids: string[];
  pixel_ids: string[];
  biz: 'dj' | 'ec';
  switch_authoriser?: boolean;
  reason?: string;
  idempotency_key?: string;
}

/** Imports what was found. Accounts come first: a pixel belongs to one. */
export async function importAssets(context: CallContext, usage: Usage, request: ImportRequest, action: ApiPath) {
  const person = await seenPerson(context, usage, request.personal_account_id);
  if (usage === 'host' && person.consent_at === null) throw refuseField('personal_account_id', 'consent');
  const ids = { ad_account: request.account_ids, homepage: request.page_ids, pixel: request.pixel_ids };
  const wanted = (['ad_account', 'homepage', 'pixel'] as const).flatMap((type) => {
    const kind = assetKinds.find((each) => each.type === type);
    return kind === undefined || ids[type].length === 0 ? [] : [{ kind, platform_ids: ids[type] }];
  });
  if (wanted.length === 0) throw refuseField('account_ids', 'required');
  return await orderBind(context, { action, origin: pageOf[usage], ...request }, request, wanted);
}

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

interface Bulk {
  ids?: number[];
  filter?: PersonalFilter;
  expected_total?: number;
  reason?: string;
  idempotency_key?: string;
}

/** Checks persons, and with `withAssets` refreshes everything bound through them. */
export async function checkPeople(context: CallContext, usage: Usage, request: Bulk, action: ApiPath, withAssets: boolean) {
  const { db } = context;
  const looks = looking(context, usage);
  const ids = await selected(context, request, {
    count: (filter: PersonalFilter) => countPeople(db, looks, filter),
    pick: (filter, max) => idsOfPeople(db, looks, filter, max),
  });
  const ordering = { action, origin: pageOf[usage], reason: request.reason, idempotency_key: request.idempotency_key };
  return await orderCheck(context, ordering, assetKinds, ids, { withAssets });
}

interface Edit {
  id: number;
  version: number;
  owner_user_id?: number;
  remark?: string | null;
  holder_name?: string;
  contact?: string | null;
  consent?: true;
  consent_note?: string | null;
}

/** Changes what is ours about a person; answers the row as found. */
export async function editPerson(
  context: CallContext,
  usage: Usage,
  request: Edit,
  shape: (row: FoundPerson) => object,
): Promise<FoundPerson> {
  const { db, caller, now } = context;
  await context.batches.requireFree(db, PERSON, request.id);
  await seenPerson(context, usage, request.id);
  await holdAsset(db, caller, PERSON, request.id);
  const before = await seenPerson(context, usage, request.id);
  if (before.version !== request.version) {
    const latest = { id: before.id, updated_at: before.updated_at.toISOString() };
    throw await versionConflict(context, PERSON, latest, shape(before));
  }
  if (request.owner_user_id !== undefined && request.owner_user_id !== before.owner.id) await requireOwner(context, request.owner_user_id);
  const after = {
    owner_user_id: request.owner_user_id ?? before.owner.id,
    remark: request.remark === undefined ? before.remark : trimmed(request.remark),
    holder_name: request.holder_name === undefined ? before.holder_name : request.holder_name.trim(),
    contact: request.contact === undefined ? before.contact : trimmed(request.contact),
    consent_note: request.consent_note === undefined ? before.consent_note : trimmed(request.consent_note),
    consent_at: request.consent === true && before.consent_at === null ? now : before.consent_at,
  };
  const known = { ...before, owner_user_id: before.owner.id };
  const changed = await changePerson(context, known, after);
  if (!changed) {
    context.unchanged();
    return before;
  }
  // Whoever gives a person away may not see it any more: the answer is the row as it became.
  const { owner_user_id, ...kept } = after;
  return { ...before, ...kept, owner: await ownerOf(context, owner_user_id), version: before.version + 1, updated_at: now };
}

async function ownerOf({ db }: Pick<CallContext, 'db'>, id: number): Promise<{ id: number; label: string }> {
  const { name } = await db.selectFrom('sys_user').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, label: name };
}

/** Before a person is switched on the channel is asked; nothing is asked to switch one off. */
export async function prepareStatus(
  context: Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault'>,
  id: number,
  status: 'enabled' | 'disabled',
) {
  if (status === 'disabled') return null;
  const person = await requireAsset(context.db, context.caller, PERSON, id);
  try {
    return await inspectPerson(context, id);
  } catch (error) {
    throw refusalOfChannel(error, { name: person.name, personalAccountId: id, isReading: true, timezone: context.caller.timezone });
  }
}

export async function setPersonStatus(
  context: CallContext,
  usage: Usage,
  { id }: { id: number },
  inspected: Awaited<ReturnType<typeof prepareStatus>>,
): Promise<FoundPerson> {
  const { db, caller, now } = context;
  await context.batches.requireFree(db, PERSON, id);
  await seenPerson(context, usage, id);
  const { name } = await holdAsset(db, caller, PERSON, id);
  const before = await seenPerson(context, usage, id);
  if (inspected !== null) {
    const change = await saveInspection(db, id, inspected, now, { enable: true });
    if (Object.keys(change.after).length === 0) context.unchanged();
    else context.audit({ targetType: PERSON, targetId: id, targetLabel: name, summary: 'status', ...change });
  } else if (!(await changePerson(context, before, { status: 'disabled' }))) context.unchanged();
  return await seenPerson(context, usage, id);
}

/** Gives a person up; its token is gone with it. */
export async function deletePerson(context: CallContext, usage: Usage, id: number): Promise<Record<string, never>> {
  const { db, caller } = context;
  await context.batches.requireFree(db, PERSON, id);
  await seenPerson(context, usage, id);
  const person = await holdAsset(db, caller, PERSON, id);
  await endPerson(context, person);
  return {};
}

import { type Kysely, sql } from 'kysely';
import type { TokenInfo } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { Vault } from '../vault.ts';
import type { Caller } from '../work-context.ts';
import type { Holder } from './auth-links.repository.ts';
import { TOKEN_PLACE } from './grants.ts';
import { mayOperateToken, type Usage } from './personal.query.ts';
import { toPersonalStatus } from './personal.rules.ts';
import { MAX_NAME_LENGTH } from './personal-check.ts';

type Db = Kysely<Database>;

/** A completed authorisation and the user responsible for it. */
export interface Authorisation {
  channel: 'meta' | 'tiktok';
  connector: 'sandbox' | 'meta';
  usage: Usage;
  owner_user_id: number;
  /** Set when an existing personal account is authorised again; it must be the same person. */
  personal_account_id: number | null;
  /** Holder who gave consent, for hosted accounts. */
  holder: Holder | null;
  token: TokenInfo;
}

export type SaveResult =
  | { outcome: 'saved'; id: number; name: string; isNew: boolean }
  /** A different person authorised; nothing was changed. */
  | { outcome: 'mismatch'; expected: string; actual: string }
  /** The personal account exists and the caller may not replace its token. */
  | { outcome: 'taken' };

interface KnownPerson {
  id: number;
  name: string;
  platform_user_id: string;
  owner_user_id: number;
  usage: Usage;
}

/** A name with id such as `Ada (1234567890123456)`, because names are not unique. */
const nameWithId = (name: string, id: string) => `${name} (${id})`;

/** Seals and stores the token of a person inside a transaction. An existing personal account keeps its owner and remark. */
export async function savePerson(
  { db, now, vault, caller }: { db: Db; now: Date; vault: Vault; caller: Caller },
  authorisation: Authorisation,
): Promise<SaveResult> {
  const { token, channel, personal_account_id: expectedId, usage, holder } = authorisation;
  const lock = async (condition: ReturnType<typeof sql<boolean>>): Promise<KnownPerson | undefined> => {
    const { rows } = await sql<KnownPerson>`
      select id, name, platform_user_id, owner_user_id, usage from personal_account
      where ${condition} and channel = ${channel} and deleted_at is null for no key update`.execute(db);
    return rows[0];
  };
  const columns = {
    name: token.name.slice(0, MAX_NAME_LENGTH),
    access_token_enc: vault.seal(token.token, TOKEN_PLACE),
    token_expires_at: token.expires_at,
    data_access_expires_at: token.data_access_expires_at,
    scopes: token.scopes,
    status: toPersonalStatus({ state: 'valid', scopes: token.scopes, expires_at: token.expires_at }, now),
    last_checked_at: now,
    last_error: null,
    held_since: null,
    ...(holder === null ? {} : { ...holder, consent_at: now }),
  };
  const known =
    expectedId === null ? await lock(sql<boolean>`platform_user_id = ${token.user_id}`) : await lock(sql<boolean>`id = ${expectedId}`);
  if (known === undefined) {
    if (expectedId !== null) return { outcome: 'taken' };
    const { id } = await db
      .insertInto('personal_account')
      .values({
        ...columns,
        channel,
        connector: authorisation.connector,
        platform_user_id: token.user_id,
        usage,
        owner_user_id: authorisation.owner_user_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { outcome: 'saved', id, name: columns.name, isNew: true };
  }
  if (known.platform_user_id !== token.user_id) {
    return { outcome: 'mismatch', expected: nameWithId(known.name, known.platform_user_id), actual: nameWithId(token.name, token.user_id) };
  }
  if (known.usage !== usage || !mayOperateToken(caller, known.owner_user_id)) return { outcome: 'taken' };
  await db
    .updateTable('personal_account')
    .set({ ...columns, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', known.id)
    .execute();
  return { outcome: 'saved', id: known.id, name: columns.name, isNew: false };
}

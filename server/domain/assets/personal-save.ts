import { type Kysely, sql } from 'kysely';
import type { TokenInfo } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { Vault } from '../vault.ts';
import type { Caller } from '../work-context.ts';
import type { Holder } from './auth-links.repository.ts';
import { TOKEN_PLACE } from './grants.ts';
import { mayOperateToken, type Usage } from './personal.query.ts';
import { statusOf } from './personal.rules.ts';
import { NAME_MAX } from './personal-check.ts';

type Db = Kysely<Database>;

/** Who authorised us, and for whom of ours. */
export interface Authorised {
  channel: 'meta' | 'tiktok';
  connector: 'sandbox' | 'meta';
  usage: Usage;
  owner_user_id: number;
  /** Authorised again: it has to be this one. */
  personal_account_id: number | null;
  /** Consent was given with it; for usage host. */
  holder: Holder | null;
  token: TokenInfo;
}

export type Saved =
  | { outcome: 'saved'; id: number; name: string; isNew: boolean }
  /** Somebody else than was expected; nothing was changed. */
  | { outcome: 'mismatch'; expected: string; actual: string }
  /** Somebody of ours has this person already, and the caller may not give it another token. */
  | { outcome: 'taken' };

interface Known {
  id: number;
  name: string;
  platform_user_id: string;
  owner_user_id: number;
  usage: Usage;
}

/** `Ada (1234567890123456)`: two people may share a name. */
const called = (name: string, id: string) => `${name} (${id})`;

/** Seals the token of a person and keeps it, in a transaction. A person we know keeps owner and remark. */
export async function savePerson(
  { db, now, vault, caller }: { db: Db; now: Date; vault: Vault; caller: Caller },
  authorised: Authorised,
): Promise<Saved> {
  const { token, channel, personal_account_id: expectedId, usage, holder } = authorised;
  const lock = async (condition: ReturnType<typeof sql<boolean>>): Promise<Known | undefined> => {
    const { rows } = await sql<Known>`
      select id, name, platform_user_id, owner_user_id, usage from personal_account
      where ${condition} and channel = ${channel} and deleted_at is null for no key update`.execute(db);
    return rows[0];
  };
  const columns = {
    name: token.name.slice(0, NAME_MAX),
    access_token_enc: vault.seal(token.token, TOKEN_PLACE),
    token_expires_at: token.expires_at,
    data_access_expires_at: token.data_access_expires_at,
    scopes: token.scopes,
    status: statusOf({ state: 'valid', scopes: token.scopes, expires_at: token.expires_at }, now),
    last_checked_at: now,
    last_error: null,
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
        connector: authorised.connector,
        platform_user_id: token.user_id,
        usage,
        owner_user_id: authorised.owner_user_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { outcome: 'saved', id, name: columns.name, isNew: true };
  }
  if (known.platform_user_id !== token.user_id) {
    return { outcome: 'mismatch', expected: called(known.name, known.platform_user_id), actual: called(token.name, token.user_id) };
  }
  if (known.usage !== usage || !mayOperateToken(caller, known.owner_user_id)) return { outcome: 'taken' };
  await db
    .updateTable('personal_account')
    .set({ ...columns, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', known.id)
    .execute();
  return { outcome: 'saved', id: known.id, name: columns.name, isNew: false };
}

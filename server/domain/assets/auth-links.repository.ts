import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import type { Usage } from './personal.query.ts';

type Db = Kysely<Database>;

/** An unguessable text of 43 characters. */
export const createState = (): string => randomBytes(32).toString('base64url');

/** Only the hash of a state is stored, so that a reader of the table cannot use it. */
const hashState = (state: string): string => createHash('sha256').update(state).digest('hex');

export type LinkStatus = 'waiting' | 'ok' | 'failed' | 'used' | 'revoked' | 'expired';

/** Holder of a hosted personal account, as entered before the authorisation. */
export interface Holder {
  holder_name: string;
  contact: string | null;
  consent_note: string | null;
}

/** Result of an authorisation. It never contains secrets. */
export interface LinkResult {
  personal_account_id?: number;
  reason?: 'IDENTITY_MISMATCH' | 'DUPLICATE' | 'DENIED' | 'FORBIDDEN' | 'PLATFORM';
  /** Values for the text of the reason. */
  data?: Record<string, string>;
}

export interface AuthLink {
  id: number;
  channel: 'meta' | 'tiktok';
  connector: 'sandbox' | 'meta';
  usage: Usage;
  mode: 'window' | 'link';
  user_id: number;
  owner_user_id: number;
  personal_account_id: number | null;
  holder: Holder | null;
  status: LinkStatus;
  result: LinkResult | null;
  expires_at: Date;
}

export async function insertLink(db: Db, state: string, link: Omit<AuthLink, 'id' | 'status' | 'result'>, now: Date): Promise<number> {
  const row = await db
    .insertInto('auth_link')
    .values({
      ...link,
      holder: link.holder === null ? null : JSON.stringify(link.holder),
      state_hash: hashState(state),
      status: 'waiting',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const COLUMNS = sql.raw(
  'id, channel, connector, usage, mode, user_id, owner_user_id, personal_account_id, holder, status, result, expires_at',
);

/** The link of a state, without a permission check. */
export async function findLink(db: Db, state: string): Promise<AuthLink | undefined> {
  const { rows } = await sql<AuthLink>`select ${COLUMNS} from auth_link where state_hash = ${hashState(state)}`.execute(db);
  return rows[0];
}

/** Records the network that the person chose; false when the link is no longer waiting. */
export async function setConnector(db: Db, state: string, connector: AuthLink['connector'], now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth_link set connector = ${connector}, updated_at = ${now}
    where state_hash = ${hashState(state)} and status = 'waiting' and expires_at > ${now}`.execute(db);
  return numAffectedRows === 1n;
}

/** Marks the link as used, so that only one of several concurrent visits gets it. Undefined when it is no longer waiting. */
export async function takeLink(db: Db, state: string, channel: string, now: Date): Promise<AuthLink | undefined> {
  const { rows } = await sql<AuthLink>`
    update auth_link set status = 'used', updated_at = ${now}
    where state_hash = ${hashState(state)} and channel = ${channel} and status = 'waiting' and expires_at > ${now} returning ${COLUMNS}`.execute(
    db,
  );
  return rows[0];
}

export async function finishLink(db: Db, id: number, status: 'ok' | 'failed', result: LinkResult, now: Date): Promise<void> {
  await db
    .updateTable('auth_link')
    .set({ status, result: JSON.stringify(result), updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** A link in the list of open links. */
export interface OpenLink {
  id: number;
  holder_name: string;
  contact: string | null;
  owner: { id: number; label: string };
  user: { id: number; label: string };
  status: LinkStatus;
  created_at: Date;
  expires_at: Date;
}

const inScope = (caller: Caller) => {
  const scope = scopeOf(caller);
  return sql<boolean>`(${userInScope(scope, sql`l.user_id`)} or ${userInScope(scope, sql`l.owner_user_id`)})`;
};

/** Unused links for holders within the caller's scope, newest first. */
export async function loadOpenLinks(db: Db, caller: Caller, now: Date): Promise<OpenLink[]> {
  const { rows } = await sql<OpenLink>`
    select l.id, coalesce(l.holder ->> 'holder_name', '') as holder_name, l.holder ->> 'contact' as contact, l.status, l.created_at, l.expires_at,
      jsonb_build_object('id', o.id, 'label', o.name) as owner, jsonb_build_object('id', u.id, 'label', u.name) as "user"
    from auth_link l join sys_user o on o.id = l.owner_user_id join sys_user u on u.id = l.user_id
    where l.usage = 'host' and l.mode = 'link' and l.status = 'waiting' and l.expires_at > ${now} and ${inScope(caller)}
    order by l.created_at desc, l.id desc limit 200`.execute(db);
  return rows;
}

export interface LockedLink {
  id: number;
  status: LinkStatus;
  holder_name: string;
  expires_at: Date;
}

/** Loads and locks a link for a holder; undefined when it is not visible. */
export async function lockLink(db: Db, caller: Caller, id: number): Promise<LockedLink | undefined> {
  const { rows } = await sql<LockedLink>`
    select l.id, l.status, coalesce(l.holder ->> 'holder_name', '') as holder_name, l.expires_at from auth_link l
    where l.id = ${id} and l.usage = 'host' and l.mode = 'link' and ${inScope(caller)} for no key update`.execute(db);
  return rows[0];
}

export async function revokeLink(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('auth_link').set({ status: 'revoked', updated_at: now }).where('id', '=', id).execute();
}

/** Marks expired links and deletes those that expired long ago. Returns how many of each. */
export async function cleanUpLinks(db: Db, now: Date, keptDays: number): Promise<{ expired: number; forgotten: number }> {
  const expired =
    await sql`update auth_link set status = 'expired', updated_at = ${now} where status in ('waiting', 'used') and expires_at <= ${now}`.execute(
      db,
    );
  const deleted = await sql`delete from auth_link where expires_at < ${now}::timestamptz - make_interval(days => ${keptDays})`.execute(db);
  return { expired: Number(expired.numAffectedRows ?? 0), forgotten: Number(deleted.numAffectedRows ?? 0) };
}

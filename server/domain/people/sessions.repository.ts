import { type Kysely, sql } from 'kysely';
import type { AdminLevel } from '#contracts/endpoints/permissions.ts';
import type { Database, SessionEndCause } from '#server/database/schema.ts';

/** A user with the pages and actions granted by their roles. */
export interface UserWithGrants {
  user_id: number;
  account: string;
  name: string;
  is_admin: AdminLevel;
  is_leader: 0 | 1;
  status: 'enabled' | 'disabled';
  deleted_at: Date | null;
  timezone: string;
  department_id: number | null;
  department_path: string | null;
  roles: { paths: string[]; actions: string[] }[];
}

export interface SessionWithUser extends UserWithGrants {
  session_id: number;
  issued_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  end_cause: SessionEndCause | null;
}

const USER_WITH_GRANTS = sql`
  u.id as user_id, u.account, u.name, u.is_admin, u.is_leader, u.status, u.deleted_at, u.timezone, u.department_id, d.path as department_path,
  coalesce((
    select jsonb_agg(jsonb_build_object('paths', r.paths, 'actions', r.actions))
    from sys_user_role ur join sys_role r on r.id = ur.role_id where ur.user_id = u.id and r.deleted_at is null
  ), '[]') as roles`;

export async function findUserWithGrants(db: Kysely<Database>, userId: number): Promise<UserWithGrants | undefined> {
  const found = await sql<UserWithGrants>`
    select ${USER_WITH_GRANTS} from sys_user u left join sys_department d on d.id = u.department_id where u.id = ${userId}`.execute(db);
  return found.rows[0];
}

/** Reads session, user and grants in one round trip. */
export async function findSession(db: Kysely<Database>, tokenHash: string): Promise<SessionWithUser | undefined> {
  const found = await sql<SessionWithUser>`
    select s.id as session_id, s.issued_at, s.expires_at, s.revoked_at, s.end_cause, ${USER_WITH_GRANTS}
    from sys_session s join sys_user u on u.id = s.user_id left join sys_department d on d.id = u.department_id
    where s.token_hash = ${tokenHash}`.execute(db);
  return found.rows[0];
}

export async function prolongSession(db: Kysely<Database>, sessionId: number, expiresAt: Date): Promise<void> {
  await sql`update sys_session set expires_at = greatest(expires_at, ${expiresAt}) where id = ${sessionId} and revoked_at is null`.execute(
    db,
  );
}

export async function addSession(
  db: Kysely<Database>,
  session: { tokenHash: string; userId: number; issuedAt: Date; expiresAt: Date; ip: string; ua: string },
): Promise<void> {
  await db
    .insertInto('sys_session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      issued_at: session.issuedAt,
      expires_at: session.expiresAt,
      revoked_at: null,
      ip: session.ip,
      ua: session.ua,
    })
    .execute();
}

/**
 * Ends the active sessions of a user, except possibly one, and returns their number. `cause` is shown to the owner of a session; null
 * shows none.
 */
export async function revokeSessions(
  db: Kysely<Database>,
  userId: number,
  now: Date,
  { except = 0, cause = null }: { except?: number | undefined; cause?: SessionEndCause | null } = {},
): Promise<number> {
  const done = await sql`
    update sys_session set revoked_at = ${now}, end_cause = ${cause}
    where user_id = ${userId} and revoked_at is null and id <> ${except} and expires_at > ${now}`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}

export async function revokeSession(db: Kysely<Database>, sessionId: number, now: Date): Promise<void> {
  await sql`update sys_session set revoked_at = ${now}, end_cause = 'signed_out' where id = ${sessionId} and revoked_at is null`.execute(
    db,
  );
}

export const loadActiveSessions = (db: Kysely<Database>, userId: number, now: Date) =>
  db
    .selectFrom('sys_session')
    .select(['id', 'issued_at', 'expires_at', 'ip', 'ua'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/** Failures with the same key count together: those of one account from one network, or from one known browser. */
export interface FailureKey {
  /** An existing account, or the hash of a name that is not an account. */
  account: string;
  network: string;
  /** Hash of the device token of a known browser. */
  device: string | null;
}

const matchesKey = ({ account, network, device }: FailureKey) =>
  device === null
    ? sql<boolean>`account = ${account} and address = ${network}::inet and device_hash is null`
    : sql<boolean>`account = ${account} and device_hash = ${device}`;

/** Takes the place of the device hash when a signed-in user is asked for the password, so that each session counts its own failures. */
export const sessionDeviceKey = (sessionId: number): string => `session ${sessionId}`;

/** Newest failures first, at most `count`. */
export async function recentFailures(db: Kysely<Database>, key: FailureKey, since: Date, count: number): Promise<Date[]> {
  const found = await sql<{ failed_at: Date }>`
    select failed_at from sys_login_failure where ${matchesKey(key)} and failed_at > ${since}
    order by failed_at desc, id desc limit ${count}`.execute(db);
  return found.rows.map((row) => row.failed_at);
}

/** True when at least `count` sign-ins failed from the network in unknown browsers, over all accounts. */
export async function hasTooManyFailures(db: Kysely<Database>, network: string, since: Date, count: number): Promise<boolean> {
  const found = await sql`
    select 1 from sys_login_failure
    where address = ${network}::inet and device_hash is null and failed_at > ${since} limit ${count}`.execute(db);
  return found.rows.length >= count;
}

export async function addFailure(db: Kysely<Database>, { account, network, device }: FailureKey, now: Date): Promise<void> {
  await db.insertInto('sys_login_failure').values({ account, address: network, device_hash: device, failed_at: now }).execute();
}

export async function forgetFailures(db: Kysely<Database>, key: FailureKey): Promise<void> {
  await sql`delete from sys_login_failure where ${matchesKey(key)}`.execute(db);
}

/** Clears all failures of an account, so that its owner can sign in at once with a new password. */
export async function forgetAllFailures(db: Kysely<Database>, account: string): Promise<void> {
  await sql`delete from sys_login_failure where account = ${account.toLowerCase()}`.execute(db);
}

import type { Kysely } from 'kysely';
import type { Database, SessionEndCause } from '#server/database/schema.ts';
import type { Limits } from '../limits.ts';
import { sessionEndTexts } from '../messages.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Caller, MenuEntry } from '../work-context.ts';
import { actionsOf, pathsOf } from './permissions.ts';
import { expiryOf, isWorthProlonging, sessionRefusal } from './session.rules.ts';
import { findSession, findUserWithGrants, prolongSession, type UserWithGrants } from './sessions.repository.ts';
import { hashToken } from './tokens.ts';

/** Upper bound on the length of a token; longer ones are refused before they are hashed. */
const MAX_TOKEN_LENGTH = 100;

/**
 * Finds the caller of an `Authorization` header. It reads the session for every request, so that a revocation takes effect at once.
 * Refuses with NO_TOKEN, TOKEN_EXPIRED, TOKEN_REVOKED (with `cause` where it is known) or USER_DISABLED.
 */
export async function authenticate(
  db: Kysely<Database>,
  header: string | undefined,
  { now, limits, menu }: { now: Date; limits: Limits; menu: readonly MenuEntry[] },
): Promise<Caller> {
  const token = /^Bearer ([A-Za-z0-9_-]+)$/.exec(header ?? '')?.[1];
  if (token === undefined || token.length > MAX_TOKEN_LENGTH) throw refuse('NO_TOKEN');
  const session = await findSession(db, hashToken(token));
  if (session === undefined) throw refuse('TOKEN_REVOKED');
  const reason = sessionRefusal(session, now, limits);
  if (reason === 'TOKEN_REVOKED') throw refuseRevoked(session.end_cause);
  if (reason !== null) throw refuse(reason);
  const next = expiryOf(session.issued_at, now, limits);
  if (isWorthProlonging(session.expires_at, next, limits)) await prolongSession(db, session.session_id, next);
  return toCaller(session, session.session_id, menu);
}

const refuseRevoked = (cause: SessionEndCause | null): Refusal =>
  cause === null ? refuse('TOKEN_REVOKED') : new Refusal('TOKEN_REVOKED', { data: { cause }, text: sessionEndTexts[cause] });

/** Session id of a caller without a session; no stored session has it. */
const NO_SESSION = 0;

/**
 * Loads a user as a caller with current permissions, for work that continues without a request; undefined when the user may no longer
 * sign in.
 */
export async function loadCaller(db: Kysely<Database>, userId: number, menu: readonly MenuEntry[]): Promise<Caller | undefined> {
  const user = await findUserWithGrants(db, userId);
  if (user === undefined || user.deleted_at !== null || user.status !== 'enabled') return undefined;
  return toCaller(user, NO_SESSION, menu);
}

function toCaller(person: UserWithGrants, sessionId: number, menu: readonly MenuEntry[]): Caller {
  const grants = {
    isAdmin: person.is_admin,
    rolePaths: person.roles.flatMap((role) => role.paths),
    roleActions: person.roles.flatMap((role) => role.actions),
    hasRole: person.roles.length > 0,
  };
  return {
    userId: person.user_id,
    account: person.account,
    name: person.name,
    isAdmin: person.is_admin,
    isLeader: person.is_leader === 1,
    departmentId: person.department_id,
    departmentPath: person.department_path,
    timezone: person.timezone,
    sessionId,
    paths: pathsOf(grants, menu),
    actions: actionsOf(grants),
  };
}

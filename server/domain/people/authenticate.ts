import type { Kysely } from 'kysely';
import type { Database, SessionEndCause } from '#server/database/schema.ts';
import type { Limits } from '../limits.ts';
import { sessionEndTexts } from '../messages.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Caller, MenuEntry } from '../work-context.ts';
import { actionsOf, pathsOf } from './permissions.ts';
import { endedBecause, expiryOf, isWorthProlonging } from './session.rules.ts';
import { findPerson, findSession, type KnownPerson, prolongSession } from './sessions.repository.ts';
import { hashToken } from './tokens.ts';

/** No token of ours is longer. */
const TOKEN_MAX = 100;

/**
 * Who sends this `Authorization` header, asked anew for every request, so that what was revoked is revoked at once.
 * Refuses with NO_TOKEN, TOKEN_EXPIRED, TOKEN_REVOKED (with `cause` where it is known) or USER_DISABLED.
 */
export async function authenticate(
  db: Kysely<Database>,
  header: string | undefined,
  { now, limits, menu }: { now: Date; limits: Limits; menu: readonly MenuEntry[] },
): Promise<Caller> {
  const token = /^Bearer ([A-Za-z0-9_-]+)$/.exec(header ?? '')?.[1];
  if (token === undefined || token.length > TOKEN_MAX) throw refuse('NO_TOKEN');
  const session = await findSession(db, hashToken(token));
  if (session === undefined) throw refuse('TOKEN_REVOKED');
  const reason = endedBecause(session, now, limits);
  if (reason === 'TOKEN_REVOKED') throw revoked(session.end_cause);
  if (reason !== null) throw refuse(reason);
  const next = expiryOf(session.issued_at, now, limits);
  if (isWorthProlonging(session.expires_at, next, limits)) await prolongSession(db, session.session_id, next);
  return asCaller(session, session.session_id, menu);
}

const revoked = (cause: SessionEndCause | null): Refusal =>
  cause === null ? refuse('TOKEN_REVOKED') : new Refusal('TOKEN_REVOKED', { data: { cause }, text: sessionEndTexts[cause] });

/** No session of ours has it. */
const NO_SESSION = 0;

/** Somebody as they would be let in right now, for work that goes on without them; undefined when they would not be. */
export async function callerOf(db: Kysely<Database>, userId: number, menu: readonly MenuEntry[]): Promise<Caller | undefined> {
  const person = await findPerson(db, userId);
  if (person === undefined || person.deleted_at !== null || person.status !== 'enabled') return undefined;
  return asCaller(person, NO_SESSION, menu);
}

function asCaller(person: KnownPerson, sessionId: number, menu: readonly MenuEntry[]): Caller {
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

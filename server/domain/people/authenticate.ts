import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Caller, MenuEntry } from '../call.ts';
import type { Limits } from '../limits.ts';
import { refuse } from '../refusal.ts';
import { actionsOf, pathsOf } from './permissions.ts';
import { endedBecause, expiryOf, isWorthProlonging } from './session.rules.ts';
import { findSession, prolongSession } from './sessions.repository.ts';
import { hashToken } from './tokens.ts';

/** No token of ours is longer. */
const TOKEN_MAX = 100;

/**
 * Who sends this `Authorization` header, asked anew for every request, so that what was revoked is revoked at once.
 * Refuses with NO_TOKEN, TOKEN_EXPIRED, TOKEN_REVOKED or USER_DISABLED.
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
  if (reason !== null) throw refuse(reason);
  const next = expiryOf(session.issued_at, now, limits);
  if (isWorthProlonging(session.expires_at, next, limits)) await prolongSession(db, session.session_id, next);
  const grants = {
    isAdmin: session.is_admin,
    rolePaths: session.roles.flatMap((role) => role.paths),
    roleActions: session.roles.flatMap((role) => role.actions),
    hasRole: session.roles.length > 0,
  };
  return {
    userId: session.user_id,
    account: session.account,
    name: session.name,
    isAdmin: session.is_admin,
    isLeader: session.is_leader === 1,
    departmentId: session.department_id,
    departmentPath: session.department_path,
    timezone: session.timezone,
    sessionId: session.session_id,
    paths: pathsOf(grants, menu),
    actions: actionsOf(grants),
  };
}

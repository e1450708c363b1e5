import { reasonCodes } from '#contracts/endpoints/reasons.ts';
import * as session from '#contracts/endpoints/session.ts';
import { defineCall, type OpenContext } from '../call.ts';
import { refuse } from '../refusal.ts';
import { writeOpLog } from './oplogs.repository.ts';
import { dummyHash } from './passwords.ts';
import { expiryOf, minutesLocked } from './session.rules.ts';
import {
  addFailure,
  addSession,
  forgetFailures,
  livingSessions,
  recentFailures,
  revokeSession,
  revokeSessions,
} from './sessions.repository.ts';
import { findForSignIn, userInfoOf } from './signing-in.repository.ts';
import { hashToken, newToken } from './tokens.ts';

const LOOKS_LIKE_ACCOUNT = /^[a-z][a-z0-9_.-]{2,31}$/;

async function signIn(context: OpenContext, account: string, digest: string) {
  const { db, now, address, limits, signIns } = context;
  const pair = `${account}\n${address}`;

  const log = (ok: boolean, code: number, userId: number | null) => ({
    at: now,
    userId,
    // Somebody may have typed a password into this field.
    account: LOOKS_LIKE_ACCOUNT.test(account) ? account : '',
    action: session.login.path,
    ip: address,
    ok,
    code,
    ms: context.elapsed(),
  });

  const lockWindow = new Date(now.getTime() - 2 * limits.loginLockMinutes * 60_000);
  const failures = await recentFailures(db, account, address, lockWindow, limits.loginFails);
  const minutesLeft = minutesLocked(failures, now, limits);
  const user = await findForSignIn(db, account);
  if (minutesLeft > 0) {
    await writeOpLog(db, [log(false, reasonCodes.LOGIN_LOCKED, user?.id ?? null)]);
    throw refuse('LOGIN_LOCKED', { minutes_left: minutesLeft });
  }

  const right = await signIns.isRight(pair, digest, user?.pwd_hash ?? (await dummyHash()), now, limits);
  if (user === undefined || !right) {
    await db.transaction().execute(async (transaction) => {
      await addFailure(transaction, account, address, now);
      await writeOpLog(transaction, [log(false, reasonCodes.LOGIN_BAD, user?.id ?? null)]);
    });
    throw refuse('LOGIN_BAD');
  }

  const token = newToken();
  const expiresAt = expiryOf(now, now, limits);
  return await db.transaction().execute(async (transaction) => {
    // Read again under a lock: the account may have been disabled or its password reset since.
    const current = await findForSignIn(transaction, account, 'locked');
    if (current === undefined || current.pwd_hash !== user.pwd_hash) throw refuse('LOGIN_BAD');
    await forgetFailures(transaction, account, address);
    if (current.status === 'disabled') {
      await writeOpLog(transaction, [log(false, reasonCodes.LOGIN_DISABLED, user.id)]);
      return null;
    }
    await addSession(transaction, {
      tokenHash: hashToken(token),
      userId: user.id,
      issuedAt: now,
      expiresAt,
      ip: address,
      ua: context.userAgent.slice(0, 300),
    });
    await transaction.updateTable('sys_user').set({ login_at: now }).where('id', '=', user.id).execute();
    await writeOpLog(transaction, [log(true, 0, user.id)]);
    return { token, expires_at: expiresAt.toISOString() };
  });
}

export const sessionCalls = [
  defineCall({
    endpoint: session.login,
    audit: 'own',
    async handle(context, request) {
      const account = request.account.trim().toLowerCase();
      const pair = `${account}\n${context.address}`;
      const answer = await context.signIns.inTurn(pair, () => signIn(context, account, request.pwd));
      if (answer === null) throw refuse('LOGIN_DISABLED');
      return answer;
    },
  }),
  defineCall({
    endpoint: session.logout,
    audit: 'write',
    subject: 'session',
    async handle({ db, caller, now, audit }) {
      await revokeSession(db, caller.sessionId, now);
      audit({ targetType: 'session' });
      return {};
    },
  }),
  defineCall({
    endpoint: session.userInfo,
    audit: 'read',
    handle: ({ db, caller }) => userInfoOf(db, caller),
  }),
  defineCall({
    endpoint: session.ownSessions,
    audit: 'read',
    async handle({ db, caller, now }) {
      const rows = await livingSessions(db, caller.userId, now);
      return {
        list: rows.map((row) => ({
          id: row.id,
          issued_at: row.issued_at.toISOString(),
          expires_at: row.expires_at.toISOString(),
          ip: row.ip,
          ua: row.ua,
          current: row.id === caller.sessionId,
        })),
      };
    },
  }),
  defineCall({
    endpoint: session.endOtherSessions,
    audit: 'write',
    subject: 'session',
    async handle({ db, caller, now, audit }) {
      const ended = await revokeSessions(db, caller.userId, now, caller.sessionId);
      audit({ targetType: 'session', after: { ended } });
      return { ended };
    },
  }),
];

import { reasonCodes } from '#contracts/endpoints/reasons.ts';
import * as session from '#contracts/endpoints/session.ts';
import { defineCall, type OpenContext } from '../call.ts';
import { refuse } from '../refusal.ts';
import { addDevice, findDevice, touchDevice } from './devices.repository.ts';
import { networkOf } from './network.ts';
import { writeOpLog } from './oplogs.repository.ts';
import { dummyHash } from './passwords.ts';
import { expiryOf, minutesLocked } from './session.rules.ts';
import {
  addFailure,
  addSession,
  type FailureKey,
  forgetFailures,
  hasTooManyFailures,
  loadActiveSessions,
  recentFailures,
  revokeSession,
  revokeSessions,
} from './sessions.repository.ts';
import { findForSignIn, type SignInUser, userInfoOf } from './signing-in.repository.ts';
import { hashToken, newToken } from './tokens.ts';

/** A sign-in attempt; `user` is undefined when the account does not exist. */
interface SignInAttempt extends FailureKey {
  user: SignInUser | undefined;
}

const pairKeyOf = ({ account, network, device }: FailureKey): string => `${account}\n${device ?? network}`;

async function signIn(context: OpenContext, attempt: SignInAttempt, digest: string) {
  const { db, now, address, limits, signIns } = context;
  const { user, account, network, device } = attempt;

  const log = (ok: boolean, code: number, userId: number | null) => ({
    at: now,
    userId,
    // A text that is not an account may be a password typed into the wrong field, so it is not logged.
    account: user === undefined ? '' : account,
    action: session.login.path,
    ip: address,
    ok,
    code,
    ms: context.elapsed(),
  });

  const lockWindow = new Date(now.getTime() - 2 * limits.loginLockMinutes * 60_000);
  const failures = await recentFailures(db, attempt, lockWindow, limits.loginFails);
  const minutesLeft = minutesLocked(failures, now, limits);
  if (minutesLeft > 0) {
    await writeOpLog(db, [log(false, reasonCodes.LOGIN_LOCKED, user?.id ?? null)]);
    throw refuse('LOGIN_LOCKED', { minutes_left: minutesLeft }, { fails: String(limits.loginFails) });
  }
  const failuresSince = new Date(now.getTime() - limits.loginLockMinutes * 60_000);
  if (device === null && (await hasTooManyFailures(db, network, failuresSince, limits.loginFailsPerAddress)))
    throw refuse('TOO_MANY_REQUESTS');

  const client = { pair: pairKeyOf(attempt), lane: device ?? network };
  const stored = user?.pwd_hash ?? (await dummyHash());
  const isCorrect = await signIns.isCorrect(client, { digest, stored }, now, limits);
  if (user === undefined || !isCorrect) {
    await db.transaction().execute(async (transaction) => {
      await addFailure(transaction, attempt, now);
      await writeOpLog(transaction, [log(false, reasonCodes.LOGIN_BAD, user?.id ?? null)]);
    });
    throw refuse('LOGIN_BAD');
  }

  const token = newToken();
  const deviceToken = device === null || context.device === null ? newToken() : context.device;
  const expiresAt = expiryOf(now, now, limits);
  return await db.transaction().execute(async (transaction) => {
    // Read again under a lock, because the account may have been disabled or its password reset meanwhile.
    const current = await findForSignIn(transaction, account, 'locked');
    if (current === undefined || current.pwd_hash !== user.pwd_hash) throw refuse('LOGIN_BAD');
    await forgetFailures(transaction, attempt);
    if (current.status === 'disabled') {
      await writeOpLog(transaction, [log(false, reasonCodes.LOGIN_DISABLED, user.id)]);
      return null;
    }
    if (device === null) await addDevice(transaction, user.id, deviceToken, now);
    else await touchDevice(transaction, device, now);
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
    return { answer: { token, expires_at: expiresAt.toISOString() }, deviceToken };
  });
}

export const sessionCalls = [
  defineCall({
    endpoint: session.login,
    audit: 'own',
    async handle(context, request) {
      const account = request.account.trim().toLowerCase();
      // Looked up before waiting in line, so that a made-up device token does not get a failure count of its own.
      const user = await findForSignIn(context.db, account);
      const device = user === undefined ? null : await findDevice(context.db, user.id, context.device);
      const key = {
        account: user === undefined ? context.signIns.hashUnknownAccount(account) : account,
        network: networkOf(context.address),
        device,
      };
      const result = await context.signIns.runInTurn(pairKeyOf(key), async () =>
        signIn(context, { ...key, user: user && (await findForSignIn(context.db, account)) }, request.pwd),
      );
      if (result === null) throw refuse('LOGIN_DISABLED');
      context.rememberDevice(result.deviceToken);
      return result.answer;
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
      const rows = await loadActiveSessions(db, caller.userId, now);
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
      const ended = await revokeSessions(db, caller.userId, now, { except: caller.sessionId, cause: 'ended_elsewhere' });
      audit({ targetType: 'session', after: { ended } });
      return { ended };
    },
  }),
];

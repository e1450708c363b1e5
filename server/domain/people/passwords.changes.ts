import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { changePassword as changePasswordCall } from '#contracts/endpoints/session.ts';
import { resetPasswords as resetPasswordsCall } from '#contracts/endpoints/users.ts';
import { type CallContext, defineCall, type PreparationContext } from '../call.ts';
import { formatFileStamp } from '../instants.ts';
import { reasonText } from '../messages.ts';
import { refuse, refuseField } from '../refusal.ts';
import { requireSelectionRoom, resolveSelection } from '../selection.ts';
import { createWorkbook } from '../spreadsheet/index.ts';
import { networkOf } from './network.ts';
import { digestOf, generatePassword, hashPassword, isCommonPassword } from './passwords.ts';
import { minutesLocked } from './session.rules.ts';
import { addFailure, forgetAllFailures, recentFailures, revokeSessions, sessionDeviceKey } from './sessions.repository.ts';
import { findForSignIn } from './signing-in.repository.ts';
import { USER } from './users.changes.ts';
import * as repository from './users.repository.ts';

/**
 * Sets a password that the server generated: ends the user's sessions except the caller's own, and clears the failed sign-ins, so that
 * the account is not locked.
 */
export async function assignPassword(
  context: CallContext,
  user: { id: number; account: string; name: string },
  pwdHash: string,
): Promise<void> {
  const { db, caller, now } = context;
  await repository.setPassword(db, user.id, pwdHash, 'given');
  await revokeSessions(db, user.id, now, { except: user.id === caller.userId ? caller.sessionId : undefined, cause: 'password_reset' });
  await forgetAllFailures(db, user.account);
  context.audit({ targetType: USER, targetId: user.id, targetLabel: user.account, summary: user.name });
}

/** Refuses a wrong current password. Failures count per session, so that a stolen session cannot try many. */
async function requireCurrentPassword(context: PreparationContext, digest: string): Promise<string> {
  const { db, caller, now, limits, signIns } = context;
  const user = await findForSignIn(db, caller.account);
  // The user was deleted after the session was read, which ended the session.
  if (user === undefined) throw refuse('TOKEN_REVOKED');
  const key = { account: caller.account.toLowerCase(), network: networkOf(context.address), device: sessionDeviceKey(caller.sessionId) };
  return await signIns.runInTurn(key.device, async () => {
    const failures = await recentFailures(db, key, new Date(now.getTime() - 2 * limits.loginLockMinutes * 60_000), limits.loginFails);
    const minutesLeft = minutesLocked(failures, now, limits);
    if (minutesLeft > 0) throw refuse('LOGIN_LOCKED', { minutes_left: minutesLeft }, { fails: String(limits.loginFails) });
    const credentials = { digest, stored: user.pwd_hash };
    if (!(await signIns.isCorrect({ pair: key.device, lane: key.device }, credentials, now, limits))) {
      await addFailure(db, key, now);
      throw refuseField('old_pwd', 'wrongPassword');
    }
    return user.pwd_hash;
  });
}

async function prepareChange(context: PreparationContext, { old_pwd, new_pwd }: RequestOf<typeof changePasswordCall>) {
  const current = await requireCurrentPassword(context, old_pwd);
  if (new_pwd === old_pwd) throw refuseField('new_pwd', 'samePassword');
  if (isCommonPassword(new_pwd, context.caller.account)) throw refuseField('new_pwd', 'commonPassword');
  return { current, next: await hashPassword(new_pwd) };
}

async function changePassword(context: CallContext, { current, next }: { current: string; next: string }) {
  const { db, caller, now } = context;
  const user = await findForSignIn(db, caller.account, 'locked');
  // An administrator has reset the password since it was compared.
  if (user?.pwd_hash !== current) throw refuseField('old_pwd', 'wrongPassword');
  await repository.setPassword(db, user.id, next, 'own');
  await forgetAllFailures(db, caller.account);
  const ended = await revokeSessions(db, user.id, now, { except: caller.sessionId, cause: 'password_reset' });
  context.audit({ targetType: USER, targetId: user.id, targetLabel: caller.account, summary: caller.name, after: { ended } });
  return { ended };
}

interface GeneratedPassword {
  id: number;
  password: string;
  pwdHash: string;
}

/** Generates a new password for each selected account. */
async function prepareReset(context: PreparationContext, request: RequestOf<typeof resetPasswordsCall>): Promise<GeneratedPassword[]> {
  const { db, limits } = context;
  const ids = await resolveSelection(context, request, {
    count: (filter: repository.UserFilter) => repository.countUsers(db, filter),
    pick: (filter, max) => repository.loadUserIds(db, filter, max),
  });
  requireSelectionRoom(ids.length, limits.batchMax);
  const made: GeneratedPassword[] = [];
  for (const id of ids) {
    const password = generatePassword();
    made.push({ id, password, pwdHash: await hashPassword(digestOf(password)) });
  }
  return made;
}

const titles = {
  page: { zh: '账号密码', en: 'Accounts and passwords' },
  account: { zh: '账号', en: 'Account' },
  name: { zh: '姓名', en: 'Name' },
  password: { zh: '新密码', en: 'New password' },
};

async function resetAll(context: CallContext, made: readonly GeneratedPassword[]) {
  const { db, caller, now, language } = context;
  const users = new Map(
    (
      await repository.lockUsers(
        db,
        made.map(({ id }) => id),
      )
    ).map((user) => [user.id, user]),
  );
  const list: { id: number; account: string; name: string; new_passwd?: string; reason?: string; message?: string }[] = [];
  for (const { id, password, pwdHash } of made) {
    const user = users.get(id);
    const reason = user === undefined ? 'NOT_FOUND' : id === caller.userId ? 'SELF_FORBIDDEN' : undefined;
    const { account, name } = user ?? { account: `#${id}`, name: '' };
    if (user === undefined || reason !== undefined) {
      list.push({ id, account, name, ...(reason && { reason, message: reasonText(reason, language, {}) }) });
      continue;
    }
    await assignPassword(context, user, pwdHash);
    list.push({ id, account, name, new_passwd: password });
  }
  const done = list.filter(({ new_passwd }) => new_passwd !== undefined);
  if (done.length === 0) {
    context.unchanged();
    return { list };
  }
  const title = (key: keyof typeof titles) => titles[key][language];
  const bytes = await createWorkbook([
    {
      name: title('page'),
      columns: [
        { title: title('account'), width: 20 },
        { title: title('name'), width: 20 },
        { title: title('password'), width: 24 },
      ],
      rows: [done.map(({ account, name, new_passwd = '' }) => [account, name, new_passwd])],
    },
  ]);
  const sheet = { name: `${title('page')}_${formatFileStamp(now, caller.timezone)}.xlsx`, content: bytes.toString('base64') };
  return { list, sheet };
}

export const passwordCalls = [
  defineCall({
    endpoint: changePasswordCall,
    audit: 'write',
    subject: USER,
    prepare: prepareChange,
    handle: (context, _request, prepared) => changePassword(context, prepared),
  }),
  defineCall({
    endpoint: resetPasswordsCall,
    audit: 'write',
    subject: USER,
    prepare: prepareReset,
    handle: (context, _request, made) => resetAll(context, made),
  }),
];

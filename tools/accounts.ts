import type { Kysely } from 'kysely';
import { ACCOUNT_PATTERN, NAME_MAX } from '#contracts/rules/people-limits.ts';
import type { Database } from '#server/database/schema.ts';
import { writeOpLog } from '#server/domain/people/index.ts';
import { digestOf, generatePassword, hashPassword } from '#server/domain/people/passwords.ts';
import { revokeSessions } from '#server/domain/people/sessions.repository.ts';
import { insertUser, isAccountTaken, replaceRoles, setPassword, updateUser } from '#server/domain/people/users.repository.ts';
import { CommandError } from './command.ts';

type Db = Kysely<Database>;

export interface NewAccount {
  account: string;
  name: string;
  isAdmin: 0 | 1 | 9;
  isLeader?: boolean;
  platform?: 'dj' | 'ec';
  /** Names of roles. */
  roles?: readonly string[];
  /** Name or id of the department; the root department when absent. A super admin has none. */
  department?: string;
}

/** Creates an account of any level and answers its password, which is kept nowhere. Throws `CommandError`. */
export async function createAccount(db: Db, given: NewAccount, now: Date): Promise<{ id: number; password: string }> {
  if (!ACCOUNT_PATTERN.test(given.account)) {
    throw new CommandError('--account must be 3 to 32 characters, lower case: a letter first, then letters, digits and . _ -');
  }
  const name = given.name.trim();
  if (name === '' || [...name].length > NAME_MAX) throw new CommandError(`--name must have 1 to ${NAME_MAX} characters.`);
  if (given.isAdmin === 9 && (given.department !== undefined || (given.roles ?? []).length > 0)) {
    throw new CommandError('A super admin (--is-admin 9) has neither a department nor roles.');
  }
  const password = generatePassword();
  const pwdHash = await hashPassword(digestOf(password));
  const id = await db.transaction().execute(async (transaction) => {
    if (await isAccountTaken(transaction, given.account))
      throw new CommandError(`The account ${given.account} exists already, or once did.`);
    const created = await insertUser(transaction, {
      account: given.account,
      name,
      remark: null,
      is_admin: given.isAdmin,
      is_leader: given.isLeader ? 1 : 0,
      platform: given.platform ?? 'dj',
      status: 'enabled',
      department_id: given.isAdmin === 9 ? null : await departmentId(transaction, given.department),
      timezone: 'Asia/Shanghai',
      pwd_hash: pwdHash,
      password_state: 'given',
      now,
    });
    await replaceRoles(transaction, created, await roleIds(transaction, given.roles ?? []));
    await log(transaction, 'user:create', created, given.account, { account: given.account, is_admin: given.isAdmin }, now);
    return created;
  });
  return { id, password };
}

/** Gives an account a new password, ends its sessions and answers the password. Throws `CommandError`. */
export async function resetAccount(db: Db, account: string, now: Date): Promise<{ password: string; ended: number }> {
  const password = generatePassword();
  const pwdHash = await hashPassword(digestOf(password));
  const ended = await db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('sys_user')
      .select(['id', 'status'])
      .where('account', '=', account)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) throw new CommandError(`There is no account ${account}.`);
    if (user.status === 'disabled') throw new CommandError(`The account ${account} is disabled; an administrator must enable it first.`);
    await updateUser(transaction, user.id, {}, now);
    await setPassword(transaction, user.id, pwdHash, 'given');
    await transaction.deleteFrom('sys_login_failure').where('account', '=', account).execute();
    const count = await revokeSessions(transaction, user.id, now);
    await log(transaction, 'user:reset', user.id, account, { ended_sessions: count }, now);
    return count;
  });
  return { password, ended };
}

async function departmentId(db: Db, department: string | undefined): Promise<number> {
  const living = db.selectFrom('sys_department').select('id').where('deleted_at', 'is', null);
  const found =
    department === undefined
      ? await living.where('parent_id', 'is', null).execute()
      : await living
          .where(({ eb, or }) => or([eb('name', '=', department), eb('id', '=', /^\d{1,15}$/.test(department) ? Number(department) : 0)]))
          .execute();
  const [only, another] = found;
  if (only === undefined) throw new CommandError(`--department: there is no department ${department ?? ''}.`);
  if (another !== undefined) throw new CommandError(`--department: several departments are called ${department ?? ''}; give the id.`);
  return only.id;
}

async function roleIds(db: Db, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const roles = await db.selectFrom('sys_role').select(['id', 'name']).where('deleted_at', 'is', null).execute();
  return names.map((name) => {
    const role = roles.find((each) => each.name === name);
    if (role === undefined)
      throw new CommandError(`--role: there is no role ${name}. There are: ${roles.map((each) => each.name).join(', ')}`);
    return role.id;
  });
}

const log = (db: Db, action: string, targetId: number, account: string, after: unknown, now: Date): Promise<void> =>
  writeOpLog(db, [
    {
      at: now,
      userId: null,
      account: 'cli',
      action,
      targetType: 'user',
      targetId,
      targetLabel: account,
      ip: '127.0.0.1',
      after,
      ok: true,
      code: 0,
      ms: 0,
    },
  ]);

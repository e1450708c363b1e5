import { type Kysely, sql } from 'kysely';
import type { Changeable } from '#contracts/states/authorising-situations.ts';
import { cast, type Part, ROOT_DEPARTMENT, STAFF_ROLE } from '#contracts/states/cast.ts';
import type { Situations } from '#contracts/states/states.ts';
import type { Database } from '#server/database/schema.ts';
import { readMenu } from '#server/domain/people/menu.repository.ts';
import { hashPassword } from '#server/domain/people/passwords.ts';
import { grantablePaths } from '#server/domain/people/permissions.ts';
import { addFailure, sessionDeviceKey } from '#server/domain/people/sessions.repository.ts';
import { hashToken, newToken } from '#server/domain/people/tokens.ts';

type Db = Kysely<Database>;
const HOUR_MS = 3_600_000;
const LOCAL = '127.0.0.1';
const REMARK = '合约';
const TIMEZONE = 'Asia/Shanghai';
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const timestamps = () => ({ created_at: new Date(), updated_at: new Date() });

/** Not a hash, so every password is refused. */
const NO_PASSWORD = 'none';

export async function addRole(db: Db, role: Situations['a role exists']): Promise<void> {
  await db
    .insertInto('sys_role')
    .values({ ...role, paths: [...role.paths], actions: [...role.actions], remark: REMARK, deleted_at: null, ...timestamps() })
    .execute();
}

/** Signs in the person that `cast` names for the part. Returns a token of theirs. */
export async function signInAs(db: Db, who: Part, expiresAt = inHours(1)): Promise<string> {
  const { id, account, name, isAdmin, isLeader } = cast[who];
  const isStaff = who === 'staff';
  if (isStaff) await addRole(db, { ...STAFF_ROLE, version: 1, actions: [], is_builtin: false });
  const user = {
    id,
    account,
    name,
    is_admin: isAdmin,
    is_leader: isLeader,
    pwd_hash: NO_PASSWORD,
    remark: isStaff ? REMARK : null,
    platform: 'dj',
    department_id: who === 'super' ? null : ROOT_DEPARTMENT.id,
    status: 'enabled',
    login_at: isStaff ? new Date() : null,
    timezone: TIMEZONE,
    deleted_at: null,
    ...timestamps(),
  } as const;
  await db.insertInto('sys_user').values(user).execute();
  if (isStaff) await db.insertInto('sys_user_role').values({ user_id: id, role_id: STAFF_ROLE.id }).execute();
  return await addSession(db, id, expiresAt);
}

export async function addSession(db: Db, userId: number, expiresAt = inHours(1)): Promise<string> {
  const token = newToken();
  await db
    .insertInto('sys_session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      issued_at: inHours(-2),
      expires_at: expiresAt,
      revoked_at: null,
      ip: LOCAL,
      ua: 'Mozilla/5.0',
    })
    .execute();
  return token;
}

/** Returns a token that was valid before. */
export async function endSession(db: Db, { who, because }: Situations['the session of somebody has ended']): Promise<string> {
  const token = await signInAs(db, who, because === 'expired' ? inHours(-1) : inHours(1));
  if (because === 'revoked') await db.updateTable('sys_session').set({ revoked_at: new Date() }).execute();
  if (because === 'disabled') await db.updateTable('sys_user').set({ status: 'disabled' }).where('id', '=', cast[who].id).execute();
  return token;
}

export async function addSignIn(
  db: Db,
  { account, digest }: Situations['an account can sign in'],
  { status = 'enabled' as 'enabled' | 'disabled', failures = 0 } = {},
): Promise<void> {
  await db
    .insertInto('sys_user')
    .values({
      account,
      name: account,
      remark: null,
      pwd_hash: await hashPassword(digest),
      is_admin: 0,
      is_leader: 0,
      platform: 'dj',
      department_id: ROOT_DEPARTMENT.id,
      status,
      login_at: null,
      timezone: TIMEZONE,
      deleted_at: null,
      ...timestamps(),
    })
    .execute();
  for (let left = failures; left > 0; left -= 1) {
    await db.insertInto('sys_login_failure').values({ account, address: LOCAL, failed_at: new Date() }).execute();
  }
}

export async function setPassword(db: Db, id: number, digest: string): Promise<void> {
  await db
    .updateTable('sys_user')
    .set({ pwd_hash: await hashPassword(digest), password_state: 'given' })
    .where('id', '=', id)
    .execute();
}

/** Lets the role of `staff` open every page that a role can open. */
export async function openEveryPage(db: Db): Promise<void> {
  const menu = await readMenu(db);
  await db
    .updateTable('sys_role')
    .set({ paths: grantablePaths(menu) })
    .where('id', '=', STAFF_ROLE.id)
    .execute();
}

/** Covers every session of the user, because the exchange may use any of them. */
export async function addSessionFailures(db: Db, { id, account }: { id: number; account: string }, failures: number): Promise<void> {
  const sessions = await db.selectFrom('sys_session').select('id').where('user_id', '=', id).execute();
  for (const session of sessions) {
    const key = { account, network: LOCAL, device: sessionDeviceKey(session.id) };
    for (let left = failures; left > 0; left -= 1) await addFailure(db, key, new Date());
  }
}

export async function addDepartment(db: Db, { id, name, parent_id }: Situations['a department exists']): Promise<void> {
  await sql`
    insert into sys_department (id, parent_id, name, path, depth, sort, created_at, updated_at)
    select ${id}::bigint, p.id, ${name}, p.path || ${id}::text || '/', p.depth + 1, 0, now(), now()
    from sys_department p where p.id = ${parent_id}`.execute(db);
}

export async function addAccount(db: Db, { role_ids, ...given }: Situations['an account exists']): Promise<void> {
  const user = {
    ...given,
    pwd_hash: NO_PASSWORD,
    remark: REMARK,
    is_admin: 0,
    platform: 'dj',
    status: 'enabled',
    login_at: new Date(),
    timezone: TIMEZONE,
    deleted_at: null,
    ...timestamps(),
  } as const;
  await db.insertInto('sys_user').values(user).execute();
  for (const role_id of role_ids) await db.insertInto('sys_user_role').values({ user_id: given.id, role_id }).execute();
}

export async function addMany(db: Db, of: 'accounts' | 'roles' | 'operations', count: number): Promise<void> {
  if (of === 'operations') return await logMany(db, { by: 'admin', count });
  if (of === 'roles') {
    await sql`
      insert into sys_role (name, created_at, updated_at)
      select 'many ' || n, now(), now() from generate_series(1, ${count}::int) n`.execute(db);
    return;
  }
  await sql`
    insert into sys_user (account, pwd_hash, name, department_id, created_at, updated_at)
    select 'many_' || n, ${NO_PASSWORD}, 'many ' || n, ${ROOT_DEPARTMENT.id}, now(), now() from generate_series(1, ${count}::int) n`.execute(
    db,
  );
}

export async function savePreference(db: Db, { by, key, value }: Situations['a preference was saved']): Promise<void> {
  await db
    .insertInto('user_pref')
    .values({ user_id: cast[by].id, key, value: JSON.stringify(value), updated_at: new Date() })
    .execute();
}

const entry = { at: new Date(), ip: LOCAL, ok: true, code: 0, ms: 12 };

/** Records that a user other than the caller made the latest change to the object. */
export async function logChange(
  db: Db,
  targetType: 'user' | 'role' | 'view' | Changeable,
  { id, by }: { id: number; by: string },
): Promise<void> {
  await db
    .insertInto('op_log')
    .values({
      ...entry,
      user_id: null,
      account: by,
      action: '/changed',
      target_type: targetType,
      target_id: id,
      target_label: null,
      summary: 'name',
      before: null,
      after: null,
    })
    .execute();
}

export async function logOperation(db: Db, given: Situations['an operation was logged']): Promise<void> {
  const { id, by, action, target_type, target, summary, before, after } = given;
  const row = {
    ...entry,
    id,
    user_id: cast[by].id,
    account: cast[by].account,
    action,
    target_type,
    target_id: target.id,
    target_label: target.label,
    summary,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  };
  await db.insertInto('op_log').values(row).execute();
}

export async function logMany(db: Db, { by, count }: Situations['operations were logged']): Promise<void> {
  const { id, account } = cast[by];
  await sql`
    insert into op_log (at, user_id, account, action, ip, summary, ok, code, ms)
    select now() - n * interval '1 minute', ${id}, ${account}, '/login', ${LOCAL}, '', true, 0, 12 from generate_series(1, ${count}::int) n`.execute(
    db,
  );
}

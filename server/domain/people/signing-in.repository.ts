import { type Kysely, sql } from 'kysely';
import type { UserInfo } from '#contracts/endpoints/session.ts';
import type { Database } from '#server/database/schema.ts';
import { businessTimezone } from '../business-time.ts';
import type { Caller } from '../work-context.ts';

type Db = Kysely<Database>;

export interface SignInUser {
  id: number;
  pwd_hash: string;
  status: 'enabled' | 'disabled';
}

/** Finds the account by name in any letter case, unless it is deleted; with `lock` the row is locked until the end of the transaction. */
export async function findForSignIn(db: Db, account: string, lock?: 'locked'): Promise<SignInUser | undefined> {
  const found = await sql<SignInUser>`
    select id, pwd_hash, status from sys_user where lower(account) = ${account} and deleted_at is null
    ${lock === undefined ? sql`` : sql`for no key update`}`.execute(db);
  return found.rows[0];
}

export async function userInfoOf(db: Db, caller: Caller): Promise<UserInfo> {
  const found = await sql<{
    remark: string | null;
    platform: 'dj' | 'ec';
    login_at: Date | null;
    password_state: 'none' | 'given' | 'own';
    department_name: string | null;
    role_names: string[];
    business_timezone: string;
  }>`
    select u.remark, u.platform, u.login_at, u.password_state, d.name as department_name,
      array(
        select r.name from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = u.id and r.deleted_at is null order by r.id
      ) as role_names, ${businessTimezone} as business_timezone
    from sys_user u left join sys_department d on d.id = u.department_id where u.id = ${caller.userId}`.execute(db);
  const row = found.rows[0];
  return {
    id: caller.userId,
    account: caller.account,
    name: caller.name,
    remark: row?.remark ?? null,
    is_admin: caller.isAdmin,
    is_leader: caller.isLeader ? 1 : 0,
    platform: row?.platform ?? 'dj',
    paths: [...caller.paths],
    actions: [...caller.actions],
    login_at: row?.login_at?.toISOString() ?? null,
    department_id: caller.departmentId,
    department_name: row?.department_name ?? null,
    role_names: row?.role_names ?? [],
    timezone: caller.timezone,
    ...(row && { business_timezone: row.business_timezone }),
    password_state: row?.password_state ?? 'own',
  };
}

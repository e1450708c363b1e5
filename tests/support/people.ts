import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { createUser } from '#contracts/endpoints/users.ts';
import type { TestApp } from './app.ts';

type NewUser = RequestOf<typeof createUser>;

/** Finds and creates people on a test server, as its administrator. */
export function peopleFixtures(server: () => Pick<TestApp, 'db' | 'as'> & { clock: { now(): Date } }) {
  const named = async (table: 'sys_department' | 'sys_role', name: string) =>
    (await server().db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

  const departmentOf = (name: string) => named('sys_department', name);
  const roleOf = (name: string) => named('sys_role', name);
  return {
    departmentOf,
    roleOf,
    idOf: async (account: string) =>
      (await server().db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id,
    /** The user's row in the list. */
    rowOf: async (account: string) => {
      const { list } = (await server().as('admin', '/sys-users/list', { keyword: account })).data;
      const row = list.find((each) => each.account === account);
      if (row === undefined) throw new Error(`${account} is not in the list`);
      return row;
    },
    create: async (change: Partial<NewUser> = {}) =>
      await server().as('admin', '/sys-users/create_account', {
        account: 'new_one',
        name: '新人',
        department_id: await departmentOf('英语组'),
        role_ids: [await roleOf('优化师')],
        is_admin: 0,
        is_leader: 0,
        platform: 'dj',
        timezone: 'Asia/Shanghai',
        ...change,
      }),
    /** Adds optimizers with the demo password directly to the database. */
    add: async (accounts: readonly string[], { is_admin = 0 }: { is_admin?: 0 | 1 } = {}) => {
      const { db } = server();
      const like = await db.selectFrom('sys_user').selectAll().where('account', '=', 'opt_01').executeTakeFirstOrThrow();
      const { id: _, version: __, ...row } = like;
      const role_id = await roleOf('优化师');
      for (const account of accounts) {
        const made = { ...row, account, name: `姓名 ${account}`, is_admin, login_at: null };
        const { id } = await db.insertInto('sys_user').values(made).returning('id').executeTakeFirstOrThrow();
        await db.insertInto('sys_user_role').values({ user_id: id, role_id }).execute();
      }
    },
    /** The newest log entries of the current instant, without sign-ins. */
    lastEntries: (count: number) =>
      server()
        .db.selectFrom('op_log')
        .selectAll()
        .where('at', '=', server().clock.now())
        .where('action', '<>', '/login')
        .orderBy('id', 'desc')
        .limit(count)
        .execute(),
  };
}

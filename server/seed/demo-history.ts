import type { Insertable, Transaction } from 'kysely';
import type { Database, OpLogTable } from '#server/database/schema.ts';
import { demoPeople } from './demo-people.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAYS = 45;

/** Earlier log entries of the demo company: sign-ins of every working day and changes by administrators. */
export async function seedHistory(
  db: Transaction<Database>,
  userIds: ReadonlyMap<string, number>,
  departments: ReadonlyMap<string, number>,
  asOf: Date,
): Promise<void> {
  const rows: Insertable<OpLogTable>[] = [];
  const midnight = Math.floor(asOf.getTime() / 86_400_000) * 86_400_000;
  const createLogRow = (
    account: string,
    at: number,
    rest: Partial<Insertable<OpLogTable>> & { action: string },
  ): Insertable<OpLogTable> => ({
    at: new Date(at),
    user_id: userIds.get(account) ?? null,
    account,
    target_type: null,
    target_id: null,
    target_label: null,
    ip: `10.0.0.${10 + (userIds.get(account) ?? 0)}`,
    summary: '',
    before: null,
    after: null,
    ok: true,
    code: 0,
    ms: 20 + (at % 37),
    ...rest,
  });
  const workers = [...userIds.keys()].filter((account) => account !== 'noaccess' && account !== 'left_01');

  for (let day = DAYS; day >= 1; day -= 1) {
    const start = midnight - day * 24 * HOUR;
    const weekday = new Date(start).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    for (const [index, account] of workers.entries()) {
      // gone_01 was deleted five days before the end.
      if (account === 'gone_01' && day < 6) continue;
      // Skips some sign-ins, as not every user works every day.
      if ((index * 7 + day * 3) % 5 === 0) continue;
      const at = start + HOUR + ((index * 13 + day * 7) % 50) * MINUTE;
      if ((index + day) % 11 === 0) rows.push(createLogRow(account, at - MINUTE, { action: '/login', ok: false, code: 1001 }));
      rows.push(createLogRow(account, at, { action: '/login' }));
      if ((index + day) % 3 === 0) rows.push(createLogRow(account, at + 9 * HOUR, { action: '/sys-users/logout', target_type: 'session' }));
    }
  }

  const addChange = (
    daysAgo: number,
    action: string,
    target: [type: string, id: number | undefined, label: string],
    [before, after]: [before: object | null, after: object | null],
    summary = Object.keys(after ?? {}).join(', '),
  ) =>
    rows.push(
      createLogRow('admin', midnight - daysAgo * 24 * HOUR + 2 * HOUR, {
        action,
        target_type: target[0],
        target_id: target[1] ?? null,
        target_label: target[2],
        summary,
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
      }),
    );
  const user = (account: string): [string, number | undefined, string] => ['user', userIds.get(account), account];
  const nameOf = (account: string) => demoPeople.find((person) => person.account === account)?.name;
  for (const account of ['opt_07', 'opt_08', 'opt_09', 'opt_ec', 'edit_03']) {
    addChange(40, '/sys-users/create_account', user(account), [null, { account, status: 'enabled' }], nameOf(account));
  }
  const renamed: [object, object] = [{ name: '西班牙语组' }, { name: '西语组' }];
  addChange(30, '/sys-departments/edit', ['department', departments.get('西语组'), '西语组'], renamed);
  addChange(21, '/sys-users/edit_account', user('lead_a'), [{ is_leader: 0 }, { is_leader: 1 }]);
  addChange(14, '/sys-users/edit_account', user('opt_ec'), [{ platform: 'dj' }, { platform: 'ec' }]);
  addChange(9, '/sys-users/edit_account', user('left_01'), [{ status: 'enabled' }, { status: 'disabled' }]);
  const gone: [object, object] = [{ account: 'gone_01', status: 'enabled' }, { deleted: true }];
  addChange(5, '/sys-users/delete_user', user('gone_01'), gone, nameOf('gone_01'));
  addChange(2, '/sys-users/reset_passwd', user('opt_03'), [null, null], nameOf('opt_03'));
  rows.push(
    createLogRow('opt_01', midnight - 3 * 24 * HOUR + 6 * HOUR, {
      action: '/sys-users/create_account',
      summary: 'NO_PATH',
      ok: false,
      code: 403,
    }),
  );

  rows.sort((a, b) => (a.at as Date).getTime() - (b.at as Date).getTime());
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('op_log')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  for (const [account, id] of userIds) {
    const last = rows.findLast((row) => row.account === account && row.action === '/login' && row.ok);
    if (last)
      await db
        .updateTable('sys_user')
        .set({ login_at: last.at as Date })
        .where('id', '=', id)
        .execute();
  }
}

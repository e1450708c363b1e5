import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const list = async (by: string, filter = {}) => (await server.as(by, '/sys-oplogs/list', filter)).data;

test('staff see their own entries, leaders those of their subtree including deleted users, administrators all', async () => {
  const accounts = async (by: string) => {
    const seen = new Set<string>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list(by, { page_size: 200, ...(cursor === undefined ? {} : { cursor }) });
      for (const row of page.list) seen.add(row.account);
      cursor = page.next_cursor;
    }
    return seen;
  };
  expect([...(await accounts('opt_01'))]).toEqual(['opt_01']);
  const led = await accounts('lead_a');
  expect(led).toContain('gone_01');
  expect(led).not.toContain('edit_01');
  expect(led).not.toContain('admin');
  const all = await accounts('admin');
  for (const account of ['super', 'admin', 'edit_01', 'gone_01']) expect(all).toContain(account);
});

test('pages run newest first without gaps or repeats', async () => {
  const ids: number[] = [];
  const first = await list('admin', { account: 'opt_', page_size: 50 });
  for (let page = first; ; ) {
    ids.push(...page.list.map((row) => row.id));
    if (page.next_cursor === null) break;
    page = await list('admin', { account: 'opt_', page_size: 50, cursor: page.next_cursor });
  }
  expect(ids.length).toBe(first.total);
  expect(new Set(ids).size).toBe(ids.length);
  expect(first.total_capped).toBe(false);
  const times = first.list.map((row) => row.at);
  expect([...times].sort().reverse()).toEqual(times);
});

test('filters narrow by account, action, target, result, id and days in the reader’s time zone', async () => {
  const edits = await list('admin', { action: '/sys-users/edit_account' });
  expect(edits.list.map((row) => row.action_label.zh)).toEqual(['编辑账号', '编辑账号', '编辑账号']);
  expect((await list('admin', { target: 'department' })).list.map((row) => row.target?.label)).toEqual(['西语组']);
  const [department] = (await list('admin', { target: 'department' })).list;
  expect((await list('admin', { target: `department#${department?.target?.id}` })).list).toEqual([department]);
  expect((await list('admin', { target: `role#${department?.target?.id}` })).list).not.toContainEqual(department);
  expect((await list('admin', { target: 'department#999999999999999' })).total).toBe(0);
  expect((await list('admin', { target: 'lead_' })).list[0]).toMatchObject({ before: { is_leader: 0 }, after: { is_leader: 1 } });
  for (const row of (await list('admin', { result: 'fail' })).list) expect(row.ok).toBe(false);
  const one = edits.list[0];
  expect((await list('admin', { id: one?.id })).list).toEqual([one]);
  expect((await list('opt_01', { id: one?.id })).total).toBe(0);
  const day = await list('admin', { date_from: '2026-11-10', date_to: '2026-11-10', page_size: 200 });
  expect(day.total).toBeGreaterThan(0);
  for (const row of day.list) {
    expect(row.at >= '2026-11-09T16:00:00.000Z' && row.at < '2026-11-10T16:00:00.000Z').toBe(true);
  }
});

test.each([
  [{ date_from: '2026-11-10', date_to: '2026-11-09' }, 'date_to', 'range'],
  [{ date_from: '2026-02-30' }, 'date_from', 'format'],
  [{ date_from: '0001-01-01' }, 'date_from', 'minimum'],
  [{ cursor: 'nonsense' }, 'cursor', 'cursor'],
])('%j is refused at its field', async (filter, field, rule) => {
  const answer = await server.as('admin', '/sys-oplogs/list', filter);
  expect(answer.data.errors).toMatchObject([{ field, rule }]);
});

test('the home page shows the ten newest operations of the user', async () => {
  const { list: own } = (await server.as('lead_a', '/home-board/operations', {})).data;
  expect(own.length).toBe(10);
  const entries = (await list('admin', { account: 'lead_a' })).list.slice(0, 10);
  expect(own.map((row) => row.id)).toEqual(entries.map((row) => row.id));
});

test('a refused write gets its own entry', async () => {
  const answer = await server.as('opt_01', '/sys-roles/delete', { id: 1 });
  expect(answer.reason).toBe('NO_PATH');
  const missing = await server.as('admin', '/sys-roles/delete', { id: 424_242 });
  expect(missing.reason).toBe('NOT_FOUND');
  const entries = (await list('admin', { action: '/sys-roles/delete', result: 'fail' })).list;
  expect(entries).toMatchObject([
    { account: 'admin', code: 404, summary: 'NOT_FOUND', target_type: 'role', target: { id: 424_242 } },
    { account: 'opt_01', code: 403, summary: 'NO_PATH' },
  ]);
});

test('entries cannot be changed or deleted; only the retention removes old ones', async () => {
  await expect(sql`update op_log set summary = 'x'`.execute(server.db)).rejects.toThrow('append only');
  await expect(sql`delete from op_log`.execute(server.db)).rejects.toThrow('append only');
  await expect(sql`truncate op_log`.execute(server.db)).rejects.toThrow('append only');
  const count = async () => (await sql<{ n: number }>`select count(*) as n from op_log`.execute(server.db)).rows[0]?.n ?? 0;
  const before = await count();
  const gone = await sql<{ gone: number }>`select op_log_forget(timestamptz '2026-10-15') as gone`.execute(server.db);
  expect(gone.rows[0]?.gone).toBeGreaterThan(0);
  expect(await count()).toBe(before - (gone.rows[0]?.gone ?? 0));
  await expect(sql`delete from op_log`.execute(server.db)).rejects.toThrow('append only');
});

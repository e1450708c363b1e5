import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { formulaLike } from '#tests/support/formula-like.ts';
import { partsOf as parts, sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ config: { limits: { exportMaxRows: 400 } } });
});
afterAll(async () => await server.close());

const downloadAs = async (token: string, path: string, body: object) =>
  await server.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload: body });

const download = async (by: string, path: string, body: object) => await downloadAs(await server.signIn(by), path, body);

test('an export is a spreadsheet named in the reader’s language and time zone', async () => {
  const answer = await download('admin', '/sys-users/export', {
    columns: ['account', 'name', 'is_leader', 'login_at'],
    locale: 'zh-cn',
    keyword: 'lead_',
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="accounts_202611201600.xlsx"; filename*=UTF-8''${encodeURIComponent('账号管理_202611201600.xlsx')}`,
  );
  expect(answer.headers['cache-control']).toBe('no-store');
  const files = parts(answer.rawPayload);
  const text = Object.values(files).join('\n');
  expect(files['xl/workbook.xml']).toContain('账号管理');
  expect(files['xl/workbook.xml']).toContain('说明');
  for (const word of ['账号', '姓名', 'lead_a', '王立', 'Asia/Shanghai', '筛选:关键词']) expect(text).toContain(word);
  expect(text).not.toContain('opt_01');
});

test('the other lists can be exported in English by permitted users', async () => {
  const roles = await download('admin', '/sys-roles/export', { columns: ['name', 'users', 'pages'], locale: 'en' });
  expect(String(roles.headers['content-disposition'])).toContain('filename="roles_202611201600.xlsx"');
  expect(Object.values(parts(roles.rawPayload)).join()).toContain('Page count');
  const logs = await download('opt_01', '/sys-oplogs/export', {
    columns: ['at', 'action', 'ms'],
    locale: 'en',
    date_from: '2026-11-01',
    date_to: '2026-11-20',
  });
  expect(String(logs.headers['content-disposition'])).toContain('operation-log_2026-11-01_2026-11-20_202611201600.xlsx');
  const sheet = Object.values(parts(logs.rawPayload)).join();
  expect(sheet).toContain('Log in');
});

test('an unknown column is refused by name', async () => {
  for (const column of ['pwd_hash', '__proto__', 'constructor']) {
    const answer = await download('admin', '/sys-users/export', { columns: ['account', column], locale: 'en' });
    expect(answer.json()).toMatchObject({ code: 400, data: { errors: [{ field: 'columns.1', rule: 'enum' }] } });
  }
});

test('an export with too many rows is refused with their count and reads none', async () => {
  const answer = await download('admin', '/sys-oplogs/export', { columns: ['at'], locale: 'en' });
  expect(answer.statusCode).toBe(200);
  const { code, data, message } = answer.json();
  expect({ code, reason: data.reason, max: data.max }).toEqual({ code: 413, reason: 'EXPORT_TOO_LARGE', max: 400 });
  expect(data.count).toBeGreaterThan(400);
  expect(message).toBe(`共 ${data.count} 行，超过 400 行，请缩小范围`);
});

describe('texts that look like formulas', () => {
  const accounts = ['opt_01', 'opt_02', 'lead_a', 'edit_01'];

  test.each(formulaLike.filter((text) => text.trim() !== ''))('%j stays a text in every column and in the notes', async (whole) => {
    const payload = whole.slice(0, 32);
    await server.db
      .updateTable('sys_user')
      .set({ name: payload, remark: payload, timezone: payload })
      .where('account', 'in', accounts)
      .execute();
    await server.db
      .updateTable('sys_department')
      .set({ name: payload })
      .where('id', '=', await departmentOfTheirs())
      .execute();
    await server.db
      .updateTable('sys_role')
      .set({ name: payload, remark: payload })
      .where('is_builtin', '=', true)
      .where('id', '=', 1)
      .execute();
    const calls: [string, object][] = [
      ['/sys-users/export', { columns: ['account', 'name', 'department', 'roles', 'timezone', 'remark'], keyword: payload }],
      ['/sys-roles/export', { columns: ['name', 'remark'], keyword: payload }],
    ];
    for (const [path, body] of calls) {
      const answer = await download('admin', path, { ...body, locale: 'en' });
      expect(String(answer.headers['content-type'])).toContain('spreadsheet');
      const files = parts(answer.rawPayload);
      const sheets = Object.entries(files).filter(([name]) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
      expect(sheets.length).toBe(2);
      for (const [, xml] of sheets) {
        expect(xml).not.toMatch(/<f[\s>]/);
        // Every cell is a text, except the number of rows.
        for (const [cell] of xml.matchAll(/<c (?!r="B5")[^>]*>/g)) expect(cell).toMatch(/t="inlineStr"/);
      }
    }
  });

  const departmentOfTheirs = async () =>
    (await server.db.selectFrom('sys_user').select('department_id').where('account', '=', 'opt_01').executeTakeFirstOrThrow())
      .department_id ?? 0;
});

test('the notes name the filters, the instant, the time zone and the number of rows', async () => {
  const department = await server.db
    .selectFrom('sys_department')
    .select(['id', 'name'])
    .where('name', '=', '素材部')
    .executeTakeFirstOrThrow();
  const answer = await download('admin', '/sys-users/export', {
    columns: ['account'],
    locale: 'en',
    department_id: department.id,
    status: 'enabled',
    is_leader: 0,
    platform: 'dj',
  });
  const [data, notes] = sheetsIn(answer.rawPayload);
  expect(notes).toEqual([
    ['Item', 'Value'],
    ['Page', 'Accounts'],
    ['Exported at', '2026-11-20 16:00'],
    ['Exported by', 'admin'],
    ['Rows', String((data?.length ?? 0) - 1)],
    ['Time zone', 'All times are shown in Asia/Shanghai'],
    ['Filters: Department', '素材部'],
    ['Filters: Status', 'Enabled'],
    ['Filters: Leader', 'No'],
    ['Filters: Business line', 'Short drama'],
  ]);
  const whole = await download('admin', '/sys-roles/export', { columns: ['name'], locale: 'zh-cn' });
  expect(sheetsIn(whole.rawPayload)[1]?.at(-1)).toEqual(['筛选', '无']);
});

test('a count-only request returns the number of rows, even when there are too many', async () => {
  const count = async (path: string, body: object) => (await download('admin', path, { locale: 'en', count_only: true, ...body })).json();
  const accounts = await server.as('admin', '/sys-users/list', { keyword: 'lead_' });
  expect(await count('/sys-users/export', { columns: ['account'], keyword: 'lead_' })).toMatchObject({
    code: 0,
    data: { count: accounts.data.total, max: 400 },
  });
  expect((await count('/sys-oplogs/export', { columns: ['at'] })).data.count).toBeGreaterThan(400);
  expect(await count('/sys-users/export', { columns: ['nonsense'] })).toMatchObject({ code: 400 });
});

test('an export sends its estimated size ahead', async () => {
  const answer = await download('admin', '/sys-users/export', { columns: ['account', 'name', 'remark'], locale: 'en' });
  const [data] = sheetsIn(answer.rawPayload);
  expect(Number(answer.headers['x-row-count'])).toBe((data?.length ?? 0) - 1);
  const estimated = Number(answer.headers['x-estimated-length']);
  expect(estimated / answer.rawPayload.length).toBeGreaterThan(0.5);
  expect(estimated / answer.rawPayload.length).toBeLessThan(2);
});

test('one user may run two exports at once and no more', async () => {
  // Signs in once beforehand: sign-ins queue up, so signing in before each export would keep the exports from overlapping.
  const token = await server.signIn('admin');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => downloadAs(token, '/sys-roles/export', { columns: ['name'], locale: 'en' })),
  );
  const refused = answers.filter((answer) => String(answer.headers['content-type']).includes('json'));
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expect(answer.json()).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_REQUESTS' } });
  const later = await download('admin', '/sys-roles/export', { columns: ['name'], locale: 'en' });
  expect(String(later.headers['content-type'])).toContain('spreadsheet');
});

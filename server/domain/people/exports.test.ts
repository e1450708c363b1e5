import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ config: { limits: { exportMaxRows: 400 } } });
});
afterAll(async () => await server.close());

async function download(by: string, path: string, body: object) {
  const token = await server.signIn(by);
  return await server.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload: body });
}

/** The parts of an xlsx file as text. */
const parts = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, part]) => [name, Buffer.from(part).toString('utf8')]));

test('an export is a spreadsheet with a name in the reader’s language and the time of the reader', async () => {
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
  for (const word of ['账号', '姓名', 'lead_a', '王立', 'Asia/Shanghai', '筛选 keyword']) expect(text).toContain(word);
  expect(text).not.toContain('opt_01');
});

test('an export of the other lists works in English, for whoever may', async () => {
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
  expect(sheet).toContain('Sign in');
});

test('a column that does not exist is named', async () => {
  for (const column of ['pwd_hash', '__proto__', 'constructor']) {
    const answer = await download('admin', '/sys-users/export', { columns: ['account', column], locale: 'en' });
    expect(answer.json()).toMatchObject({ code: 400, data: { errors: [{ field: 'columns.1', rule: 'enum' }] } });
  }
});

test('more rows than allowed are counted and not read', async () => {
  const answer = await download('admin', '/sys-oplogs/export', { columns: ['at'], locale: 'en' });
  expect(answer.statusCode).toBe(200);
  const { code, data, message } = answer.json();
  expect({ code, reason: data.reason, max: data.max }).toEqual({ code: 413, reason: 'EXPORT_TOO_LARGE', max: 400 });
  expect(data.count).toBeGreaterThan(400);
  expect(message).toBe(`共 ${data.count} 行,超过 400 行,请缩小范围`);
});

describe('texts that look like formulas', () => {
  const payloads = [
    '=1+1',
    '=cmd|"/c calc"!A1',
    '+1',
    '-1+2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '=HYPERLINK("http://x")',
    '<f>1</f>',
    '0x1',
    '1e5',
  ];

  const accounts = ['opt_01', 'opt_02', 'lead_a', 'edit_01'];

  test('stay texts in every column', async () => {
    for (const [index, payload] of payloads.entries()) {
      await server.db
        .updateTable('sys_user')
        .set({ name: payload, remark: payload })
        .where('account', '=', accounts[index % accounts.length] ?? '')
        .execute();
      await server.db
        .updateTable('sys_department')
        .set({ name: payload })
        .where('name', 'in', ['英语组', ...payloads])
        .execute();
      const answer = await download('admin', '/sys-users/export', {
        columns: ['account', 'name', 'department', 'roles', 'remark'],
        locale: 'en',
      });
      const files = parts(answer.rawPayload);
      const sheets = Object.entries(files).filter(([name]) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
      expect(sheets.length).toBe(2);
      for (const [, xml] of sheets) {
        expect(xml).not.toMatch(/<f[\s>]/);
        // Every cell is a text: shared or inline.
        for (const [cell] of xml.matchAll(/<c [^>]*>/g)) expect(cell).toMatch(/t="(s|inlineStr)"/);
      }
    }
  });
});

test('two exports at once are enough for one person', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => download('admin', '/sys-roles/export', { columns: ['name'], locale: 'en' })),
  );
  const refused = answers.filter((answer) => String(answer.headers['content-type']).includes('json'));
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expect(answer.json()).toMatchObject({ code: 429, data: { reason: 'TOO_MANY_REQUESTS' } });
  const later = await download('admin', '/sys-roles/export', { columns: ['name'], locale: 'en' });
  expect(String(later.headers['content-type'])).toContain('spreadsheet');
});

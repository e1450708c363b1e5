import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportRow } from '#contracts/endpoints/user-imports.ts';
import { createTestApp, DEMO_PASSWORD, md5, type TestApp } from '#tests/support/app.ts';
import { createArchive, createSheetFile, workbookParts } from '#tests/support/archives.ts';
import { formulaLike } from '#tests/support/formula-like.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const TITLES = ['账号*', '姓名*', '部门*', '角色*', '组长', '业务线', '时区', '备注'];
const fileOf = (bytes: Buffer, name = '新员工.xlsx') => ({ name, content: bytes.toString('base64') });
const sheetOf = (...rows: string[][]) => fileOf(createSheetFile([TITLES, ...rows]));
const row = (account: string, change: string[] = []) => {
  const cells = [account, '新人', '公司/投放一部/英语组', '优化师', '', '', '', ''];
  return cells.map((cell, index) => change[index] || cell);
};
const preview = (file: object, language = 'zh-CN') =>
  server.as('admin', '/sys-users/import_preview', { file } as never, { language }) as Promise<{
    code: number;
    reason: string | undefined;
    data: { total: number; good: number; bad: number; rows: ImportRow[] } & Record<string, unknown>;
  }>;
/** Faults of a sheet with one row, by column. */
const faultsOf = async (cells: string[]) =>
  Object.fromEntries(((await preview(sheetOf(cells))).data.rows[0]?.errors ?? []).map(({ field, rule }) => [field, rule]));

test('the template has the titles, the rules and every choice', async () => {
  const token = await server.signIn('admin');
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/sys-users/import_template',
    headers: { authorization: `Bearer ${token}` },
    payload: { locale: 'zh-cn' },
  });
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('账号导入模板_202611201600.xlsx'));
  const [data, notes = []] = sheetsIn(answer.rawPayload);
  expect(data).toEqual([TITLES]);
  expect(notes.filter(([column]) => column === '可选部门').map(([, path]) => path)).toEqual(
    expect.arrayContaining(['公司', '公司/投放一部', '公司/投放一部/英语组', '公司/素材部']),
  );
  expect(notes.filter(([column]) => column === '可选角色').map(([, name]) => name)).toEqual(expect.arrayContaining(['优化师', '素材师']));
  // Values that the template offers are accepted.
  const filled = fileOf(createSheetFile([...(data ?? []), row('from_template')]));
  expect((await preview(filled)).data).toMatchObject({ total: 1, good: 1, bad: 0 });
});

describe('a preview', () => {
  test('counts good and bad rows, shows the bad ones first and writes nothing', async () => {
    const before = await server.db
      .selectFrom('sys_user')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    const { data } = await preview(
      sheetOf(row('good_one'), row('Bad One'), row('good_two', ['', '', '公司 / 素材部', '优化师、素材师', '是', '电商', 'UTC', 'x'])),
    );
    expect({ ...data, rows: data.rows.map(({ row: number, errors }) => [number, errors.length]) }).toEqual({
      total: 3,
      good: 2,
      bad: 1,
      rows: [
        [3, 1],
        [2, 0],
        [4, 0],
      ],
    });
    expect(data.rows[2]?.values).toMatchObject({ account: 'good_two', roles: '优化师、素材师', is_leader: '是' });
    const after = await server.db
      .selectFrom('sys_user')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  test('names the rule that each row of a sheet breaks', async () => {
    const broken: [string, string[], object][] = [
      ['nothing but an account', ['only_one', '', '', ''], { name: 'required', department: 'required', roles: 'required' }],
      ['a capital letter', row('Li.Wei'), { account: 'account' }],
      ['an account of two letters', row('li'), { account: 'account' }],
      ['an account that exists', row('opt_01'), { account: 'taken' }],
      ['a name too long', row('long_name', ['', '名'.repeat(33)]), { name: 'length' }],
      ['a department that does not exist', row('no_dept', ['', '', '公司/投放三部']), { department: 'department' }],
      ['a department without its path', row('no_path', ['', '', '英语组']), { department: 'department' }],
      ['a role that does not exist', row('no_role', ['', '', '', '优化师、厨师']), { roles: 'role' }],
      ['only a comma for roles', row('comma', ['', '', '', '、']), { roles: 'required' }],
      ['a leader who is perhaps one', row('maybe', ['', '', '', '', '也许']), { is_leader: 'choice' }],
      ['a business line that is none', row('no_line', ['', '', '', '', '', '电视']), { platform: 'choice' }],
      ['a time zone on Mars', row('mars', ['', '', '', '', '', '', 'Mars/Base']), { timezone: 'timezone' }],
      ['a remark too long', row('remark', ['', '', '', '', '', '', '', 'x'.repeat(201)]), { remark: 'length' }],
    ];
    const { data } = await preview(sheetOf(...broken.map(([, cells]) => cells)));
    const faults = new Map(
      data.rows.map(({ row: number, errors }) => [number, Object.fromEntries(errors.map(({ field, rule }) => [field, rule]))]),
    );
    for (const [index, [what, , expected]] of broken.entries()) expect(faults.get(index + 2), what).toEqual(expected);
  });

  test('names column and rule in the reader’s language', async () => {
    const file = sheetOf(row('words', ['', '', '公司/投放三部']));
    const told = async (language: string) => (await preview(file, language)).data.rows[0]?.errors[0];
    expect(await told('zh-CN')).toEqual({
      field: 'department',
      column: 'C',
      rule: 'department',
      message: 'C列「部门」：没有部门「公司/投放三部」，请填写完整路径',
    });
    expect((await told('en-US'))?.message).toBe('Department (column C): there is no department “公司/投放三部”; enter its full path');
  });

  test('refuses the second row of the same account in any letter case', async () => {
    const { data } = await preview(sheetOf(row('twice_a'), row('other'), row('twice_a'), row('TWICE_A')));
    expect(data.rows.map(({ row: number, errors }) => [number, errors.map(({ rule }) => rule)])).toEqual([
      [4, ['twice']],
      [5, ['account', 'twice']],
      [2, []],
      [3, []],
    ]);
  });

  test('refuses the name of a deleted account', async () => {
    await server.db.updateTable('sys_user').set({ deleted_at: new Date() }).where('account', '=', 'edit_03').execute();
    expect(await faultsOf(row('edit_03'))).toEqual({ account: 'taken' });
  });

  test('accepts English titles, another order and missing optional columns', async () => {
    const file = fileOf(
      createSheetFile([
        ['Roles', 'account', 'Department *', 'NAME'],
        ['优化师', 'in_english', '公司/素材部', 'Li'],
      ]),
    );
    expect((await preview(file)).data).toMatchObject({ good: 1, bad: 0 });
  });

  test('reads what looks like a formula as plain text', async () => {
    const remarks = formulaLike.map((payload) => payload.replace('\r', ' '));
    const { code, data } = await preview(
      sheetOf(...remarks.map((remark, index) => row(`f_${index}_x`, ['', '', '', '', '', '', '', remark]))),
    );
    expect(code).toBe(0);
    const read = new Map(data.rows.map(({ row: number, values }) => [number, values.remark]));
    for (const [index, remark] of remarks.entries()) expect(read.get(index + 2), JSON.stringify(remark)).toBe(remark.trim());
  });

  test.each([
    ['a NUL', '&#0;'],
    ['half a character', '&#xD800;'],
    ['a bell', '&#7;'],
  ])('reports %s in a cell as a fault', async (_, entity) => {
    const cells = [`a${entity}bc`, `名${entity}`, '公司/素材部', `优化师${entity}`];
    const titles = TITLES.slice(0, 4)
      .map((title, column) => `<c r="${'ABCD'[column]}1" t="inlineStr"><is><t>${title}</t></is></c>`)
      .join('');
    const data = cells.map((cell, column) => `<c r="${'ABCD'[column]}2" t="inlineStr"><is><t>${cell}</t></is></c>`).join('');
    const file = fileOf(createArchive(workbookParts(`<row r="1">${titles}</row><row r="2">${data}</row>`)));
    const { data: answer } = await preview(file);
    expect(answer.rows[0]?.errors.map(({ field, rule }) => [field, rule])).toEqual([
      ['account', 'characters'],
      ['name', 'characters'],
      ['roles', 'characters'],
    ]);
    const started = await server.as('admin', '/sys-users/import', { file });
    expect(started).toMatchObject({ code: 0, data: { total: 1, fail: 1 } });
  });
});

describe('a file', () => {
  test.each<[string, () => object, object]>([
    ['that is no spreadsheet', () => fileOf(Buffer.from('account,name\n')), { field: 'file', rule: 'spreadsheet' }],
    ['of another kind by its name', () => ({ ...sheetOf(row('x_y_z')), name: 'a.csv' }), { field: 'file', rule: 'spreadsheet' }],
    [
      'of another kind with a second name',
      () => ({ ...sheetOf(row('x_y_z')), name: 'a.xlsx.exe' }),
      { field: 'file', rule: 'spreadsheet' },
    ],
    ['that is no base64', () => ({ name: 'a.xlsx', content: '%%%' }), { field: 'file', rule: 'spreadsheet' }],
    ['with only its titles', () => sheetOf(), { field: 'file', rule: 'sheetEmpty' }],
    ['with nothing', () => fileOf(createArchive(workbookParts(''))), { field: 'file', rule: 'sheetEmpty' }],
    [
      'without a title that is needed',
      () => fileOf(createSheetFile([TITLES.slice(1), row('x').slice(1)])),
      { field: 'file', rule: 'sheetColumnMissing' },
    ],
    [
      'with an unknown title',
      () => fileOf(createSheetFile([[...TITLES, '工资'], row('x_y_z')])),
      { field: 'file', rule: 'sheetColumnUnknown' },
    ],
    ['with a title twice', () => fileOf(createSheetFile([[...TITLES, '姓名'], row('x_y_z')])), { field: 'file', rule: 'sheetColumnTwice' }],
    [
      'with too many rows',
      () => sheetOf(...Array.from({ length: 2001 }, (_, index) => row(`many_${index}`))),
      { field: 'file', rule: 'sheetRows' },
    ],
    [
      'that grows beyond measure',
      () => fileOf(createArchive({ ...workbookParts(''), 'xl/a.xml': Buffer.alloc(30_000_000) })),
      { field: 'file', rule: 'sheetContent' },
    ],
    ['with a part outside', () => fileOf(createArchive({ ...workbookParts(''), '../x.xml': 'x' })), { field: 'file', rule: 'spreadsheet' }],
  ])('%s is refused in words, by the preview and by the import', async (_, make, error) => {
    const file = make();
    const before = await server.db
      .selectFrom('batch')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    for (const path of ['/sys-users/import_preview', '/sys-users/import'] as const) {
      const answer = await server.as('admin', path, { file } as never);
      expect(answer).toMatchObject({ status: 200, code: 400, reason: 'VALIDATION', data: { errors: [error] } });
      expect(JSON.stringify(answer.data)).not.toMatch(/\{\w+\}/);
    }
    expect(
      await server.db
        .selectFrom('batch')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ).toEqual(before);
  });

  test('larger than 2 MiB is refused with the limit; only this call accepts as much', async () => {
    const large = fileOf(Buffer.alloc(2 * 1024 * 1024 + 1, 7));
    expect(await preview(large)).toMatchObject({ code: 413, reason: 'FILE_TOO_LARGE', message: '文件超过 2 MiB' });
    const beyond = await server.as('admin', '/sys-users/import_preview', { file: fileOf(Buffer.alloc(2_900_000, 7)) });
    expect(beyond).toMatchObject({ status: 413, code: 400, reason: 'VALIDATION' });
    expect((await server.send('/sys-users/list', { keyword: 'x'.repeat(300_000) }, { token: await server.signIn('admin') })).status).toBe(
      413,
    );
  });

  test('is not read when the caller may not import', async () => {
    const answer = await server.as('opt_01', '/sys-users/import_preview', { file: { name: 'a.xlsx', content: 'A'.repeat(3_900_000) } });
    expect(answer).toMatchObject({ code: 403, reason: 'NO_PATH' });
  });
});

describe('an import', () => {
  test('creates the good rows and lists the bad ones with their faults', async () => {
    const file = sheetOf(
      row('imp_one'),
      row('imp_two', ['', '二', '公司/素材部', '素材师', '是', 'ec', 'UTC', '备注']),
      row('opt_02'),
      row('Imp'),
    );
    const { code, data } = await server.as('admin', '/sys-users/import', { file });
    expect({ code, total: data.total, ok: data.ok, fail: data.fail, status: data.status }).toEqual({
      code: 0,
      total: 4,
      ok: 2,
      fail: 2,
      status: 'partial',
    });
    const items = (await server.as('admin', '/op-batches/items', { batch_id: data.batch_id })).data.list;
    expect(items.map(({ label, status, text, retryable }) => [label, status, text, retryable])).toEqual([
      ['imp_one', 'succeeded', null, false],
      ['imp_two', 'succeeded', null, false],
      ['opt_02', 'failed', '第 4 行 A列「账号」：账号「opt_02」已被使用', false],
      ['Imp', 'failed', expect.stringContaining('第 5 行 A列「账号」：「Imp」不符合规则'), false],
    ]);
    const made = (await server.as('admin', '/sys-users/list', { keyword: 'imp_two' })).data.list[0];
    expect(made).toMatchObject({
      account: 'imp_two',
      name: '二',
      is_admin: 0,
      is_leader: 1,
      platform: 'ec',
      timezone: 'UTC',
      remark: '备注',
      status: 'enabled',
      department: { label: '素材部' },
      roles: [{ label: '素材师' }],
      login_at: null,
      running: 0,
    });
    const entries = (await server.as('admin', '/sys-oplogs/list', { target: 'imp_two' })).data.list;
    expect(entries.map(({ action, ok }) => [action, ok])).toContainEqual(['/sys-users/import', true]);
  });

  test('creates accounts without a password, which can sign in only after a reset', async () => {
    await server.as('admin', '/sys-users/import', { file: sheetOf(row('imp_silent')) });
    for (const password of ['', 'imp_silent', DEMO_PASSWORD, '123456']) {
      const answer = await server.send('/login', { account: 'imp_silent', pwd: md5(password) }, { from: '10.0.0.9' });
      expect(answer).toMatchObject({ code: 1001, reason: 'LOGIN_BAD' });
    }
    const { id = 0, password_state } = (await server.as('admin', '/sys-users/list', { keyword: 'imp_silent' })).data.list[0] ?? {};
    expect(password_state).toBe('none');
    const { new_passwd } = (await server.as('admin', '/sys-users/reset_passwd', { currentUserId: id })).data;
    expect((await server.send('/login', { account: 'imp_silent', pwd: md5(new_passwd) }, { from: '10.0.0.10' })).code).toBe(0);
  });

  test('sent twice with one key takes effect once', async () => {
    const body = { file: sheetOf(row('imp_once')), idempotency_key: 'a3bb189e-8bf9-4c2b-9a53-1c2d3e4f5a6b' };
    const [first, second] = [await server.as('admin', '/sys-users/import', body), await server.as('admin', '/sys-users/import', body)];
    expect(second.data.batch_id).toBe(first.data.batch_id);
    expect(second.data).toMatchObject({ ok: 1, fail: 0 });
  });

  test('creates an account once when two imports contain it', async () => {
    const file = sheetOf(row('imp_race'), row('imp_calm'));
    const other = sheetOf(row('imp_race'), row('imp_quiet'));
    const answers = await Promise.all([file, other].map((one) => server.as('admin', '/sys-users/import', { file: one })));
    const ended = await Promise.all(answers.map(({ data }) => server.as('admin', '/op-batches/items', { batch_id: data.batch_id })));
    const raced = ended.flatMap(({ data }) => data.list).filter(({ label }) => label === 'imp_race');
    expect(raced.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
    const made = await server.db.selectFrom('sys_user').select('account').where('account', 'like', 'imp_%').execute();
    expect(made.map(({ account }) => account)).toEqual(expect.arrayContaining(['imp_race', 'imp_calm', 'imp_quiet']));
  });

  test('can be exported with the result of every row', async () => {
    const { data } = await server.as('admin', '/sys-users/import', { file: sheetOf(row('imp_file'), row('=1+1')) });
    const token = await server.signIn('admin');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/op-batches/export_items',
      headers: { authorization: `Bearer ${token}` },
      payload: { batch_id: data.batch_id, columns: ['seq', 'label', 'status', 'text'], locale: 'zh-cn' },
    });
    const [rows] = sheetsIn(answer.rawPayload);
    expect(rows?.slice(1).map(([, label, status]) => [label, status])).toEqual([
      ['imp_file', '成功'],
      ['=1+1', '失败'],
    ]);
  });
});

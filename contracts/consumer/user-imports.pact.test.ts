import { expect, it } from 'vitest';
import { roleExists, signedInAs } from '#contracts/states/states.ts';
import { batchStatuses } from '#contracts/vocabulary/batches.ts';
import { importTemplate, importUsers, previewImport } from '#src/services/users.service.ts';
import { createSheetFile } from '#tests/support/archives.ts';
import { describePact, file, success } from './exchange.ts';
import { eachLike, integer, oneOf, someText } from './matching.ts';
import { askRefused, askWrongly, expectQuiet } from './refused.ts';

const given = [
  signedInAs('admin'),
  roleExists({ id: 31, name: '投放组', version: 1, paths: ['/index'], actions: ['export'], is_builtin: false }),
];
const titles = ['账号*', '姓名*', '部门*', '角色*'];
const sheet = (...rows: string[][]) => ({ name: '新员工.xlsx', content: createSheetFile([titles, ...rows]).toString('base64') });
const people = sheet(...['li_1', 'li_2', 'li_3', 'li_4'].map((account) => [account, '李', '公司', '投放组']));
/** Longer than the limit of the provider under verification. */
const large = { name: 'a.xlsx', content: Buffer.alloc(4098).toString('base64') };
const tooLarge = { code: 413, reason: 'FILE_TOO_LARGE', message: '文件超过 4 KiB' };

describePact('user-imports', (ask) => {
  it('returns the template of an import', () =>
    ask(
      {
        given,
        path: '/api/sys-users/import_template',
        body: { locale: 'zh-cn' },
        reply: file({ plain: 'accounts-import_202611201600.xlsx', name: '账号导入模板_202611201600.xlsx' }),
      },
      async (heard) => {
        expect((await importTemplate({ locale: 'zh-cn' })).name).toBe('账号导入模板_202611201600.xlsx');
        expectQuiet(heard);
      },
    ));

  it('reports the errors of each row of a sheet', () => {
    const wrong = sheet(['li_1', '李', '公司', '没有的角色']);
    const error = { field: 'roles', column: 'D', rule: 'role', message: 'D列「角色」：没有角色「没有的角色」' };
    const values = { account: 'li_1', name: '李', department: '公司', roles: '没有的角色' };
    return ask(
      {
        given,
        path: '/api/sys-users/import_preview',
        body: { file: wrong },
        reply: success({
          total: 1,
          good: 0,
          bad: 1,
          rows: [{ row: 2, values, errors: [{ ...error, message: someText(error.message) }] }],
        }),
      },
      async () => {
        const answer = await previewImport({ file: wrong });
        expect(answer).toEqual({ total: 1, good: 0, bad: 1, rows: [{ row: 2, values, errors: [error] }] });
      },
    );
  });

  it('refuses to preview a file that is not a sheet', () =>
    askWrongly(ask, {
      given,
      path: '/api/sys-users/import_preview',
      body: { file: { name: 'a.xlsx', content: Buffer.from('no sheet').toString('base64') } },
      field: 'file',
      rule: 'spreadsheet',
      message: '不是有效的 xlsx 表格文件',
      call: () => previewImport({ file: { name: 'a.xlsx', content: Buffer.from('no sheet').toString('base64') } }),
    }));

  it('refuses to preview a file that is too large', () =>
    askRefused(ask, {
      given,
      path: '/api/sys-users/import_preview',
      body: { file: large },
      refused: tooLarge,
      call: () => previewImport({ file: large }),
    }));

  it('imports accounts, in several batches if needed', () =>
    ask(
      {
        given,
        path: '/api/sys-users/import',
        body: { file: people, idempotency_key: '5f0c6f6e-6f0a-4b43-8d5b-0d6c1f0b7a11' },
        reply: success({
          batch_id: integer(1001),
          siblings: eachLike(integer(1002)),
          status: oneOf('succeeded', batchStatuses),
          total: integer(3),
          done: integer(3),
          ok: integer(3),
          fail: integer(0),
          skip: integer(0),
          unknown: integer(0),
          canceled: integer(0),
        }),
      },
      async (heard) => {
        const answer = await importUsers({ file: people, idempotency_key: '5f0c6f6e-6f0a-4b43-8d5b-0d6c1f0b7a11' });
        expect(answer).toMatchObject({ batch_id: 1001, siblings: [1002], total: 3, ok: 3 });
        expectQuiet(heard);
      },
    ));

  it('refuses to import a file that is too large', () =>
    askRefused(ask, {
      given,
      path: '/api/sys-users/import',
      body: { file: large },
      refused: tooLarge,
      call: () => importUsers({ file: large }),
    }));
});

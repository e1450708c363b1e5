import { type Static, Type } from 'typebox';
import { BatchStart } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Count, Exact, exportOptions, IdempotencyKey, Nullable, OneOf, Spreadsheet } from './shapes.ts';

/** An uploaded xlsx file of at most 2 MiB. */
const UploadedSheet = Exact({
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
  content: noted(Type.String({ minLength: 1, maxLength: 4_000_000 }), {
    zh: 'xlsx 文件的 Base64；文件最大 2 MiB。',
    en: 'The xlsx file as Base64; the file has at most 2 MiB.',
  }),
});

export const importColumns = ['account', 'name', 'department', 'roles', 'is_leader', 'platform', 'timezone', 'remark'] as const;

const Cell = noted(Type.Optional(Type.String()), { zh: '表格里没有这一列时不出现。', en: 'Absent where the sheet has no such column.' });

/** One row of data of an uploaded sheet. */
export const ImportRow = Exact({
  row: noted(Type.Integer({ minimum: 2 }), {
    zh: '表格软件里的行号：从 1 开始，表头也算。',
    en: 'As the spreadsheet program counts: from 1, the titles included.',
  }),
  values: noted(
    Exact({
      account: Cell,
      name: Cell,
      department: Cell,
      roles: Cell,
      is_leader: Cell,
      platform: Cell,
      timezone: Cell,
      remark: Cell,
    }),
    { zh: '表格里的原文，按列；过长的会截断。', en: 'As they stand in the sheet, by column; long ones are cut.' },
  ),
  errors: noted(
    Type.Array(
      Exact({
        field: OneOf(importColumns),
        column: noted(Nullable(Type.String()), {
          zh: '列的字母；表格里没有这一列时为空。',
          en: 'Letters of the column; null where the sheet has none for it.',
        }),
        rule: noted(Type.String(), { zh: '违反的规则的名字。', en: 'Name of the rule that is broken.' }),
        message: noted(Type.String(), {
          zh: '用请求的语言，并指出列名。',
          en: 'In the language of the request, naming the column.',
        }),
      }),
    ),
    { zh: '没有错误的行可以导入。', en: 'None: the row can be imported.' },
  ),
});
export type ImportRow = Static<typeof ImportRow>;

export const importTemplate = endpoint({
  name: 'users.importTemplate',
  method: 'POST',
  path: '/sys-users/import_template',
  summary: { zh: '账号导入模板', en: 'Template for importing accounts' },
  access: { pages: ['/sys/accounts'] },
  effect: 'read',
  request: Exact({ locale: exportOptions.locale }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
});

export const previewImport = endpoint({
  name: 'users.importPreview',
  method: 'POST',
  path: '/sys-users/import_preview',
  summary: { zh: '预览账号导入', en: 'Preview an import of accounts' },
  access: { pages: ['/sys/accounts'] },
  effect: 'read',
  request: Exact({ file: UploadedSheet }),
  reply: noted(
    Exact({
      total: noted(Count, { zh: '数据行数，不含表头。', en: 'Rows of data, without the titles.' }),
      good: noted(Count, { zh: '可以导入的行数。', en: 'Rows that can be imported.' }),
      bad: noted(Count, { zh: '有错误的行数。', en: 'Rows with errors.' }),
      rows: noted(Type.Array(ImportRow), {
        zh: '有错误的在前，各按表格里的顺序。',
        en: 'Rows with errors first, each kind in the order of the sheet.',
      }),
    }),
    { zh: '只检查，什么都不写入。', en: 'Only looked at: nothing is written.' },
  ),
  reasons: ['FILE_TOO_LARGE'],
});

export const importUsers = endpoint({
  name: 'users.import',
  method: 'POST',
  path: '/sys-users/import',
  summary: { zh: '导入账号', en: 'Import accounts' },
  access: { pages: ['/sys/accounts'] },
  effect: 'write',
  request: Exact({ file: UploadedSheet, idempotency_key: IdempotencyKey }),
  reply: noted(BatchStart, {
    zh: '正确的行成为账号，密码无人知道；错误的行是已失败的结果。',
    en: 'Good rows become accounts without a password that anybody knows; bad rows are items that have failed already.',
  }),
  reasons: ['FILE_TOO_LARGE'],
});

import { type Static, Type } from 'typebox';
import { BatchStart } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { Exact, exportOptions, IdempotencyKey, Nullable, OneOf, Spreadsheet } from './shapes.ts';

const Count = Type.Integer({ minimum: 0 });

/** An uploaded xlsx file of at most 2 MiB. */
const UploadedSheet = Exact({
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
  /** Base64. */
  content: Type.String({ minLength: 1, maxLength: 4_000_000 }),
});

export const importColumns = ['account', 'name', 'department', 'roles', 'is_leader', 'platform', 'timezone', 'remark'] as const;

/** Absent where the sheet has no such column. */
const Cell = Type.Optional(Type.String());

/** One row of data of an uploaded sheet. */
export const ImportRow = Exact({
  /** As the spreadsheet program counts: from 1, the titles included. */
  row: Type.Integer({ minimum: 2 }),
  /** As they stand in the sheet, by column; long ones are cut. */
  values: Exact({
    account: Cell,
    name: Cell,
    department: Cell,
    roles: Cell,
    is_leader: Cell,
    platform: Cell,
    timezone: Cell,
    remark: Cell,
  }),
  /** None: the row can be imported. */
  errors: Type.Array(
    Exact({
      field: OneOf(importColumns),
      /** Letters of the column; null where the sheet has none for it. */
      column: Nullable(Type.String()),
      rule: Type.String(),
      /** In the language of the request, naming the column. */
      message: Type.String(),
    }),
  ),
});
export type ImportRow = Static<typeof ImportRow>;

export const importTemplate = endpoint({
  name: 'users.importTemplate',
  method: 'POST',
  path: '/sys-users/import_template',
  summary: { zh: '账号导入模板', en: 'Template for importing accounts' },
  request: Exact({ locale: exportOptions.locale }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
});

export const previewImport = endpoint({
  name: 'users.importPreview',
  method: 'POST',
  path: '/sys-users/import_preview',
  summary: { zh: '预览账号导入', en: 'Preview an import of accounts' },
  request: Exact({ file: UploadedSheet }),
  /** Nothing is written. Rows with errors first, each kind in the order of the sheet. */
  reply: Exact({ total: Count, good: Count, bad: Count, rows: Type.Array(ImportRow) }),
  reasons: ['FILE_TOO_LARGE'],
});

export const importUsers = endpoint({
  name: 'users.import',
  method: 'POST',
  path: '/sys-users/import',
  summary: { zh: '导入账号', en: 'Import accounts' },
  request: Exact({ file: UploadedSheet, idempotency_key: IdempotencyKey }),
  /** Good rows become accounts without a password that anybody knows; bad rows are items that have failed already. */
  reply: BatchStart,
  reasons: ['FILE_TOO_LARGE'],
});

import type { Static } from 'typebox';
import { userImportColumns } from '../vocabulary/users.ts';
import { BatchStart } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, IdempotencyKey, Spreadsheet, templateRequest } from './shapes.ts';
import { importPreviewOf, importRowOf, UploadedSheet } from './sheet-imports.ts';

/** One data row of an uploaded sheet. */
export const ImportRow = importRowOf(userImportColumns);
export type ImportRow = Static<typeof ImportRow>;

export const importTemplate = endpoint({
  name: 'users.importTemplate',
  method: 'POST',
  path: '/sys-users/import_template',
  summary: { zh: '账号导入模板', en: 'Template for importing accounts' },
  access: { pages: ['/sys/accounts'] },
  effect: 'read',
  request: templateRequest(userImportColumns),
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
  reply: importPreviewOf(ImportRow),
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

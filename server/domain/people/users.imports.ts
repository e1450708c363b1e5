import { type Kysely, sql } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as imports from '#contracts/endpoints/user-imports.ts';
import type { Database } from '#server/database/schema.ts';
import type { AnyBatchType, BatchType, NewItem } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { refuse, refuseField } from '../refusal.ts';
import { readSheet, SheetFault, type SheetRefusal, type Words } from '../spreadsheet/index.ts';
import * as rules from './import-rules.ts';
import { templateFile } from './import-template.ts';
import { faultWords, rowWords } from './import-words.ts';
import { dummyHash } from './passwords.ts';
import { requireDepartment, requireRoles, USER } from './users.changes.ts';
import * as repository from './users.repository.ts';

type Db = Kysely<Database>;
type Upload = RequestOf<typeof imports.importUsers>['file'];

const MEBIBYTE = 1024 * 1024;
/** A file as large as it may be, as text, and what stands around it; a file somewhat larger is refused in words. */
const BODY_MAX = 3 * MEBIBYTE;
const ROWS_MAX = 2_000;
const COLUMNS_MAX = 20;
/** Of a cell, in the preview. */
const SHOWN_MAX = 200;

const refusedAs: Readonly<Record<SheetRefusal, string>> = {
  notSpreadsheet: 'spreadsheet',
  tooLarge: 'sheetContent',
  tooManyRows: 'sheetRows',
};

/** The rows of an uploaded file, below its titles. Refuses at `file`. */
const sizeText = (bytes: number): string => {
  const [unit, size] = bytes % MEBIBYTE === 0 ? ['MiB', bytes / MEBIBYTE] : ['KiB', Math.floor(bytes / 1024)];
  return `${size} ${unit}`;
};

async function rowsOf({ limits }: Pick<CallContext, 'limits'>, { name, content }: Upload): Promise<rules.TitledRows> {
  const bytes = Buffer.from(content, 'base64');
  const max = limits.importMaxBytes;
  if (bytes.length > max) throw refuse('FILE_TOO_LARGE', { max: sizeText(max), size: bytes.length });
  if (!/\.xlsx$/i.test(name.trim()) || bytes.toString('base64') !== content) throw refuseField('file', 'spreadsheet');
  const rows = await readSheet(new Uint8Array(bytes), { rowsMax: ROWS_MAX + 1, columnsMax: COLUMNS_MAX }).catch((error: unknown) => {
    if (error instanceof SheetFault) throw refuseField('file', refusedAs[error.refusal], { limit: ROWS_MAX });
    throw error;
  });
  return rules.titledRows(rows);
}

/** Living departments by their paths, in the order of the tree. */
async function departmentPaths(db: Db): Promise<{ id: number; path: string }[]> {
  const found = await sql<{ id: number; path: string }>`
    select d.id, (
      select string_agg(a.name, '/' order by a.depth) from sys_department a where d.path like a.path || '%' and a.deleted_at is null
    ) as path
    from sys_department d where d.deleted_at is null order by 2`.execute(db);
  return found.rows;
}

const livingRoles = (db: Db) => db.selectFrom('sys_role').select(['id', 'name']).where('deleted_at', 'is', null).orderBy('id').execute();

async function knownTo(db: Db, sheet: rules.TitledRows): Promise<rules.Known> {
  const departments = new Map<string, number | null>();
  for (const { id, path } of await departmentPaths(db)) {
    const key = rules.pathKey(path);
    departments.set(key, departments.has(key) ? null : id);
  }
  const accounts = rules.accountsIn(sheet).map((account) => account.toLowerCase());
  const taken = await sql<{ account: string }>`
    select lower(account) as account from sys_user where lower(account) = any(${accounts.filter((one) => !one.includes('\0'))}::text[])`.execute(
    db,
  );
  return {
    departments,
    roles: new Map((await livingRoles(db)).map(({ id, name }) => [name, id])),
    taken: new Set(taken.rows.map(({ account }) => account)),
  };
}

interface Understanding {
  rows: rules.UnderstoodRow[];
  wordsOf: (row: rules.UnderstoodRow) => Words[];
  sheet: rules.TitledRows;
}

async function understand(context: Pick<CallContext, 'db' | 'limits'>, file: Upload): Promise<Understanding> {
  const sheet = await rowsOf(context, file);
  const rows = rules.understood(sheet, await knownTo(context.db, sheet));
  return { rows, sheet, wordsOf: ({ faults }) => faults.map((fault) => faultWords(fault, rules.lettersOf(sheet.places, fault.field))) };
}

async function preview(context: CallContext, { file }: RequestOf<typeof imports.previewImport>) {
  const { rows, sheet, wordsOf } = await understand(context, file);
  const { language } = context;
  const shown = rows.map((row): imports.ImportRow => {
    const words = wordsOf(row);
    return {
      row: row.row,
      values: Object.fromEntries(Object.entries(row.values).map(([column, text]) => [column, rules.shownText(text, SHOWN_MAX)])),
      errors: row.faults.map(({ field, rule }, index) => ({
        field,
        column: rules.lettersOf(sheet.places, field),
        rule,
        message: words[index]?.[language] ?? rule,
      })),
    };
  });
  const bad = shown.filter(({ errors }) => errors.length > 0);
  const good = shown.filter(({ errors }) => errors.length === 0);
  return { total: shown.length, good: good.length, bad: bad.length, rows: [...bad, ...good] };
}

async function importAll(context: CallContext, { file, idempotency_key }: RequestOf<typeof imports.importUsers>) {
  const { rows, wordsOf } = await understand(context, file);
  const name = rules.shownText(file.name.trim(), 100);
  const good = rows.filter(({ account }) => account !== undefined).length;
  return await context.batches.start(context, {
    type: importBatch.type,
    action: imports.importUsers.path,
    origin: '/sys/accounts',
    summary: { zh: `导入账号：${name}，${good} 行可导入`, en: `Import accounts: ${name}, ${good} good rows` },
    params: { file: name },
    items: rows.map((row): NewItem => {
      const label = rules.shownText(row.values.account ?? '', SHOWN_MAX) || `#${row.row}`;
      const words = rowWords(row.row, wordsOf(row));
      return row.account === undefined
        ? { targetId: null, label, params: { row: row.row }, fault: { reason: 'VALIDATION', text: words, retryable: false } }
        : { targetId: null, label, params: { row: row.row, ...row.account } };
    }),
    idempotencyKey: idempotency_key,
  });
}

/** One account of a sheet. Nobody knows its password: it is made up, hashed and forgotten. */
const importBatch: BatchType<{ file: string }, rules.ImportedAccount & { row: number }> = {
  type: 'user_import',
  label: { zh: '导入账号', en: 'Import accounts' },
  targetType: USER,
  access: imports.importUsers.access,
  effect: 'database',
  retryable: true,
  async run(context, { itemParams: { row: _row, role_ids, ...given } }) {
    const { db, now } = context;
    await requireDepartment(context, given.department_id);
    await requireRoles(context, role_ids);
    if (await repository.isAccountTaken(db, given.account)) throw refuse('ACCOUNT_TAKEN', { field: 'account' });
    const user = { ...given, is_admin: 0 as const, status: 'enabled' as const };
    const id = await repository.insertUser(db, { ...user, pwd_hash: await dummyHash(), now }).catch((error: unknown) => {
      if (isUniqueViolation(error)) throw refuse('ACCOUNT_TAKEN', { field: 'account' });
      throw error;
    });
    await repository.replaceRoles(db, id, role_ids);
    const after = { ...user, role_ids };
    context.audit({ targetType: USER, targetId: id, targetLabel: user.account, summary: user.name, after });
    return { outcome: 'succeeded', targetId: id, after };
  },
};

export const userImportTypes: readonly AnyBatchType[] = [importBatch];

export const userImportCalls = [
  defineCall({
    endpoint: imports.importTemplate,
    audit: 'read',
    handle: async ({ db, now, caller }, { locale }) =>
      await templateFile(locale, {
        departments: (await departmentPaths(db)).map(({ path }) => path),
        roles: (await livingRoles(db)).map(({ name }) => name),
        rowsMax: ROWS_MAX,
        now,
        timezone: caller.timezone,
      }),
  }),
  defineCall({ endpoint: imports.previewImport, audit: 'read', bodyMax: BODY_MAX, handle: preview }),
  defineCall({
    endpoint: imports.importUsers,
    audit: 'write',
    subject: USER,
    bodyMax: BODY_MAX,
    handle: importAll,
    complete: ({ db, batches }, answer) => batches.answer(db, answer),
  }),
];

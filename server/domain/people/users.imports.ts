import { type Kysely, sql } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as imports from '#contracts/endpoints/user-imports.ts';
import type { Database } from '#server/database/schema.ts';
import type { AnyBatchType, BatchType } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { refuse } from '../refusal.ts';
import {
  createImportTemplate,
  MAX_SHEET_BODY_BYTES,
  readUploadedRows,
  type TitledRows,
  toDisplayText,
  toImportItems,
  toPreview,
} from '../spreadsheet/index.ts';
import * as rules from './import-rules.ts';
import { accountForm, accountTemplate, type ImportColumn } from './import-words.ts';
import { dummyHash } from './passwords.ts';
import { requireDepartment, requireRoles, USER } from './users.changes.ts';
import * as repository from './users.repository.ts';

type Db = Kysely<Database>;
type Upload = RequestOf<typeof imports.importUsers>['file'];

/** Departments that are not deleted, with their full paths in tree order. */
async function loadDepartmentPaths(db: Db): Promise<{ id: number; path: string }[]> {
  const found = await sql<{ id: number; path: string }>`
    select d.id, (
      select string_agg(a.name, '/' order by a.depth) from sys_department a where d.path like a.path || '%' and a.deleted_at is null
    ) as path
    from sys_department d where d.deleted_at is null order by 2`.execute(db);
  return found.rows;
}

const loadRoles = (db: Db) => db.selectFrom('sys_role').select(['id', 'name']).where('deleted_at', 'is', null).orderBy('id').execute();

async function loadLookups(db: Db, sheet: TitledRows<ImportColumn>): Promise<rules.ImportLookups> {
  const departments = new Map<string, number | null>();
  for (const { id, path } of await loadDepartmentPaths(db)) {
    const key = rules.pathKey(path);
    departments.set(key, departments.has(key) ? null : id);
  }
  const accounts = rules.readAccounts(sheet).map((account) => account.toLowerCase());
  const taken = await sql<{ account: string }>`
    select lower(account) as account from sys_user where lower(account) = any(${accounts.filter((one) => !one.includes('\0'))}::text[])`.execute(
    db,
  );
  return {
    departments,
    roles: new Map((await loadRoles(db)).map(({ id, name }) => [name, id])),
    taken: new Set(taken.rows.map(({ account }) => account)),
  };
}

async function parseUpload({ db, limits, caller }: Pick<CallContext, 'db' | 'limits' | 'caller'>, file: Upload) {
  const sheet = await readUploadedRows(accountForm, file, limits.importMaxBytes, caller.userId);
  return { sheet, rows: rules.parseRows(sheet, await loadLookups(db, sheet)) };
}

async function preview(context: CallContext, { file }: RequestOf<typeof imports.previewImport>) {
  const { rows, sheet } = await parseUpload(context, file);
  return toPreview(accountForm, sheet, rows, context.language);
}

async function importAll(context: CallContext, { file, idempotency_key }: RequestOf<typeof imports.importUsers>) {
  const { rows, sheet } = await parseUpload(context, file);
  const name = toDisplayText(file.name.trim(), 100);
  const good = rows.filter(({ value }) => value !== undefined).length;
  return await context.batches.start(context, {
    type: importBatch.type,
    action: imports.importUsers.path,
    origin: '/sys/accounts',
    summary: { zh: `导入账号：${name}，${good} 行可导入`, en: `Import accounts: ${name}, ${good} valid rows` },
    params: { file: name },
    items: toImportItems(accountForm, sheet, rows, 'account'),
    idempotencyKey: idempotency_key,
  });
}

/** Creates one account of a sheet. Its password is unknown: the stored hash belongs to a random password that was never shown. */
const importBatch: BatchType<{ file: string }, rules.ImportedAccount & { row: number }> = {
  type: 'user_import',
  targetType: USER,
  access: imports.importUsers.access,
  effect: 'database',
  retryable: true,
  async run(context, { itemParams: { row: _row, role_ids, ...account } }) {
    const { db, now } = context;
    await requireDepartment(context, account.department_id);
    await requireRoles(context, role_ids);
    if (await repository.isAccountTaken(db, account.account)) throw refuse('ACCOUNT_TAKEN', { field: 'account' });
    const user = { ...account, is_admin: 0 as const, status: 'enabled' as const };
    const id = await repository
      .insertUser(db, { ...user, pwd_hash: await dummyHash(), password_state: 'none', now })
      .catch((error: unknown) => {
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
      await createImportTemplate(
        accountForm,
        accountTemplate(
          (await loadDepartmentPaths(db)).map(({ path }) => path),
          (await loadRoles(db)).map((role) => role.name),
        ),
        { locale, now, timezone: caller.timezone },
      ),
  }),
  defineCall({ endpoint: imports.previewImport, audit: 'read', bodyMax: MAX_SHEET_BODY_BYTES, handle: preview }),
  defineCall({
    endpoint: imports.importUsers,
    audit: 'write',
    subject: USER,
    bodyMax: MAX_SHEET_BODY_BYTES,
    handle: importAll,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];

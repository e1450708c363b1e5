import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { FilterInWords, Words } from '../spreadsheet/index.ts';
import type { OpLogFilter } from './oplogs.query.ts';
import type { UserFilter } from './users.repository.ts';

export const YES: Words = { zh: '是', en: 'Yes' };
export const NO: Words = { zh: '否', en: 'No' };
export const platforms = { dj: { zh: '短剧', en: 'Short drama' }, ec: { zh: '电商', en: 'E-commerce' } } as const;
export const statuses = { enabled: { zh: '启用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } } as const;
export const results = { ok: { zh: '成功', en: 'Done' }, fail: { zh: '失败', en: 'Refused' } } as const;

const KEYWORD: Words = { zh: '关键词', en: 'Keyword' };

/** A filter that is not set is no line. */
const line = (zh: string, en: string, value: Words | string | undefined): FilterInWords[] =>
  value === undefined || value === '' ? [] : [{ name: { zh, en }, value }];

const flag = (value: 0 | 1 | undefined): Words | undefined => (value === undefined ? undefined : value === 1 ? YES : NO);

/** The name of a row; its number where it has none any more. */
async function nameOf(db: Kysely<Database>, table: 'sys_department' | 'sys_role', id: number | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const found = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(db);
  return found.rows[0]?.name ?? `#${id}`;
}

export async function ofUsers(db: Kysely<Database>, filter: UserFilter): Promise<FilterInWords[]> {
  const department = await nameOf(db, 'sys_department', filter.department_id);
  const role = await nameOf(db, 'sys_role', filter.role_id);
  return [
    ...line(KEYWORD.zh, KEYWORD.en, filter.keyword?.trim()),
    ...line('部门及下级', 'Department and below', department),
    ...line('角色', 'Role', role),
    ...line('状态', 'Status', filter.status && statuses[filter.status]),
    ...line('管理员', 'Administrator', flag(filter.is_admin)),
    ...line('组长', 'Leader', flag(filter.is_leader)),
    ...line('业务线', 'Business line', filter.platform && platforms[filter.platform]),
  ];
}

export const ofRoles = ({ keyword }: { keyword?: string | undefined }): FilterInWords[] => line(KEYWORD.zh, KEYWORD.en, keyword?.trim());

export const ofOpLogs = (filter: OpLogFilter): FilterInWords[] => [
  ...line('起始日期', 'First day', filter.date_from),
  ...line('结束日期', 'Last day', filter.date_to),
  ...line('账号', 'Account', filter.account?.trim()),
  ...line('动作', 'Action', filter.action?.trim()),
  ...line('对象', 'Target', filter.target?.trim()),
  ...line('结果', 'Result', filter.result && results[filter.result]),
  ...line('日志编号', 'Log entry', filter.id === undefined ? undefined : String(filter.id)),
];

import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { days, type FilterInWords, flag, keyword, line, nameOf } from '../spreadsheet/index.ts';
import type { OpLogFilter } from './oplogs.query.ts';
import type { UserFilter } from './users.repository.ts';

export const platforms = { dj: { zh: '短剧', en: 'Short drama' }, ec: { zh: '电商', en: 'E-commerce' } } as const;
export const statuses = { enabled: { zh: '启用', en: 'Enabled' }, disabled: { zh: '停用', en: 'Disabled' } } as const;
export const passwordStates = {
  none: { zh: '未设密码', en: 'No password yet' },
  given: { zh: '初始密码', en: 'Initial password' },
  own: { zh: '本人设定', en: 'Set by the person' },
} as const;
export const results = { ok: { zh: '成功', en: 'Done' }, fail: { zh: '失败', en: 'Refused' } } as const;

const bit = (value: 0 | 1 | undefined) => flag(value === undefined ? undefined : value === 1);

export async function ofUsers(db: Kysely<Database>, filter: UserFilter): Promise<FilterInWords[]> {
  const department = await nameOf(db, 'sys_department', filter.department_id);
  const role = await nameOf(db, 'sys_role', filter.role_id);
  return [
    ...keyword(filter.keyword),
    ...line('部门及下级', 'Department and below', department),
    ...line('角色', 'Role', role),
    ...line('状态', 'Status', filter.status && statuses[filter.status]),
    ...line('管理员', 'Administrator', bit(filter.is_admin)),
    ...line('组长', 'Leader', bit(filter.is_leader)),
    ...line('业务线', 'Business line', filter.platform && platforms[filter.platform]),
    ...line('密码', 'Password', filter.password_state && passwordStates[filter.password_state]),
  ];
}

export const ofRoles = (filter: { keyword?: string | undefined }): FilterInWords[] => keyword(filter.keyword);

export const ofOpLogs = (filter: OpLogFilter): FilterInWords[] => [
  ...days(filter),
  ...line('账号', 'Account', filter.account?.trim()),
  ...line('动作', 'Action', filter.action?.trim()),
  ...line('对象', 'Target', filter.target?.trim()),
  ...line('结果', 'Result', filter.result && results[filter.result]),
  ...line('日志编号', 'Log entry', filter.id === undefined ? undefined : String(filter.id)),
];

import { exportOpLogs, type OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { exportRoles, type RoleRow } from '#contracts/endpoints/roles.ts';
import { exportUsers, type UserRow } from '#contracts/endpoints/users.ts';
import { summaryInWords } from '#contracts/rules/change-words.ts';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { operationColumnWords, operationFilters, operationResultWords, wordsOfTarget } from '#contracts/vocabulary/operations.ts';
import { roleActionWords, roleExportWords, roleFilters, roleKindWords } from '#contracts/vocabulary/roles.ts';
import { userColumnWords, userFilters, userStatusWords } from '#contracts/vocabulary/users.ts';
import { defineCall } from '../call.ts';
import {
  COUNT,
  describeById,
  describeFilters,
  exportFile,
  findRowName,
  instant,
  names,
  pick,
  withHeadings,
  yes,
} from '../spreadsheet/index.ts';
import { countOpLogs, selectOpLogs, toOpLogRow } from './oplogs.query.ts';
import { requireDateOrder } from './oplogs.routes.ts';
import { countRoles, selectRoles, toRoleRow } from './roles.repository.ts';
import { scopeOf } from './scope.ts';
import { countUsers, selectUsers, toUserRow } from './users.repository.ts';

const userColumns = withHeadings<UserRow, keyof typeof userColumnWords>(userColumnWords, {
  account: { width: 18, cell: (row) => row.account },
  name: { width: 16, cell: (row) => row.name },
  department: { width: 18, cell: (row) => row.department?.label ?? null },
  roles: { width: 24, cell: (row) => names(row.roles) },
  is_admin: { width: 10, cell: (row, locale) => yes(row.is_admin === 1, locale) },
  is_leader: { width: 10, cell: (row, locale) => yes(row.is_leader === 1, locale) },
  platform: { width: 12, cell: (row, locale) => pick(bizWords[row.platform], locale) },
  status: { width: 10, cell: (row, locale) => pick(userStatusWords[row.status], locale) },
  login_at: { width: 18, cell: (row) => instant(row.login_at) },
  running: { width: 12, format: COUNT, cell: (row) => row.running },
  timezone: { width: 20, cell: (row) => row.timezone },
  remark: { width: 30, cell: (row) => row.remark },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

const roleColumns = withHeadings<RoleRow, keyof typeof roleExportWords>(roleExportWords, {
  name: { width: 18, cell: (row) => row.name },
  remark: { width: 30, cell: (row) => row.remark },
  paths: { width: 50, cell: (row) => row.paths.join(', ') },
  pages: { width: 10, format: COUNT, cell: (row) => row.paths.length },
  actions: { width: 40, cell: (row, locale) => row.actions.map((action) => pick(roleActionWords[action], locale)).join(', ') },
  users: { width: 10, format: COUNT, cell: (row) => row.users },
  is_builtin: { width: 10, cell: (row, locale) => pick(roleKindWords[row.is_builtin ? 'builtin' : 'own'], locale) },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

const oplogColumns = withHeadings<OpLogRow, keyof typeof operationColumnWords>(operationColumnWords, {
  at: { width: 18, cell: (row) => instant(row.at) },
  account: { width: 18, cell: (row) => row.account },
  action: { width: 22, cell: (row, locale) => pick(row.action_label, locale) },
  target: { width: 24, cell: (row) => row.target?.label ?? null },
  target_type: { width: 14, cell: (row, locale) => (row.target_type === null ? null : pick(wordsOfTarget(row.target_type), locale)) },
  summary: { width: 40, cell: (row, locale) => summaryInWords(row.summary, locale === 'en' ? 'en' : 'zh') },
  ip: { width: 18, cell: (row) => row.ip },
  result: {
    width: 10,
    cell: (row, locale) => pick(operationResultWords[row.ok ? 'ok' : 'fail'], locale),
  },
  code: { width: 10, cell: (row) => row.code },
  ms: { width: 12, format: COUNT, cell: (row) => row.ms },
});

export const exportCalls = [
  defineCall({
    endpoint: exportUsers,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '账号管理', en: 'Accounts' },
        slug: 'accounts',
        columns: userColumns,
        count: (db) => countUsers(db, request),
        rows: selectUsers(request),
        shape: (found) => toUserRow(found, context.caller),
        filters: (db) =>
          describeFilters(userFilters, request, {
            department_id: (id) => findRowName(db, 'sys_department', id),
            role_id: (id) => findRowName(db, 'sys_role', id),
          }),
      }),
  }),
  defineCall({
    endpoint: exportRoles,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '角色管理', en: 'Roles' },
        slug: 'roles',
        columns: roleColumns,
        count: (db) => countRoles(db, request.keyword),
        rows: selectRoles(request),
        shape: toRoleRow,
        filters: () => describeFilters(roleFilters, request, {}),
      }),
  }),
  defineCall({
    endpoint: exportOpLogs,
    audit: 'read',
    async handle(context, request) {
      requireDateOrder(request);
      const { caller } = context;
      const scope = scopeOf(caller);
      const { date_from, date_to } = request;
      return await exportFile(context, request, {
        page: { zh: '操作日志', en: 'Operation log' },
        slug: 'operation-log',
        days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
        columns: oplogColumns,
        // Counts all rows, because the refusal of a too large export tells how many there are.
        count: (db) => countOpLogs(db, request, scope, caller.timezone, Number.MAX_SAFE_INTEGER),
        rows: selectOpLogs(request, scope, caller.timezone),
        shape: toOpLogRow,
        filters: () => describeFilters(operationFilters, request, { id: describeById }),
      });
    },
  }),
];

import { exportOpLogs, type OpLogRow, type opLogExportColumns } from '#contracts/endpoints/oplogs.ts';
import { exportRoles, type RoleRow, type roleExportColumns } from '#contracts/endpoints/roles.ts';
import { exportUsers, type UserRow, type userExportColumns } from '#contracts/endpoints/users.ts';
import { defineCall } from '../call.ts';
import { COUNT, type ExportColumn, exportFile, instant, names, pick, yes } from '../spreadsheet/index.ts';
import * as words from './filter-words.ts';
import { asRow, countOpLogs, selectOpLogs } from './oplogs.query.ts';
import { requireDates } from './oplogs.routes.ts';
import { countRoles, roleAsRow, selectRoles } from './roles.repository.ts';
import { scopeOf } from './scope.ts';
import { countUsers, selectUsers, userAsRow } from './users.repository.ts';

const userColumns: Record<(typeof userExportColumns)[number], ExportColumn<UserRow>> = {
  account: { zh: '账号', en: 'Account', width: 18, cell: (row) => row.account },
  name: { zh: '姓名', en: 'Name', width: 16, cell: (row) => row.name },
  department: { zh: '部门', en: 'Department', width: 18, cell: (row) => row.department?.label ?? null },
  roles: { zh: '角色', en: 'Roles', width: 24, cell: (row) => names(row.roles) },
  is_admin: { zh: '管理员', en: 'Administrator', width: 10, cell: (row, locale) => yes(row.is_admin === 1, locale) },
  is_leader: { zh: '组长', en: 'Leader', width: 10, cell: (row, locale) => yes(row.is_leader === 1, locale) },
  platform: {
    zh: '业务线',
    en: 'Business line',
    width: 12,
    cell: (row, locale) => pick(words.platforms[row.platform], locale),
  },
  status: {
    zh: '状态',
    en: 'Status',
    width: 10,
    cell: (row, locale) => pick(words.statuses[row.status], locale),
  },
  login_at: { zh: '最近登录', en: 'Last sign-in', width: 18, cell: (row) => instant(row.login_at) },
  timezone: { zh: '时区', en: 'Time zone', width: 20, cell: (row) => row.timezone },
  remark: { zh: '备注', en: 'Remark', width: 30, cell: (row) => row.remark },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { zh: '更新时间', en: 'Updated at', width: 18, cell: (row) => instant(row.updated_at) },
};

const roleColumns: Record<(typeof roleExportColumns)[number], ExportColumn<RoleRow>> = {
  name: { zh: '角色', en: 'Role', width: 18, cell: (row) => row.name },
  remark: { zh: '备注', en: 'Remark', width: 30, cell: (row) => row.remark },
  paths: { zh: '页面', en: 'Pages', width: 50, cell: (row) => row.paths.join(', ') },
  pages: { zh: '页面数', en: 'Page count', width: 10, format: COUNT, cell: (row) => row.paths.length },
  actions: { zh: '操作', en: 'Actions', width: 40, cell: (row) => row.actions.join(', ') },
  users: { zh: '人数', en: 'People', width: 10, format: COUNT, cell: (row) => row.users },
  is_builtin: { zh: '内置', en: 'Built-in', width: 10, cell: (row, locale) => yes(row.is_builtin, locale) },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { zh: '更新时间', en: 'Updated at', width: 18, cell: (row) => instant(row.updated_at) },
};

const oplogColumns: Record<(typeof opLogExportColumns)[number], ExportColumn<OpLogRow>> = {
  at: { zh: '时间', en: 'Time', width: 18, cell: (row) => instant(row.at) },
  account: { zh: '账号', en: 'Account', width: 18, cell: (row) => row.account },
  action: { zh: '动作', en: 'Action', width: 22, cell: (row, locale) => pick(row.action_label, locale) },
  target: { zh: '对象', en: 'Target', width: 24, cell: (row) => row.target?.label ?? null },
  target_type: { zh: '对象类型', en: 'Target type', width: 14, cell: (row) => row.target_type },
  summary: { zh: '摘要', en: 'Summary', width: 40, cell: (row) => row.summary },
  ip: { zh: 'IP', en: 'IP', width: 18, cell: (row) => row.ip },
  result: {
    zh: '结果',
    en: 'Result',
    width: 10,
    cell: (row, locale) => pick(row.ok ? words.results.ok : words.results.fail, locale),
  },
  code: { zh: '代码', en: 'Code', width: 10, cell: (row) => row.code },
  ms: { zh: '耗时(毫秒)', en: 'Duration (ms)', width: 12, format: COUNT, cell: (row) => row.ms },
};

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
        shape: (found) => userAsRow(found, context.caller),
        filters: (db) => words.ofUsers(db, request),
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
        shape: roleAsRow,
        filters: async () => words.ofRoles(request),
      }),
  }),
  defineCall({
    endpoint: exportOpLogs,
    audit: 'read',
    async handle(context, request) {
      requireDates(request);
      const { caller } = context;
      const scope = scopeOf(caller);
      const { date_from, date_to } = request;
      return await exportFile(context, request, {
        page: { zh: '操作日志', en: 'Operation log' },
        slug: 'operation-log',
        days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
        columns: oplogColumns,
        // Counted in full: a refusal tells how many there are.
        count: (db) => countOpLogs(db, request, scope, caller.timezone, Number.MAX_SAFE_INTEGER),
        rows: selectOpLogs(request, scope, caller.timezone),
        shape: asRow,
        filters: async () => words.ofOpLogs(request),
      });
    },
  }),
];

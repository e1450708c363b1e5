import { type Static, Type } from 'typebox';
import { ACCOUNT_PATTERN, NAME_MAX, REMARK_MAX } from '../rules/people-limits.ts';
import {
  leaderNote,
  ordinaryLevelNote,
  roleModes,
  userExportColumns,
  userFilters,
  userSortable,
  userStatuses,
} from '../vocabulary/users.ts';
import { BatchStart, BatchStartWith, bulkOptions, bulkOptionsWithReason, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { byName, lastAddedFirst } from './row-order.ts';
import { Platform } from './session.ts';
import {
  Count,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Ids,
  Instant,
  Keyword,
  ListAnswer,
  ListRequest,
  Nothing,
  Nullable,
  OneOf,
  PasswordDigest,
  PasswordState,
  Ref,
  Spreadsheet,
  Version,
} from './shapes.ts';

export const UserStatus = OneOf(userStatuses);
const Flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
export const OrdinaryLevel = noted(Flag, ordinaryLevelNote);
const LeaderFlag = noted(Flag, leaderNote);

export const AccountName = noted(Type.String({ pattern: ACCOUNT_PATTERN.source }), {
  zh: '登录名；在所有账号中唯一，包括已删除的，不区分大小写。',
  en: 'What the person signs in with; unique over all accounts, deleted ones too, whatever the case.',
});
const PersonName = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: '\\S' });
const Remark = Nullable(Type.String({ maxLength: REMARK_MAX }));
const timezoneNote = { zh: 'IANA 时区名，只用于显示时刻。', en: 'IANA name; only for showing instants.' };
const Timezone = noted(Type.String({ minLength: 1, maxLength: 64 }), timezoneNote);
const RoleIds = noted(Type.Array(Id, { maxItems: 100, uniqueItems: true }), {
  zh: '全部角色的编号；普通员工至少要有一个。',
  en: 'Ids of all roles the account is to have; staff need at least one.',
});

/** The actions that the reader may take on a row; buttons follow it. */
export const UserPermit = OneOf(['edit', 'set_roles', 'reset_passwd', 'set_status', 'delete'] as const);

export const UserRow = Exact({
  id: Id,
  version: Version,
  account: Type.String(),
  name: Type.String(),
  remark: Nullable(Type.String()),
  is_admin: OrdinaryLevel,
  is_leader: LeaderFlag,
  platform: Platform,
  status: UserStatus,
  department: Nullable(Ref),
  roles: Type.Array(Ref),
  login_at: noted(Nullable(Instant), { zh: '最近一次登录；从未登录则为空。', en: 'Last login; null before the first.' }),
  running: noted(Count, { zh: '名下投放中的广告系列。', en: 'Campaigns of theirs that deliver.' }),
  timezone: noted(Type.String(), timezoneNote),
  password_state: PasswordState,
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(UserPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type UserRow = Static<typeof UserRow>;

const filters = filterSchemas(userFilters);
const UserListRequest = ListRequest(userSortable, filters);

export const listUsers = endpoint({
  name: 'users.list',
  method: 'POST',
  path: '/sys-users/list',
  summary: { zh: '账号列表', en: 'List of accounts' },
  access: { pages: ['/sys/accounts', '/sys/department', '/sys/role'] },
  effect: 'read',
  request: UserListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(UserRow),
});

export const exportUsers = endpoint({
  name: 'users.export',
  method: 'POST',
  path: '/sys-users/export',
  summary: { zh: '导出账号', en: 'Export accounts' },
  access: { pages: ['/sys/accounts'] },
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(UserListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(userExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const createUser = endpoint({
  name: 'users.create',
  method: 'POST',
  path: '/sys-users/create_account',
  summary: { zh: '新建账号', en: 'Create an account' },
  access: { pages: ['/sys/accounts'] },
  effect: 'write',
  request: Exact({
    account: AccountName,
    name: PersonName,
    department_id: Id,
    role_ids: RoleIds,
    is_admin: OrdinaryLevel,
    is_leader: LeaderFlag,
    platform: Platform,
    timezone: Timezone,
    remark: Type.Optional(Remark),
    pwd: noted(Type.Optional(PasswordDigest), {
      zh: '密码的 MD5。不带时由服务端生成密码，并只在应答里给出这一次。',
      en: 'MD5 of the password. Absent: the server makes a password and answers with it, once.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({
    id: Id,
    new_passwd: noted(Type.Optional(Type.String()), {
      zh: '服务端生成的密码原文；只在请求里没有 pwd 时出现。不保存，也不写日志。',
      en: 'The password the server made, in plain text; only where the request had no pwd. It is never stored or logged.',
    }),
  }),
  reasons: ['ACCOUNT_TAKEN'],
});

export const editUser = endpoint({
  name: 'users.edit',
  method: 'POST',
  path: '/sys-users/edit_account',
  summary: { zh: '编辑账号', en: 'Edit an account' },
  access: { pages: ['/sys/accounts'] },
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    name: Type.Optional(PersonName),
    department_id: Type.Optional(Id),
    role_ids: Type.Optional(RoleIds),
    is_admin: Type.Optional(OrdinaryLevel),
    is_leader: Type.Optional(LeaderFlag),
    platform: Type.Optional(Platform),
    status: Type.Optional(UserStatus),
    timezone: Type.Optional(Timezone),
    remark: Type.Optional(Remark),
    idempotency_key: IdempotencyKey,
  }),
  reply: UserRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'SELF_FORBIDDEN', 'LAST_ADMIN', 'ENTITY_BUSY'],
});

const Successor = noted(Type.Optional(Id), {
  zh: '接手名下对象的人：启用中，且不是被删除的人；名下没有对象时可不带。',
  en: 'Who takes over what is owned: enabled, and not one of those who are deleted. Not needed where nothing is owned.',
});

export const deleteUser = endpoint({
  name: 'users.delete',
  method: 'POST',
  path: '/sys-users/delete_user',
  summary: { zh: '删除账号', en: 'Delete an account' },
  access: { pages: ['/sys/accounts'] },
  effect: 'write',
  request: Exact({ id: Id, handover_user_id: Successor, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'SELF_FORBIDDEN', 'LAST_ADMIN', 'HANDOVER_REQUIRED', 'ENTITY_BUSY'],
});

export const resetPassword = endpoint({
  name: 'users.resetPassword',
  method: 'POST',
  path: '/sys-users/reset_passwd',
  summary: { zh: '重置密码', en: 'Reset a password' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({
    currentUserId: noted(Id, {
      zh: '要重置谁的密码；除本人外只有普通管理员可以重置别人的。',
      en: 'Whose password it is; only ordinary admins may reset that of somebody else.',
    }),
  }),
  reply: Exact({
    new_passwd: noted(Type.String({ minLength: 8 }), {
      zh: '新密码原文，只给出这一次。不保存，也不写日志。除调用所用的这一次，该账号的登录全部结束。',
      en: 'The new password in plain text, shown once; it is never stored or logged. All sessions of the account end but the one that asks.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});

export const resetPasswords = endpoint({
  name: 'users.resetPasswords',
  method: 'POST',
  path: '/sys-users/batch_reset_passwd',
  summary: { zh: '批量重置密码', en: 'Reset passwords of several accounts' },
  access: { pages: ['/sys/accounts'] },
  effect: 'write',
  request: Exact(selection(filters)),
  reply: Exact({
    list: noted(
      Type.Array(
        Exact({
          id: noted(Id, { zh: '账号的编号。', en: 'Of the account.' }),
          account: Type.String(),
          name: Type.String(),
          new_passwd: noted(Type.Optional(Type.String({ minLength: 8 })), {
            zh: '新密码原文，只给出这一次；没有重置的账号没有。',
            en: 'The new password in plain text, shown once; absent where the account was not reset.',
          }),
          reason: Type.Optional(Type.String()),
          message: noted(Type.Optional(Type.String()), {
            zh: '没有重置的原因，用请求的语言。',
            en: 'Why it was not reset, in the language of the request.',
          }),
        }),
      ),
      { zh: '按选择的顺序，每个账号一条。', en: 'One for each account, in the order of the selection.' },
    ),
    sheet: noted(
      Type.Optional(
        Exact({
          name: noted(Type.String(), { zh: '文件名。', en: 'Name of the file.' }),
          content: noted(Type.String(), { zh: 'xlsx 文件的 Base64。', en: 'The xlsx file as Base64.' }),
        }),
      ),
      {
        zh: '新密码的表格，只给出这一次；不保存。没有账号被重置时没有。',
        en: 'The new passwords as a sheet, given once and never stored; absent where no account was reset.',
      },
    ),
  }),
  reasons: ['SELECTION_CHANGED'],
});

export const SimpleUser = Exact({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  department_id: Nullable(Id),
  department_name: Nullable(Type.String()),
  status: UserStatus,
});
export type SimpleUser = Static<typeof SimpleUser>;

export const simpleUsers = endpoint({
  name: 'users.simpleList',
  method: 'POST',
  path: '/sys-users/simple_list',
  summary: { zh: '可选人员', en: 'People to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: Exact({
    keyword: Keyword,
    department_id: Type.Optional(Id),
    direct: noted(Type.Optional(Type.Boolean()), {
      zh: '只要该部门自己的人，不含下级部门。',
      en: 'Of the department only its own people, not those of departments below.',
    }),
    role_id: Type.Optional(Id),
    include_disabled: noted(Type.Optional(Type.Boolean()), { zh: '也要已停用的账号。', en: 'Disabled accounts as well.' }),
  }),
  order: byName('name'),
  reply: Exact({ list: Type.Array(SimpleUser) }),
});

/** The request of the list, which defines "all matching rows". */
const { ids: _ids, ...matching } = selection(filters);

export const saveUserRoles = endpoint({
  name: 'users.saveRoles',
  method: 'POST',
  path: '/sys-users/batch_save_user_role',
  summary: { zh: '批量设置角色', en: 'Set roles of several accounts' },
  access: { pages: ['/sys/accounts', '/sys/role'] },
  effect: 'write',
  request: Exact({
    user_ids: Type.Optional(Ids),
    ...matching,
    role_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
    mode: noted(OneOf(roleModes), {
      zh: 'replace 改为只有这些角色，add 增加，remove 去掉。',
      en: 'replace leaves the accounts these roles only, add adds them, remove takes them away.',
    }),
    ...bulkOptions,
  }),
  reply: BatchStartWith({
    items: noted(
      Type.Array(
        Exact({
          id: noted(Id, { zh: '账号的编号。', en: 'Of the account.' }),
          ok: Type.Boolean(),
          reason: Type.Optional(Type.String()),
          message: noted(Type.Optional(Type.String()), {
            zh: '原因的说明，用请求的语言。',
            en: 'The reason in words, in the language of the request.',
          }),
        }),
      ),
      {
        zh: '到目前为止已结束的，按选择的顺序；原来就有这些角色的账号也算 ok。',
        en: 'Those that have ended so far, in the order of the selection. An account that had the roles already is ok.',
      },
    ),
  }),
  reasons: ['SELECTION_CHANGED'],
});

export const setUserStatuses = endpoint({
  name: 'users.setStatuses',
  method: 'POST',
  path: '/sys-users/batch_set_status',
  summary: { zh: '批量启停账号', en: 'Enable or disable several accounts' },
  access: { pages: ['/sys/accounts'] },
  effect: 'write',
  request: Exact({ ...selection(filters), status: UserStatus, ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const deleteUsers = endpoint({
  name: 'users.deleteSeveral',
  method: 'POST',
  path: '/sys-users/batch_delete',
  summary: { zh: '批量删除账号', en: 'Delete several accounts' },
  access: { pages: ['/sys/accounts'] },
  effect: 'write',
  request: Exact({
    ...selection(filters),
    handover_user_id: Successor,
    ...bulkOptionsWithReason,
  }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const ownedByUser = endpoint({
  name: 'users.owned',
  method: 'POST',
  path: '/sys-users/owned',
  summary: { zh: '名下对象', en: 'What an account owns' },
  access: { pages: ['/sys/accounts'] },
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    counts: noted(Type.Record(Type.String(), noted(Type.Integer({ minimum: 1 }), { unit: 'count' })), {
      zh: '名下未删除的对象数，按类型；没有的类型不出现。',
      en: 'Living objects by type; a type without any is absent.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});

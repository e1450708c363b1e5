import { type Static, Type } from 'typebox';
import { BatchStart, BatchStartWith, bulkOptions, bulkOptionsWithReason, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { Platform } from './session.ts';
import {
  Exact,
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
  Ref,
  Spreadsheet,
  Version,
} from './shapes.ts';

export const UserStatus = OneOf(['enabled', 'disabled'] as const);
/** 0 staff, 1 ordinary admin. 9 exists only through the command line. */
export const OrdinaryLevel = Type.Union([Type.Literal(0), Type.Literal(1)]);
const Flag = Type.Union([Type.Literal(0), Type.Literal(1)]);

export const AccountName = Type.String({ pattern: '^[a-z][a-z0-9_.-]{2,31}$' });
const PersonName = Type.String({ minLength: 1, maxLength: 32, pattern: '\\S' });
const Remark = Nullable(Type.String({ maxLength: 200 }));
const Timezone = Type.String({ minLength: 1, maxLength: 64 });
const RoleIds = Type.Array(Id, { maxItems: 100, uniqueItems: true });

/** What the reader may do with a row; buttons follow it. */
export const UserPermit = OneOf(['edit', 'set_roles', 'reset_passwd', 'set_status', 'delete'] as const);

export const UserRow = Exact({
  id: Id,
  version: Version,
  account: Type.String(),
  name: Type.String(),
  remark: Nullable(Type.String()),
  is_admin: OrdinaryLevel,
  is_leader: Flag,
  platform: Platform,
  status: UserStatus,
  department: Nullable(Ref),
  roles: Type.Array(Ref),
  login_at: Nullable(Instant),
  timezone: Type.String(),
  created_at: Instant,
  updated_at: Instant,
  can: Type.Array(UserPermit),
});
export type UserRow = Static<typeof UserRow>;

const filters = {
  /** Covers the subtree. */
  department_id: Type.Optional(Id),
  role_id: Type.Optional(Id),
  status: Type.Optional(UserStatus),
  is_admin: Type.Optional(OrdinaryLevel),
  is_leader: Type.Optional(Flag),
  platform: Type.Optional(Platform),
};
export const userSortable = ['account', 'name', 'department', 'status', 'login_at', 'created_at'] as const;
const UserListRequest = ListRequest(userSortable, filters);

export const listUsers = endpoint({
  name: 'users.list',
  method: 'POST',
  path: '/sys-users/list',
  summary: { zh: '账号列表', en: 'List of accounts' },
  request: UserListRequest,
  reply: ListAnswer(UserRow),
});

export const exportUsers = endpoint({
  name: 'users.export',
  method: 'POST',
  path: '/sys-users/export',
  summary: { zh: '导出账号', en: 'Export accounts' },
  request: Exact({
    sort: Type.Optional(UserListRequest.properties.sort),
    keyword: Keyword,
    ...filters,
    ...exportOptions,
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
  request: Exact({
    account: AccountName,
    name: PersonName,
    department_id: Id,
    role_ids: RoleIds,
    is_admin: OrdinaryLevel,
    is_leader: Flag,
    platform: Platform,
    timezone: Timezone,
    remark: Type.Optional(Remark),
    /** Absent: the server makes a password and answers with it, once. */
    pwd: Type.Optional(PasswordDigest),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({ id: Id, new_passwd: Type.Optional(Type.String()) }),
  reasons: ['ACCOUNT_TAKEN'],
});

export const editUser = endpoint({
  name: 'users.edit',
  method: 'POST',
  path: '/sys-users/edit_account',
  summary: { zh: '编辑账号', en: 'Edit an account' },
  request: Exact({
    id: Id,
    version: Version,
    name: Type.Optional(PersonName),
    department_id: Type.Optional(Id),
    role_ids: Type.Optional(RoleIds),
    is_admin: Type.Optional(OrdinaryLevel),
    is_leader: Type.Optional(Flag),
    platform: Type.Optional(Platform),
    status: Type.Optional(UserStatus),
    timezone: Type.Optional(Timezone),
    remark: Type.Optional(Remark),
    idempotency_key: IdempotencyKey,
  }),
  reply: UserRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'SELF_FORBIDDEN', 'LAST_ADMIN', 'ENTITY_BUSY'],
});

export const deleteUser = endpoint({
  name: 'users.delete',
  method: 'POST',
  path: '/sys-users/delete_user',
  summary: { zh: '删除账号', en: 'Delete an account' },
  request: Exact({ id: Id, handover_user_id: Type.Optional(Id), idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'SELF_FORBIDDEN', 'LAST_ADMIN', 'HANDOVER_REQUIRED', 'ENTITY_BUSY'],
});

export const resetPassword = endpoint({
  name: 'users.resetPassword',
  method: 'POST',
  path: '/sys-users/reset_passwd',
  summary: { zh: '重置密码', en: 'Reset a password' },
  request: Exact({ currentUserId: Id }),
  reply: Exact({ new_passwd: Type.String({ minLength: 8 }) }),
  reasons: ['NOT_FOUND'],
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
  request: Exact({
    keyword: Keyword,
    department_id: Type.Optional(Id),
    /** Of the department only its own people, not those of departments below. */
    direct: Type.Optional(Type.Boolean()),
    role_id: Type.Optional(Id),
    include_disabled: Type.Optional(Type.Boolean()),
  }),
  reply: Exact({ list: Type.Array(SimpleUser) }),
});

/** What "all matching rows" of the list of accounts means. */
const { ids: _ids, ...matching } = selection({ keyword: Keyword, ...filters });

export const saveUserRoles = endpoint({
  name: 'users.saveRoles',
  method: 'POST',
  path: '/sys-users/batch_save_user_role',
  summary: { zh: '批量设置角色', en: 'Set roles of several accounts' },
  request: Exact({
    user_ids: Type.Optional(Ids),
    ...matching,
    role_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
    mode: OneOf(['replace', 'add', 'remove'] as const),
    ...bulkOptions,
  }),
  /** `items`: those that have ended so far, in the order of the selection. An account that had the roles already is `ok`. */
  reply: BatchStartWith({
    items: Type.Array(Exact({ id: Id, ok: Type.Boolean(), reason: Type.Optional(Type.String()), message: Type.Optional(Type.String()) })),
  }),
  reasons: ['SELECTION_CHANGED'],
});

export const setUserStatuses = endpoint({
  name: 'users.setStatuses',
  method: 'POST',
  path: '/sys-users/batch_set_status',
  summary: { zh: '批量启停账号', en: 'Enable or disable several accounts' },
  request: Exact({ ...selection({ keyword: Keyword, ...filters }), status: UserStatus, ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const deleteUsers = endpoint({
  name: 'users.deleteSeveral',
  method: 'POST',
  path: '/sys-users/batch_delete',
  summary: { zh: '批量删除账号', en: 'Delete several accounts' },
  request: Exact({
    ...selection({ keyword: Keyword, ...filters }),
    /** Takes over what the accounts own. */
    handover_user_id: Type.Optional(Id),
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
  request: Exact({ id: Id }),
  /** Count of living objects by type; a type without any is absent. */
  reply: Exact({ counts: Type.Record(Type.String(), Type.Integer({ minimum: 1 })) }),
  reasons: ['NOT_FOUND'],
});

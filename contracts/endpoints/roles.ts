import { type Static, Type } from 'typebox';
import { NAME_MAX, REMARK_MAX } from '../rules/people-limits.ts';
import { roleActions, roleExportColumns, roleFilters, roleSortable } from '../vocabulary/roles.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { byId } from './row-order.ts';
import {
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  Keyword,
  ListAnswer,
  ListRequest,
  Nothing,
  Nullable,
  OneOf,
  Spreadsheet,
  Version,
} from './shapes.ts';
import { SimpleUser } from './users.ts';

const RoleName = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: '\\S' });
const Remark = Nullable(Type.String({ maxLength: REMARK_MAX }));
const Paths = noted(Type.Array(Type.String({ pattern: '^/[a-z0-9/-]+$', maxLength: 80 }), { maxItems: 100, uniqueItems: true }), {
  zh: '角色打开的页面；只能是菜单里可授予的页面，/sys 与 /admin 下的属保留页面。',
  en: 'Pages the role opens, of those the menu lets roles have; pages below /sys and /admin are reserved.',
});
const Actions = noted(Type.Array(OneOf(roleActions), { maxItems: roleActions.length, uniqueItems: true }), {
  zh: '角色在这些页面上允许的操作。',
  en: 'What the role allows on those pages.',
});

export const RoleRow = Exact({
  id: Id,
  version: Version,
  name: Type.String(),
  remark: Nullable(Type.String()),
  paths: noted(Type.Array(Type.String()), { zh: '角色打开的页面。', en: 'Pages the role opens.' }),
  actions: noted(Type.Array(OneOf(roleActions)), { zh: '在这些页面上允许的操作。', en: 'What it allows on those pages.' }),
  users: noted(Type.Integer({ minimum: 0 }), { zh: '拥有此角色的人数。', en: 'How many people have it.', unit: 'count' }),
  is_builtin: noted(Type.Boolean(), { zh: '内置角色，不可删除。', en: 'Came with the product and cannot be deleted.' }),
  created_at: Instant,
  updated_at: Instant,
});
export type RoleRow = Static<typeof RoleRow>;

const filters = filterSchemas(roleFilters);
const RoleListRequest = ListRequest(roleSortable, filters);

export const listRoles = endpoint({
  name: 'roles.list',
  method: 'POST',
  path: '/sys-roles/list',
  summary: { zh: '角色列表', en: 'List of roles' },
  access: { pages: ['/sys/role'] },
  effect: 'read',
  request: RoleListRequest,
  order: byId,
  reply: ListAnswer(RoleRow),
});

export const exportRoles = endpoint({
  name: 'roles.export',
  method: 'POST',
  path: '/sys-roles/export',
  summary: { zh: '导出角色', en: 'Export roles' },
  access: { pages: ['/sys/role'] },
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(RoleListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(roleExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const simpleRoles = endpoint({
  name: 'roles.simpleList',
  method: 'POST',
  path: '/sys-roles/simple_list',
  summary: { zh: '可选角色', en: 'Roles to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: Exact({ keyword: Keyword }),
  order: byId,
  reply: Exact({ list: Type.Array(Exact({ id: Id, name: Type.String(), is_builtin: Type.Boolean() })) }),
});

export const roleDetail = endpoint({
  name: 'roles.detail',
  method: 'POST',
  path: '/sys-roles/detail',
  summary: { zh: '角色详情', en: 'One role' },
  access: { pages: ['/sys/role'] },
  effect: 'read',
  request: Exact({ id: Id }),
  reply: RoleRow,
  reasons: ['NOT_FOUND'],
});

export const createRole = endpoint({
  name: 'roles.create',
  method: 'POST',
  path: '/sys-roles/create',
  summary: { zh: '新建角色', en: 'Create a role' },
  access: { pages: ['/sys/role'] },
  effect: 'write',
  request: Exact({
    name: RoleName,
    remark: Type.Optional(Remark),
    paths: Paths,
    actions: Actions,
    idempotency_key: IdempotencyKey,
  }),
  reply: RoleRow,
  reasons: ['DUPLICATE', 'ROLE_PATH_RESERVED'],
});

export const editRole = endpoint({
  name: 'roles.edit',
  method: 'POST',
  path: '/sys-roles/edit',
  summary: { zh: '编辑角色', en: 'Edit a role' },
  access: { pages: ['/sys/role'] },
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    name: Type.Optional(RoleName),
    remark: Type.Optional(Remark),
    paths: Type.Optional(Paths),
    actions: Type.Optional(Actions),
    idempotency_key: IdempotencyKey,
  }),
  reply: RoleRow,
  reasons: ['NOT_FOUND', 'DUPLICATE', 'VERSION_CONFLICT', 'ROLE_PATH_RESERVED'],
});

export const copyRole = endpoint({
  name: 'roles.copy',
  method: 'POST',
  path: '/sys-roles/copy',
  summary: { zh: '复制角色', en: 'Copy a role' },
  access: { pages: ['/sys/role'] },
  effect: 'write',
  request: Exact({ id: Id, name: RoleName, idempotency_key: IdempotencyKey }),
  reply: RoleRow,
  reasons: ['NOT_FOUND', 'DUPLICATE'],
});

export const deleteRole = endpoint({
  name: 'roles.delete',
  method: 'POST',
  path: '/sys-roles/delete',
  summary: { zh: '删除角色', en: 'Delete a role' },
  access: { pages: ['/sys/role'] },
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'ROLE_BUILTIN', 'ROLE_IN_USE'],
});

export const roleMembers = endpoint({
  name: 'roles.users',
  method: 'POST',
  path: '/sys-roles/users',
  summary: { zh: '角色成员', en: 'People with a role' },
  access: { pages: ['/sys/role'] },
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({ list: Type.Array(SimpleUser) }),
  reasons: ['NOT_FOUND'],
});

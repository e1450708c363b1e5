import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, Id, IdempotencyKey, Nothing, Nullable, OneOf, Ref, Version } from './shapes.ts';

const Page = noted(Type.String({ pattern: '^/[a-z0-9/-]+$', maxLength: 80 }), {
  zh: '视图所属页面的路径；提问者必须能打开它。',
  en: 'Path of the page it belongs to, which the caller may open.',
});
const ViewName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const Shared = noted(OneOf(['me', 'roles', 'all'] as const), {
  zh: 'me 只给自己，roles 给有其中任一角色的人，all 给能打开该页面的所有人。',
  en: 'me: its owner only. roles: whoever has one of the roles. all: everybody who may open the page.',
});
const RoleIds = noted(Type.Array(Id, { maxItems: 50, uniqueItems: true }), {
  zh: '只在按角色共享时有效，此时不能为空。',
  en: 'Counts only where the view is shared with roles, and must not be empty there.',
});
const Query = noted(Type.String({ maxLength: 4000, pattern: '^(\\?.*)?$' }), {
  zh: '列表的查询串，带问号，或为空。',
  en: 'The query string of the list, with its question mark, or empty.',
});
const ColumnKey = Type.String({ minLength: 1, maxLength: 40 });

export const ViewTable = Exact({
  shown: noted(Type.Array(ColumnKey, { minItems: 1, maxItems: 100, uniqueItems: true }), {
    zh: '显示的列，按顺序。',
    en: 'Keys of the columns, in order.',
  }),
  widths: noted(
    Type.Optional(Type.Record(Type.String(), noted(Type.Integer({ minimum: 1, maximum: 4000 }), { unit: 'px' }), { maxProperties: 100 })),
    { zh: '按列给出的宽度；不带的列用默认宽度。', en: 'By column; one that is absent has the width it came with.' },
  ),
  density: OneOf(['compact', 'regular', 'roomy'] as const),
});
export type ViewTable = Static<typeof ViewTable>;

const Table = noted(Nullable(ViewTable), {
  zh: '为空则表格保持读者自己的样子。',
  en: 'Null leaves the table as its reader has it.',
});

export const View = Exact({
  id: Id,
  version: Version,
  page: Type.String(),
  name: Type.String(),
  owner: Ref,
  shared: Shared,
  roles: noted(Type.Array(Ref), { zh: '除按角色共享外为空。', en: 'Empty unless shared with roles.' }),
  query: noted(Type.String(), {
    zh: '列表的查询串，带问号，或为空。',
    en: 'The query string of the list, with its question mark, or empty.',
  }),
  table: Table,
  is_default: noted(Type.Boolean(), { zh: '提问者打开该页面时用它。', en: 'The page opens with it for the caller.' }),
  can: noted(Type.Array(OneOf(['edit', 'delete'] as const)), { zh: '提问者可以对它做什么。', en: 'What the caller may do with it.' }),
});
export type View = Static<typeof View>;

export const listViews = endpoint({
  name: 'views.list',
  method: 'POST',
  path: '/sys-views/list',
  summary: { zh: '视图列表', en: 'List of views' },
  access: 'anyPage',
  effect: 'read',
  request: Exact({ page: Page }),
  reply: Exact({
    list: noted(Type.Array(View), {
      zh: '自己的在前，然后是别人共享的，各按名称排序。',
      en: 'The own ones first, then those of others, each by name.',
    }),
  }),
});

export const createView = endpoint({
  name: 'views.create',
  method: 'POST',
  path: '/sys-views/create',
  summary: { zh: '新建视图', en: 'Create a view' },
  access: 'anyPage',
  effect: 'write',
  request: Exact({
    page: Page,
    name: ViewName,
    shared: Shared,
    role_ids: Type.Optional(RoleIds),
    query: Query,
    table: Type.Optional(Table),
    idempotency_key: IdempotencyKey,
  }),
  reply: View,
  reasons: ['DUPLICATE', 'NO_ACTION'],
});

export const editView = endpoint({
  name: 'views.edit',
  method: 'POST',
  path: '/sys-views/edit',
  summary: { zh: '编辑视图', en: 'Edit a view' },
  access: 'anyPage',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    name: Type.Optional(ViewName),
    shared: Type.Optional(Shared),
    role_ids: Type.Optional(RoleIds),
    query: Type.Optional(Query),
    table: Type.Optional(Table),
    idempotency_key: IdempotencyKey,
  }),
  reply: View,
  reasons: ['NOT_FOUND', 'DUPLICATE', 'VERSION_CONFLICT', 'NO_ACTION'],
});

export const deleteView = endpoint({
  name: 'views.delete',
  method: 'POST',
  path: '/sys-views/delete',
  summary: { zh: '删除视图', en: 'Delete a view' },
  access: 'anyPage',
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND'],
});

export const setDefaultView = endpoint({
  name: 'views.setDefault',
  method: 'POST',
  path: '/sys-views/set_default',
  summary: { zh: '设为默认视图', en: 'Choose the default view' },
  access: 'anyPage',
  effect: 'write',
  request: Exact({
    page: Page,
    id: noted(Nullable(Id), { zh: '为空则页面按原样打开。', en: 'Null: the page opens as it came.' }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Nothing,
  reasons: ['NOT_FOUND'],
});

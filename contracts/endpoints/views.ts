import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Exact, Id, IdempotencyKey, Nothing, Nullable, OneOf, Ref, Version } from './shapes.ts';

const Page = Type.String({ pattern: '^/[a-z0-9/-]+$', maxLength: 80 });
const ViewName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
/** `me`: its owner only. `roles`: whoever has one of the roles. `all`: everybody who may open the page. */
const Shared = OneOf(['me', 'roles', 'all'] as const);
/** Counts only where the view is shared with roles, and must not be empty there. */
const RoleIds = Type.Array(Id, { maxItems: 50, uniqueItems: true });
/** The query string of the list, with its question mark, or empty. */
const Query = Type.String({ maxLength: 4000, pattern: '^(\\?.*)?$' });
const ColumnKey = Type.String({ minLength: 1, maxLength: 40 });

export const ViewTable = Exact({
  /** Keys of the columns, in order. */
  shown: Type.Array(ColumnKey, { minItems: 1, maxItems: 100, uniqueItems: true }),
  /** Pixels by column. */
  widths: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1, maximum: 4000 }), { maxProperties: 100 })),
  density: OneOf(['compact', 'regular', 'roomy'] as const),
});
export type ViewTable = Static<typeof ViewTable>;

export const View = Exact({
  id: Id,
  version: Version,
  page: Type.String(),
  name: Type.String(),
  owner: Ref,
  shared: Shared,
  /** Empty unless shared with roles. */
  roles: Type.Array(Ref),
  query: Type.String(),
  /** Null leaves the table as its reader has it. */
  table: Nullable(ViewTable),
  /** The page opens with it for the caller. */
  is_default: Type.Boolean(),
  /** What the caller may do with it. */
  can: Type.Array(OneOf(['edit', 'delete'] as const)),
});
export type View = Static<typeof View>;

export const listViews = endpoint({
  name: 'views.list',
  method: 'POST',
  path: '/sys-views/list',
  summary: { zh: '视图列表', en: 'List of views' },
  request: Exact({ page: Page }),
  /** The own ones first, then those of others, each by name. */
  reply: Exact({ list: Type.Array(View) }),
});

export const createView = endpoint({
  name: 'views.create',
  method: 'POST',
  path: '/sys-views/create',
  summary: { zh: '新建视图', en: 'Create a view' },
  request: Exact({
    page: Page,
    name: ViewName,
    shared: Shared,
    role_ids: Type.Optional(RoleIds),
    query: Query,
    table: Type.Optional(Nullable(ViewTable)),
    idempotency_key: IdempotencyKey,
  }),
  reply: View,
  reasons: ['DUPLICATE'],
});

export const editView = endpoint({
  name: 'views.edit',
  method: 'POST',
  path: '/sys-views/edit',
  summary: { zh: '编辑视图', en: 'Edit a view' },
  request: Exact({
    id: Id,
    version: Version,
    name: Type.Optional(ViewName),
    shared: Type.Optional(Shared),
    role_ids: Type.Optional(RoleIds),
    query: Type.Optional(Query),
    table: Type.Optional(Nullable(ViewTable)),
    idempotency_key: IdempotencyKey,
  }),
  reply: View,
  reasons: ['NOT_FOUND', 'DUPLICATE', 'VERSION_CONFLICT'],
});

export const deleteView = endpoint({
  name: 'views.delete',
  method: 'POST',
  path: '/sys-views/delete',
  summary: { zh: '删除视图', en: 'Delete a view' },
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND'],
});

export const setDefaultView = endpoint({
  name: 'views.setDefault',
  method: 'POST',
  path: '/sys-views/set_default',
  summary: { zh: '设为默认视图', en: 'Choose the default view' },
  /** Null: the page opens as it came. */
  request: Exact({ page: Page, id: Nullable(Id), idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND'],
});

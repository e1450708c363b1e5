import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Exact, Id, IdempotencyKey, Instant, Nothing, Nullable, Ref } from './shapes.ts';

const DepartmentName = Type.String({ minLength: 1, maxLength: 32, pattern: '\\S' });
const SortValue = Type.Integer({ minimum: 0, maximum: 9999 });

export const DepartmentNode = Type.Cyclic(
  {
    Node: Exact({
      id: Id,
      name: Type.String(),
      parent_id: Nullable(Id),
      depth: Type.Integer({ minimum: 1, maximum: 5 }),
      sort: SortValue,
      /** People of this department itself. */
      member_count: Type.Integer({ minimum: 0 }),
      /** People of this department and all below it. */
      subtree_count: Type.Integer({ minimum: 0 }),
      leaders: Type.Array(Ref),
      created_at: Instant,
      updated_at: Instant,
      children: Type.Array(Type.Ref('Node')),
    }),
  },
  'Node',
);
export type DepartmentNode = Static<typeof DepartmentNode>;

export const departmentTree = endpoint({
  name: 'departments.tree',
  method: 'POST',
  path: '/sys-departments/tree',
  summary: { zh: '部门树', en: 'Department tree' },
  request: Nothing,
  reply: Exact({ list: Type.Array(DepartmentNode) }),
});

export const createDepartment = endpoint({
  name: 'departments.create',
  method: 'POST',
  path: '/sys-departments/create',
  summary: { zh: '新建部门', en: 'Create a department' },
  request: Exact({
    name: DepartmentName,
    parent_id: Id,
    sort: SortValue,
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({ id: Id }),
  reasons: ['NOT_FOUND', 'DUPLICATE', 'DEPT_TOO_DEEP'],
});

export const editDepartment = endpoint({
  name: 'departments.edit',
  method: 'POST',
  path: '/sys-departments/edit',
  summary: { zh: '编辑部门', en: 'Edit a department' },
  request: Exact({
    id: Id,
    name: Type.Optional(DepartmentName),
    sort: Type.Optional(SortValue),
    idempotency_key: IdempotencyKey,
  }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'DUPLICATE'],
});

export const moveDepartment = endpoint({
  name: 'departments.move',
  method: 'POST',
  path: '/sys-departments/move',
  summary: { zh: '移动部门', en: 'Move a department' },
  request: Exact({
    id: Id,
    parent_id: Id,
    sort: SortValue,
    /** Only says what would change. */
    dry_run: Type.Optional(Type.Boolean()),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({
    /** Leaders who will see more or fewer people than before. */
    visibility_changes: Type.Array(Exact({ leader: Ref, gains: Type.Integer({ minimum: 0 }), loses: Type.Integer({ minimum: 0 }) })),
  }),
  reasons: ['NOT_FOUND', 'DUPLICATE', 'DEPT_CYCLE', 'DEPT_TOO_DEEP', 'DEPT_ROOT'],
});

export const setDepartmentLeaders = endpoint({
  name: 'departments.setLeaders',
  method: 'POST',
  path: '/sys-departments/set_leaders',
  summary: { zh: '设组长', en: 'Set the leaders of a department' },
  request: Exact({
    id: Id,
    /** Members of this department; everybody else in it is no longer a leader. */
    user_ids: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Nothing,
  reasons: ['NOT_FOUND'],
});

export const deleteDepartment = endpoint({
  name: 'departments.delete',
  method: 'POST',
  path: '/sys-departments/delete',
  summary: { zh: '删除部门', en: 'Delete a department' },
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'DEPT_NOT_EMPTY', 'DEPT_ROOT'],
});

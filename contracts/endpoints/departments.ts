import { type Static, Type } from 'typebox';
import { DEPARTMENT_DEPTH_MAX, DEPARTMENT_SORT_MAX, NAME_MAX } from '../rules/people-limits.ts';
import { AssetType } from './asset-assigning.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Count, Exact, Id, IdempotencyKey, Instant, Nothing, Nullable, Ref } from './shapes.ts';

const DepartmentName = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: '\\S' });
const SortValue = noted(Type.Integer({ minimum: 0, maximum: DEPARTMENT_SORT_MAX }), {
  zh: '同级之间的顺序，小的在前。',
  en: 'Place among the siblings, small ones first.',
});

export const DepartmentNode = Type.Cyclic(
  {
    Node: Exact({
      id: Id,
      name: Type.String(),
      parent_id: noted(Nullable(Id), { zh: '只有根部门为空。', en: 'Null for the root only.' }),
      depth: noted(Type.Integer({ minimum: 1, maximum: DEPARTMENT_DEPTH_MAX }), {
        zh: '层级，根部门为 1。',
        en: 'Level in the tree, 1 for the root.',
      }),
      sort: SortValue,
      member_count: noted(Count, { zh: '本部门自己的人数。', en: 'People of this department itself.' }),
      subtree_count: noted(Count, { zh: '本部门及所有下级部门的人数。', en: 'People of this department and all below it.' }),
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
  access: 'anyPage',
  effect: 'read',
  request: Nothing,
  reply: Exact({ list: Type.Array(DepartmentNode) }),
});

export const departmentAssets = endpoint({
  name: 'departments.assets',
  method: 'POST',
  path: '/sys-departments/assets',
  summary: { zh: '分配给部门的资产', en: 'Assets of a department' },
  access: { pages: ['/sys/department'] },
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    list: noted(Type.Array(Exact({ type: AssetType, id: Id, label: Type.String() })), {
      zh: '直接分配给该部门的，按类型和名称排列；不含下级部门的。',
      en: 'Those assigned to the department itself, by type and name; without those of departments below it.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});

export const createDepartment = endpoint({
  name: 'departments.create',
  method: 'POST',
  path: '/sys-departments/create',
  summary: { zh: '新建部门', en: 'Create a department' },
  access: { pages: ['/sys/department'] },
  effect: 'write',
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
  access: { pages: ['/sys/department'] },
  effect: 'write',
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
  access: { pages: ['/sys/department'] },
  effect: 'write',
  request: Exact({
    id: Id,
    parent_id: Id,
    sort: SortValue,
    dry_run: noted(Type.Optional(Type.Boolean()), { zh: '只说会有什么变化，不移动。', en: 'Only says what would change.' }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({
    visibility_changes: noted(
      Type.Array(
        Exact({
          leader: Ref,
          gains: noted(Count, { zh: '多看到的人数。', en: 'People the leader sees from now on.' }),
          loses: noted(Count, { zh: '不再看到的人数。', en: 'People the leader no longer sees.' }),
        }),
      ),
      { zh: '可见人数会变化的组长。', en: 'Leaders who will see more or fewer people than before.' },
    ),
  }),
  reasons: ['NOT_FOUND', 'DUPLICATE', 'DEPT_CYCLE', 'DEPT_TOO_DEEP', 'DEPT_ROOT'],
});

export const setDepartmentLeaders = endpoint({
  name: 'departments.setLeaders',
  method: 'POST',
  path: '/sys-departments/set_leaders',
  summary: { zh: '设组长', en: 'Set the leaders of a department' },
  access: { pages: ['/sys/department'] },
  effect: 'write',
  request: Exact({
    id: Id,
    user_ids: noted(Type.Array(Id, { maxItems: 200, uniqueItems: true }), {
      zh: '本部门的成员；部门里其他人不再是组长。',
      en: 'Members of this department; everybody else in it is no longer a leader.',
    }),
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
  access: { pages: ['/sys/department'] },
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'DEPT_NOT_EMPTY', 'DEPT_ROOT'],
});

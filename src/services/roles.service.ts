import { call, fileCall } from './call.ts';

const row = {
  id: true,
  version: true,
  name: true,
  remark: true,
  paths: true,
  actions: true,
  users: true,
  is_builtin: true,
  updated_at: true,
} as const;

export const listRoles = call('/sys-roles/list', { list: [row], total: true });
export const simpleRoles = call('/sys-roles/simple_list', { list: [{ id: true, name: true, is_builtin: true }] });
export const createRole = call('/sys-roles/create', row);
export const editRole = call('/sys-roles/edit', row);
export const copyRole = call('/sys-roles/copy', row);
export const deleteRole = call('/sys-roles/delete', {});
export const roleMembers = call('/sys-roles/users', {
  list: [{ id: true, account: true, name: true, department_name: true, status: true }],
});
export const exportRoles = fileCall('/sys-roles/export');

import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';

const row = {
  id: true,
  version: true,
  account: true,
  name: true,
  remark: true,
  is_admin: true,
  is_leader: true,
  platform: true,
  status: true,
  department: { id: true, label: true },
  roles: [{ id: true, label: true }],
  login_at: true,
  running: true,
  timezone: true,
  password_state: true,
  created_at: true,
  can: true,
} as const;

export const listUsers = call('/sys-users/list', { list: [row], total: true });
export const createUser = call('/sys-users/create_account', { id: true, new_passwd: true });
export const editUser = call('/sys-users/edit_account', row);
export const deleteUser = call('/sys-users/delete_user', {});
export const ownedByUser = call('/sys-users/owned', { counts: true });
export const saveUserRoles = call('/sys-users/batch_save_user_role', {
  ...batchStart,
  items: [{ id: true, ok: true, reason: true, message: true }],
});
export const setUserStatuses = call('/sys-users/batch_set_status', batchStart);
export const resetPasswords = call('/sys-users/batch_reset_passwd', {
  list: [{ id: true, account: true, name: true, new_passwd: true, message: true }],
  sheet: { name: true, content: true },
});
export const deleteUsers = call('/sys-users/batch_delete', batchStart);
export const simpleUsers = call('/sys-users/simple_list', {
  list: [{ id: true, account: true, name: true, department_id: true, department_name: true, status: true }],
});
export const exportUsers = fileCall('/sys-users/export');
export const importTemplate = fileCall('/sys-users/import_template');
export const previewImport = call('/sys-users/import_preview', {
  total: true,
  good: true,
  bad: true,
  rows: [{ row: true, values: true, errors: [{ field: true, column: true, rule: true, message: true }] }],
});
export const importUsers = call('/sys-users/import', batchStart);

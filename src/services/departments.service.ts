import { call } from './call.ts';

export const departmentAssets = call('/sys-departments/assets', { list: [{ type: true, id: true, label: true }] });
export const departmentTree = call('/sys-departments/tree', { list: true });
export const createDepartment = call('/sys-departments/create', { id: true });
export const editDepartment = call('/sys-departments/edit', {});
export const moveDepartment = call('/sys-departments/move', {
  visibility_changes: [{ leader: { id: true, label: true }, gains: true, loses: true }],
});
export const setDepartmentLeaders = call('/sys-departments/set_leaders', {});
export const deleteDepartment = call('/sys-departments/delete', {});

import { DepartmentManagementPage } from './department-management.page.tsx';
import { messages } from './messages/index.ts';
import { departmentManagement } from './use-department-management.ts';

export const page = { machine: departmentManagement, View: DepartmentManagementPage, messages };

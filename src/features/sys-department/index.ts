import { DepartmentManagementPage } from './department-management.page.tsx';
import { departmentManagement } from './department-management.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: departmentManagement, View: DepartmentManagementPage, messages };

import { messages } from './messages/index.ts';
import { RoleManagementPage } from './role-management.page.tsx';
import { roleManagement } from './role-management.wiring.ts';

export const page = { machine: roleManagement, View: RoleManagementPage, messages };

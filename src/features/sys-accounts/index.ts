import { AccountManagementPage } from './account-management.page.tsx';
import { accountManagement } from './account-management.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: accountManagement, View: AccountManagementPage, messages };

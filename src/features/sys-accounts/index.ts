import { AccountManagementPage } from './account-management.page.tsx';
import { messages } from './messages/index.ts';
import { accountManagement } from './use-account-management.ts';

export const page = { machine: accountManagement, View: AccountManagementPage, messages };

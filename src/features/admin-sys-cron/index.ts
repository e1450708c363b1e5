import { CronManagementPage } from './cron-management.page.tsx';
import { messages } from './messages/index.ts';
import { cronManagement } from './use-cron-management.ts';

export const page = { machine: cronManagement, View: CronManagementPage, messages };

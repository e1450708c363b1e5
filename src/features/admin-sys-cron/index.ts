import { CronManagementPage } from './cron-management.page.tsx';
import { cronManagement } from './cron-management.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: cronManagement, View: CronManagementPage, messages };

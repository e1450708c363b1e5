import { LaunchManagementPage } from './launch-management.page.tsx';
import { messages } from './messages/index.ts';
import { launchManagement } from './use-launch-management.ts';

export const page = { machine: launchManagement, View: LaunchManagementPage, messages };

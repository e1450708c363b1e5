import { LaunchManagementPage } from './launch-management.page.tsx';
import { launchManagement } from './launch-management.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: launchManagement, View: LaunchManagementPage, messages };

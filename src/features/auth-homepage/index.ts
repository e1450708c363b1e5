import { HomepageManagementPage } from './homepage-management.page.tsx';
import { homepageManagement } from './homepage-management.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: homepageManagement, View: HomepageManagementPage, messages };

import { HomepageManagementPage } from './homepage-management.page.tsx';
import { messages } from './messages/index.ts';
import { homepageManagement } from './use-homepage-management.ts';

export const page = { machine: homepageManagement, View: HomepageManagementPage, messages };

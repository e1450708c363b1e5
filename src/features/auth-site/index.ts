import { messages } from './messages/index.ts';
import { SiteManagementPage } from './site-management.page.tsx';
import { siteManagement } from './use-site-management.ts';

export const page = { machine: siteManagement, View: SiteManagementPage, messages };

import { messages } from './messages/index.ts';
import { SiteManagementPage } from './site-management.page.tsx';
import { siteManagement } from './site-management.wiring.ts';

export const page = { machine: siteManagement, View: SiteManagementPage, messages };

import { AdminGroupsPage } from './admin-entities.page.tsx';
import { adminGroupsPage } from './admin-entities.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: adminGroupsPage, View: AdminGroupsPage, messages };

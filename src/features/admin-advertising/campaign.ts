import { AdminCampaignsPage } from './admin-entities.page.tsx';
import { adminCampaignsPage } from './admin-entities.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: adminCampaignsPage, View: AdminCampaignsPage, messages };

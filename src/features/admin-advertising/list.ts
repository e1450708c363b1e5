import { AdminAdsPage } from './admin-entities.page.tsx';
import { adminAdsPage } from './admin-entities.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: adminAdsPage, View: AdminAdsPage, messages };

import { campaignPage } from './drill.wiring.ts';
import { messages } from './messages/index.ts';
import { CampaignPage } from './pages.tsx';

export const page = { machine: campaignPage, View: CampaignPage, messages };

import { messages } from './messages/index.ts';
import { CampaignPage } from './pages.tsx';
import { campaignPage } from './use-drill.ts';

export const page = { machine: campaignPage, View: CampaignPage, messages };

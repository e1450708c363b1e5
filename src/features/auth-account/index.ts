import { AdAccountPage } from './ad-account.page.tsx';
import { adAccountManagement } from './ad-accounts.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: adAccountManagement, View: AdAccountPage, messages };

import { AdAccountPage } from './ad-account.page.tsx';
import { messages } from './messages/index.ts';
import { adAccountManagement } from './use-ad-accounts.ts';

export const page = { machine: adAccountManagement, View: AdAccountPage, messages };

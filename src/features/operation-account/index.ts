import { AdHostingPage } from './ad-hosting.page.tsx';
import { hostAccounts } from './host-accounts.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: hostAccounts, View: AdHostingPage, messages };

import { AdHostingPage } from './ad-hosting.page.tsx';
import { adHosting } from './ad-hosting.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: adHosting, View: AdHostingPage, messages };

import { AdPublishingPage } from './ad-publishing.page.tsx';
import { adPublishing } from './ad-publishing.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: adPublishing, View: AdPublishingPage, messages };

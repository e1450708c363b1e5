import { AdPublishingPage } from './ad-publishing.page.tsx';
import { messages } from './messages/index.ts';
import { adPublishing } from './use-ad-publishing.ts';

export const page = { machine: adPublishing, View: AdPublishingPage, messages };

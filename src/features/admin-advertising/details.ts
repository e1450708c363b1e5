import { AdDetailsPage } from './ad-details.page.tsx';
import { adDetailsPage } from './ad-details.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: adDetailsPage, View: AdDetailsPage, messages };

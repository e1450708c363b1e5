import { AdminHomePage } from './admin-home.page.tsx';
import { adminHome } from './admin-home.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: adminHome, View: AdminHomePage, messages };

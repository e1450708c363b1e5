import { accountPage } from './drill.wiring.ts';
import { messages } from './messages/index.ts';
import { AccountPage } from './pages.tsx';

export const page = { machine: accountPage, View: AccountPage, messages };

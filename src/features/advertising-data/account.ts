import { messages } from './messages/index.ts';
import { AccountPage } from './pages.tsx';
import { accountPage } from './use-drill.ts';

export const page = { machine: accountPage, View: AccountPage, messages };

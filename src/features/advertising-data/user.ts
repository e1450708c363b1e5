import { messages } from './messages/index.ts';
import { UserPage } from './pages.tsx';
import { userPage } from './use-drill.ts';

export const page = { machine: userPage, View: UserPage, messages };

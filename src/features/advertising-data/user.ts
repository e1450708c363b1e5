import { userPage } from './drill.wiring.ts';
import { messages } from './messages/index.ts';
import { UserPage } from './pages.tsx';

export const page = { machine: userPage, View: UserPage, messages };

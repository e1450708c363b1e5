import { groupPage } from './drill.wiring.ts';
import { messages } from './messages/index.ts';
import { GroupPage } from './pages.tsx';

export const page = { machine: groupPage, View: GroupPage, messages };

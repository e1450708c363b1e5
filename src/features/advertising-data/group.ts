import { messages } from './messages/index.ts';
import { GroupPage } from './pages.tsx';
import { groupPage } from './use-drill.ts';

export const page = { machine: groupPage, View: GroupPage, messages };

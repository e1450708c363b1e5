import { messages } from './messages/index.ts';
import { SchemeListPage } from './scheme-list.page.tsx';
import { schemes } from './scheme-list.wiring.ts';

export const page = { machine: schemes, View: SchemeListPage, messages };

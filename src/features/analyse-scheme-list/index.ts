import { schemeListQuery } from '#machines/analyse-scheme-list/scheme-list.machine.ts';
import { startWithLine } from '#src/parts/report-page/report-page.wiring.ts';
import { messages } from './messages/index.ts';
import { SchemeListPage } from './scheme-list.page.tsx';
import { schemes } from './scheme-list.wiring.ts';

export const page = { machine: schemes, View: SchemeListPage, messages, toFirstSearch: startWithLine(schemeListQuery) };

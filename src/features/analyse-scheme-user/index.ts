import { schemeUserQuery } from '#machines/analyse-scheme-user/scheme-user.machine.ts';
import { startWithLine } from '#src/parts/report-page/report-page.wiring.ts';
import { messages } from './messages/index.ts';
import { SchemeAnalysisPage } from './scheme-user.page.tsx';
import { schemeAnalysis } from './scheme-user.wiring.ts';

export const page = { machine: schemeAnalysis, View: SchemeAnalysisPage, messages, toFirstSearch: startWithLine(schemeUserQuery) };

import { landingFiguresQuery } from '#machines/analyse-landing/landing.machine.ts';
import { startWithLine } from '#src/parts/report-page/report-page.wiring.ts';
import { LandingAnalysisPage } from './landing.page.tsx';
import { landingAnalysis } from './landing.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: landingAnalysis, View: LandingAnalysisPage, messages, toFirstSearch: startWithLine(landingFiguresQuery) };

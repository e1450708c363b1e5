import { messages } from './messages/index.ts';
import { SchemeAnalysisPage } from './scheme-user.page.tsx';
import { schemeAnalysis } from './scheme-user.wiring.ts';

export const page = { machine: schemeAnalysis, View: SchemeAnalysisPage, messages };

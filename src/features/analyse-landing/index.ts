import { LandingAnalysisPage } from './landing.page.tsx';
import { landingAnalysis } from './landing.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: landingAnalysis, View: LandingAnalysisPage, messages };

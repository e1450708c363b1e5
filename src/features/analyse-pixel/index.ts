import { messages } from './messages/index.ts';
import { PixelAnalysisPage } from './pixel-analysis.page.tsx';
import { pixelAnalysisWithActors } from './pixel-analysis.wiring.ts';

export const page = { machine: pixelAnalysisWithActors, View: PixelAnalysisPage, messages };

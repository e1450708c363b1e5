import { pixelAnalysisQuery } from '#machines/analyse-pixel/pixel-analysis.machine.ts';
import { startWithLine } from '#src/parts/report-page/report-page.wiring.ts';
import { messages } from './messages/index.ts';
import { PixelAnalysisPage } from './pixel-analysis.page.tsx';
import { pixelAnalysisWithActors } from './pixel-analysis.wiring.ts';

export const page = {
  machine: pixelAnalysisWithActors,
  View: PixelAnalysisPage,
  messages,
  toFirstSearch: startWithLine(pixelAnalysisQuery),
};

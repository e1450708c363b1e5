import { performanceQuery } from '#machines/analyse-performance/performance.machine.ts';
import { startWithLine } from '#src/parts/report-page/report-page.wiring.ts';
import { messages } from './messages/index.ts';
import { MaterialPerformancePage } from './performance.page.tsx';
import { materialPerformance } from './performance.wiring.ts';

export const page = {
  machine: materialPerformance,
  View: MaterialPerformancePage,
  messages,
  toFirstSearch: startWithLine(performanceQuery),
};

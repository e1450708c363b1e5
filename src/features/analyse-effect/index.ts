import { effectQuery } from '#machines/analyse-effect/effect.machine.ts';
import { startWithLine } from '#src/parts/report-page/report-page.wiring.ts';
import { DramaPerformancePage } from './effect.page.tsx';
import { dramaPerformance } from './effect.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: dramaPerformance, View: DramaPerformancePage, messages, toFirstSearch: startWithLine(effectQuery) };

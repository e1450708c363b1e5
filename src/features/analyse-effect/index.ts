import { DramaPerformancePage } from './effect.page.tsx';
import { dramaPerformance } from './effect.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: dramaPerformance, View: DramaPerformancePage, messages };

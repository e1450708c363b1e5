import { messages } from './messages/index.ts';
import { MaterialPerformancePage } from './performance.page.tsx';
import { materialPerformance } from './performance.wiring.ts';

export const page = { machine: materialPerformance, View: MaterialPerformancePage, messages };

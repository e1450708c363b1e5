import { messages } from './messages/index.ts';
import { PerformanceMonthView } from './performance-month.page.tsx';
import { performanceByMonth } from './performance-month.wiring.ts';

export const page = { machine: performanceByMonth, View: PerformanceMonthView, messages };

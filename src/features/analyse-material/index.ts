import { messages } from './messages/index.ts';
import { OrderAnalysisPage } from './orders.page.tsx';
import { orderAnalysis } from './orders.wiring.ts';

export const page = { machine: orderAnalysis, View: OrderAnalysisPage, messages };

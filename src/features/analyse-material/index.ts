import { ordersQuery } from '#machines/analyse-material/orders.machine.ts';
import { startWithLine } from '#src/parts/report-page/report-page.wiring.ts';
import { messages } from './messages/index.ts';
import { OrderAnalysisPage } from './orders.page.tsx';
import { orderAnalysis } from './orders.wiring.ts';

export const page = { machine: orderAnalysis, View: OrderAnalysisPage, messages, toFirstSearch: startWithLine(ordersQuery) };

import { messages } from './messages/index.ts';
import { OrderDailyPage } from './order-daily.page.tsx';
import { orderDailyReport } from './order-daily.wiring.ts';

export const page = { machine: orderDailyReport, View: OrderDailyPage, messages };

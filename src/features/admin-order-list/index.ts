import { messages } from './messages/index.ts';
import { AllOrdersPage } from './order-log.page.tsx';
import { orderLog } from './order-log.wiring.ts';

export const page = { machine: orderLog, View: AllOrdersPage, messages };

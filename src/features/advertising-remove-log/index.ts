import { messages } from './messages/index.ts';
import { RemoveLogPage } from './remove-log.page.tsx';
import { removeLog } from './remove-log.wiring.ts';

export const page = { machine: removeLog, View: RemoveLogPage, messages };

import { messages } from './messages/index.ts';
import { RemoveLogPage } from './remove-log.page.tsx';
import { removeLog } from './use-remove-log.ts';

export const page = { machine: removeLog, View: RemoveLogPage, messages };

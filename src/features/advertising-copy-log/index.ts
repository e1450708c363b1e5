import { messages } from './messages/index.ts';
import { OperationLogPage } from './operation-log.page.tsx';
import { operationLog } from './use-operation-log.ts';

export const page = { machine: operationLog, View: OperationLogPage, messages };

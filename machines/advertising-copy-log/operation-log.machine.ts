import type { ActorRefFrom } from 'xstate';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { date, defineListQuery, id, oneOf, text, textUpTo } from '../kernel/list/list-query.ts';
import { createLogMachine } from '../kernel/list/log.machine.ts';
import { createListTools } from '../kernel/page/list-page.machine.ts';
import { createLogPage } from '../kernel/page/log-page.machine.ts';

export const operationQuery = defineListQuery(
  { account: textUpTo(32), action: textUpTo(60), target: text, result: oneOf('ok', 'fail'), date_from: date, date_to: date, id },
  [],
);

export type OperationFilters = ReturnType<typeof operationQuery.read>['filters'];

export const operationList = createLogMachine<OpLogRow, OperationFilters>({
  id: 'operationList',
  description: 'What was done, newest first, as the address filters it.',
  query: operationQuery,
});

const operationTools = createListTools<OperationFilters, OperationFilters>({
  id: 'operation',
  of: 'the operation log',
  query: operationQuery,
});
export const { export: operationExport, tableView: operationTableView, views: operationViews } = operationTools;

/** The operation log: who did what, with what result. */
export const operationLogMachine = createLogPage({
  id: 'operationLog',
  description: 'Who did what, when, and with what result.',
  query: operationQuery,
  list: operationList,
  tools: operationTools,
  parts: {},
});

export type OperationLog = ActorRefFrom<typeof operationLogMachine>;

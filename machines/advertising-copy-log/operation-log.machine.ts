import type { ActorRefFrom } from 'xstate';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { operationFilters } from '#contracts/vocabulary/operations.ts';
import { createLogMachine } from '../kernel/list/log.machine.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { createListTools } from '../kernel/page/list-page.machine.ts';
import { createLogPage } from '../kernel/page/log-page.machine.ts';

export const operationQuery = vocabularyQuery(operationFilters, []);

export type OperationFilters = ReturnType<typeof operationQuery.read>['filters'];

export const operationList = createLogMachine<OpLogRow, OperationFilters>({
  id: 'operationList',
  description: 'The operations, newest first, filtered by the address.',
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

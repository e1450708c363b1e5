import { type ActorRefFrom, assign, setup } from 'xstate';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { createCommandMachine } from '../kernel/command.machine.ts';
import { date, defineListQuery, id, oneOf, text, textUpTo } from '../kernel/list-query.ts';
import { createLogMachine, type LogFact } from '../kernel/log.machine.ts';
import { arrival, departure } from '../kernel/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page-contract.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';

export const operationQuery = defineListQuery(
  { account: textUpTo(32), action: textUpTo(60), target: text, result: oneOf('ok', 'fail'), date_from: date, date_to: date, id },
  [],
);

export type OperationFilters = ReturnType<typeof operationQuery.read>['filters'];

export const operationList = createLogMachine<OpLogRow, OperationFilters>({ id: 'operationList', query: operationQuery });

export const operationExport = createCommandMachine<OperationFilters>({ id: 'operationExport' });

const toList = toChild(operationList, 'list');

/** The operation log: who did what, with what result. */
export const operationLogMachine = setup({
  types: {} as {
    context: PageInput;
    events: PageEvent | LogFact;
    input: PageInput;
    children: { list: 'list'; export: 'export' };
  },
  actors: { list: operationList, export: operationExport },
  actions: {
    refreshList: toList(() => ({ type: 'log.refreshRequested' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'log.located', search })),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    tellMoved,
  },
}).createMachine({
  id: 'operationLog',
  description: 'Who did what, when, and with what result.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'export', src: 'export' },
  ],
  on: {
    'page.located': arrival,
    'page.refreshRequested': { actions: 'refreshList' },
    'log.moved': departure(operationQuery),
  },
});

export type OperationLog = ActorRefFrom<typeof operationLogMachine>;

import { assign, setup } from 'xstate';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { defineListQuery, text } from '../kernel/list/list-query.ts';
import { createLogMachine, type LogFact } from '../kernel/list/log.machine.ts';

export const hostDetailTabs = ['info', 'log'] as const;
export type HostDetailTab = (typeof hostDetailTabs)[number];

interface HostAccountName {
  id: number;
  name: string;
}

const logQuery = defineListQuery({ target: text }, []);

/** The operations on one hosted account. */
export const hostAccountLog = createLogMachine<OpLogRow, ReturnType<typeof logQuery.read>['filters']>({
  id: 'hostAccountLog',
  description: 'What was done with one hosted account, newest first.',
  query: logQuery,
});

interface DetailsContext {
  subject: HostAccountName | undefined;
}

export type HostAccountDetailsEvent =
  | { type: 'details.opened'; subject: HostAccountName; tab: HostDetailTab }
  | { type: 'details.tabChosen'; tab: HostDetailTab }
  | { type: 'details.closed' }
  | LogFact;

/** A drawer about one hosted account. Its log is loaded when its tab is opened. */
export const hostAccountDetails = setup({
  types: {} as { context: DetailsContext; events: HostAccountDetailsEvent; tags: 'open'; children: { log: 'log' } },
  actors: { log: hostAccountLog },
  guards: { isLog: (_, { tab }: { tab: HostDetailTab }) => tab === 'log' },
  actions: {
    keepSubject: assign((_, { subject }: { subject: HostAccountName }) => ({ subject })),
    forget: assign({ subject: undefined }),
  },
}).createMachine({
  id: 'hostAccountDetails',
  description: 'A drawer about one hosted account; its log is loaded when its tab is opened.',
  context: { subject: undefined },
  initial: 'closed',
  on: {
    'details.opened': [
      {
        guard: { type: 'isLog', params: ({ event }) => event },
        target: '.open.log',
        reenter: true,
        actions: { type: 'keepSubject', params: ({ event }) => event },
      },
      { target: '.open.info', actions: { type: 'keepSubject', params: ({ event }) => event } },
    ],
  },
  states: {
    closed: {},
    open: {
      tags: 'open',
      initial: 'info',
      on: {
        'details.tabChosen': [{ guard: { type: 'isLog', params: ({ event }) => event }, target: '.log' }, { target: '.info' }],
        'details.closed': { target: 'closed', actions: 'forget' },
      },
      states: {
        info: { description: 'Its terms, state and figures, which the list has loaded.' },
        log: {
          description: 'What was done with it.',
          invoke: {
            id: 'log',
            src: 'log',
            input: ({ context: { subject } }) => ({
              search: logQuery.write({ ...logQuery.read(''), filters: { target: `host_account#${subject?.id ?? 0}` } }),
            }),
          },
        },
      },
    },
  },
});

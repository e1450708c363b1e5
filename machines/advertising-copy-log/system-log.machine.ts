import { type ActorRefFrom, assign, setup } from 'xstate';
import { operationFilters } from '#contracts/vocabulary/operations.ts';
import type { PageEvent, PageFact, PageInput } from '../kernel/page/page-contract.ts';
import { passOn, toChild } from '../kernel/tell.ts';
import { batchLogMachine } from './batch-log.machine.ts';
import { operationLogMachine } from './operation-log.machine.ts';

export type LogTab = 'batches' | 'operations';

/** Keys of the operation log alone: a bookmarked address from before there were tabs still opens it. */
const OPERATION_KEYS = Object.keys(operationFilters);

/** The tab that an address opens. */
export function tabOf(search: string): LogTab {
  const given = new URLSearchParams(search);
  const named = given.get('tab');
  if (named === 'batches' || named === 'operations') return named;
  return OPERATION_KEYS.some((key) => given.has(key)) ? 'operations' : 'batches';
}

/** The same address for this tab, which is named only if the address would open the other one. */
export function withTab(search: string, tab: LogTab): string {
  if (tabOf(search) === tab) return search;
  const written = new URLSearchParams(search);
  written.set('tab', tab);
  return `?${written}`;
}

interface SystemLogContext extends PageInput {
  tab: LogTab;
}

export type SystemLogEvent = PageEvent | PageFact | { type: 'tab.chosen'; tab: LogTab };

const toBatches = toChild(batchLogMachine, 'batches');
const toOperations = toChild(operationLogMachine, 'operations');

/**
 * The system log: batches and operations, each under its tab. A tab's page starts when it is first opened and then keeps running behind
 * the other.
 */
export const systemLogMachine = setup({
  types: {} as {
    context: SystemLogContext;
    events: SystemLogEvent;
    input: PageInput;
    children: { batches: 'batches'; operations: 'operations' };
  },
  actors: { batches: batchLogMachine, operations: operationLogMachine },
  guards: {
    isShown: ({ context }, { tab }: { tab: LogTab }) => context.tab === tab,
    isMeant: (_, { search, tab }: PageInput & { tab: LogTab }) => tabOf(search) === tab,
    isOther: ({ context }, { tab }: { tab: LogTab }) => context.tab !== tab,
  },
  actions: {
    locate: assign((_, { search }: { search: string }) => ({ search, tab: tabOf(search) })),
    keepMoved: assign(({ context: { tab } }, { search }: { search: string }) => ({ search: withTab(search, tab) })),
    turnTo: assign(({ context }, { tab }: { tab: LogTab }) => ({ tab, search: withTab(context.search, tab) })),
    passOn: passOn<PageFact>(),
    locateBatches: toBatches(({ search }: PageInput) => ({ type: 'page.located', search })),
    locateOperations: toOperations(({ search }: PageInput) => ({ type: 'page.located', search })),
    seeBatches: toBatches(() => ({ type: 'page.seen' })),
    seeOperations: toOperations(() => ({ type: 'page.seen' })),
    leaveBatches: toBatches(() => ({ type: 'page.left' })),
    leaveOperations: toOperations(() => ({ type: 'page.left' })),
    refreshBatches: toBatches(() => ({ type: 'page.refreshRequested' })),
    refreshOperations: toOperations(() => ({ type: 'page.refreshRequested' })),
  },
}).createMachine({
  id: 'systemLog',
  description: 'The batches and operations, each under its tab.',
  context: ({ input }) => ({ ...input, tab: tabOf(input.search) }),
  type: 'parallel',
  on: {
    'page.moved': {
      actions: [
        { type: 'keepMoved', params: ({ event }) => event },
        { type: 'passOn', params: ({ context, event }) => ({ ...event, search: context.search }) },
      ],
    },
    'page.batchStarted': { actions: { type: 'passOn', params: ({ event }) => event } },
  },
  states: {
    address: {
      description: 'Which tab the address names.',
      on: {
        'page.located': { actions: { type: 'locate', params: ({ event }) => event } },
        'tab.chosen': {
          guard: { type: 'isOther', params: ({ event }) => event },
          actions: [
            { type: 'turnTo', params: ({ event }) => event },
            { type: 'passOn', params: ({ context }) => ({ type: 'page.moved', search: context.search, how: 'push' }) },
          ],
        },
      },
    },
    batches: {
      description: 'The tab of batches.',
      initial: 'unseen',
      states: {
        unseen: {
          description: 'The tab was not opened yet.',
          always: { guard: { type: 'isShown', params: { tab: 'batches' } }, target: 'alive' },
        },
        alive: {
          description: "The tab's page is running, visible or hidden.",
          invoke: { id: 'batches', src: 'batches', input: ({ context }) => ({ search: context.search }) },
          initial: 'starting',
          states: {
            // The page of the tab exists only once this state is entered.
            starting: { description: 'The page starts when its tab is first opened.', always: { target: 'shown', actions: 'seeBatches' } },
            shown: {
              always: { guard: { type: 'isOther', params: { tab: 'batches' } }, target: 'behind', actions: 'leaveBatches' },
              on: {
                'page.located': {
                  guard: { type: 'isMeant', params: ({ event }) => ({ ...event, tab: 'batches' }) },
                  actions: { type: 'locateBatches', params: ({ event }) => event },
                },
                'page.seen': { actions: 'seeBatches' },
                'page.left': { actions: 'leaveBatches' },
                'page.refreshRequested': { actions: 'refreshBatches' },
              },
            },
            behind: {
              description: 'The other tab is on the screen.',
              always: {
                guard: { type: 'isShown', params: { tab: 'batches' } },
                target: 'shown',
                actions: [{ type: 'locateBatches', params: ({ context }) => context }, 'seeBatches'],
              },
            },
          },
        },
      },
    },
    operations: {
      description: 'The tab of operations.',
      initial: 'unseen',
      states: {
        unseen: {
          description: 'The tab was not opened yet.',
          always: { guard: { type: 'isShown', params: { tab: 'operations' } }, target: 'alive' },
        },
        alive: {
          description: "The tab's page is running, visible or hidden.",
          invoke: { id: 'operations', src: 'operations', input: ({ context }) => ({ search: context.search }) },
          initial: 'starting',
          states: {
            // The page of the tab exists only once this state is entered.
            starting: {
              description: 'The page starts when its tab is first opened.',
              always: { target: 'shown', actions: 'seeOperations' },
            },
            shown: {
              always: { guard: { type: 'isOther', params: { tab: 'operations' } }, target: 'behind', actions: 'leaveOperations' },
              on: {
                'page.located': {
                  guard: { type: 'isMeant', params: ({ event }) => ({ ...event, tab: 'operations' }) },
                  actions: { type: 'locateOperations', params: ({ event }) => event },
                },
                'page.seen': { actions: 'seeOperations' },
                'page.left': { actions: 'leaveOperations' },
                'page.refreshRequested': { actions: 'refreshOperations' },
              },
            },
            behind: {
              description: 'The other tab is on the screen.',
              always: {
                guard: { type: 'isShown', params: { tab: 'operations' } },
                target: 'shown',
                actions: [{ type: 'locateOperations', params: ({ context }) => context }, 'seeOperations'],
              },
            },
          },
        },
      },
    },
  },
});

export type SystemLog = ActorRefFrom<typeof systemLogMachine>;

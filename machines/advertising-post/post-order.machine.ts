import { setup } from 'xstate';
import type { HistoryStep, PageInput } from '../kernel/page/page-contract.ts';
import { keepSearch, tell } from '../kernel/tell.ts';
import { readOrder } from './post-rules.ts';

export type PostOrderEvent = { type: 'postOrder.located'; search: string };

/** Another page preselected materials to create posts of; `search` is the address without them. */
export type PostOrderFact = { type: 'postOrder.arrived'; materialIds: number[]; search: string; how: HistoryStep };

/** Reads preselected materials from every address the page is located at. */
export const postOrder = setup({
  types: {} as { context: PageInput; input: PageInput; events: PostOrderEvent; emitted: PostOrderFact },
  guards: { isOrdered: ({ context }) => readOrder(context.search).length > 0 },
  actions: {
    keepSearch,
    tellArrived: tell<PageInput>(({ search }) => ({
      type: 'postOrder.arrived',
      materialIds: readOrder(search),
      search: '',
      how: 'replace',
    })),
  },
}).createMachine({
  id: 'postOrder',
  description: 'Reads materials preselected by another page from the address.',
  context: ({ input }) => input,
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The address has no preselected materials.',
      always: { guard: 'isOrdered', target: 'arrived' },
      on: { 'postOrder.located': { actions: { type: 'keepSearch', params: ({ event }) => event } } },
    },
    arrived: {
      description: 'The order is told once for every arrival.',
      always: { target: 'waiting', actions: ['tellArrived', { type: 'keepSearch', params: { search: '' } }] },
    },
  },
});

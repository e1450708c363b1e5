import { setup } from 'xstate';
import type { HistoryStep, PageInput } from '../kernel/page/page-contract.ts';
import { keepSearch, tell } from '../kernel/tell.ts';
import { orderedIn } from './post-rules.ts';

export type PostOrderEvent = { type: 'postOrder.located'; search: string };

/** Posts are wanted of these materials; nothing of the order stays in the address. */
export type PostOrderFact = { type: 'postOrder.arrived'; materialIds: number[]; search: string; how: HistoryStep };

/** Notices where an address that the page is led to asks for posts of materials. */
export const postOrder = setup({
  types: {} as { context: PageInput; input: PageInput; events: PostOrderEvent; emitted: PostOrderFact },
  guards: { isOrdered: ({ context }) => orderedIn(context.search).length > 0 },
  actions: {
    keepSearch,
    tellArrived: tell<PageInput>(({ search }) => ({
      type: 'postOrder.arrived',
      materialIds: orderedIn(search),
      search: '',
      how: 'replace',
    })),
  },
}).createMachine({
  id: 'postOrder',
  description: 'Another page may lead here with materials to make posts of.',
  context: ({ input }) => input,
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The address asks for nothing.',
      always: { guard: 'isOrdered', target: 'arrived' },
      on: { 'postOrder.located': { actions: { type: 'keepSearch', params: ({ event }) => event } } },
    },
    arrived: {
      description: 'The order is told once for every arrival.',
      always: { target: 'waiting', actions: ['tellArrived', { type: 'keepSearch', params: { search: '' } }] },
    },
  },
});

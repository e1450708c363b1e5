import type { PageInput } from '../kernel/page/page-contract.ts';
import type { PublishOrder } from './publish-parts.machine.ts';

type Context = { context: PageInput };
type Order = { event: { order: PublishOrder } };

/** Reads a preselection or a publish to repeat from the address. */
export const addressRegion = {
  description: 'Reads a preselection or a publish to repeat from the address.',
  initial: 'idle',
  on: {
    'page.located': { target: '.idle', actions: { type: 'keepSearch', params: ({ event }: { event: PageInput }) => event } },
    'publishRedo.orderLoaded': { target: '.idle', actions: { type: 'keepOrder', params: ({ event }: Order) => event } },
  },
  states: {
    idle: {
      description: 'The address has no preselection.',
      always: [
        { guard: 'hasRedo', target: 'loadingOrder' },
        { guard: 'hasPreselection', target: 'ordered' },
      ],
    },
    loadingOrder: {
      description: 'The address names a publish to repeat: it is loaded, and its key is removed from the address.',
      always: {
        target: 'idle',
        actions: [
          { type: 'redo', params: ({ context }: Context) => context },
          'forgetRedo',
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
    },
    ordered: {
      description: 'The address has a preselection: it is applied, and its keys are removed from the address.',
      always: {
        target: 'idle',
        actions: ['applyPreselection', { type: 'tellMoved', params: { how: 'replace' } }, 'announcePreselection'],
      },
    },
  },
} as const;

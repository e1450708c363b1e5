import type { PageInput } from '../kernel/page/page-contract.ts';
import type { RecalledPublish } from './publish-parts.machine.ts';

type Context = { context: PageInput };
type Recalled = { event: { recalled: RecalledPublish } };

/** Another page may lead here with what is to be published, or with a publish that is wanted again. */
export const addressRegion = {
  description: 'Another page may lead here with what is to be published, or with a publish that is wanted again.',
  initial: 'standing',
  on: {
    'page.located': { target: '.standing', actions: { type: 'keepSearch', params: ({ event }: { event: PageInput }) => event } },
    'publishRecall.recalled': { target: '.standing', actions: { type: 'keepRecalled', params: ({ event }: Recalled) => event } },
  },
  states: {
    standing: {
      description: 'The address names nothing to publish.',
      always: [
        { guard: 'isOrderedAgain', target: 'led' },
        { guard: 'isOrdered', target: 'ordered' },
      ],
    },
    led: {
      description: 'The address names a publish that is wanted again: what it was is asked for, and the address forgets it.',
      always: {
        target: 'standing',
        actions: [
          { type: 'recall', params: ({ context }: Context) => context },
          'forgetRecall',
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
    },
    ordered: {
      description: 'The address names something: it is taken over, and the address forgets it.',
      always: {
        target: 'standing',
        actions: ['takeOrder', { type: 'tellMoved', params: { how: 'replace' } }, 'announceOrder'],
      },
    },
  },
} as const;

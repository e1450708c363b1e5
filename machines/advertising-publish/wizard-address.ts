import type { PageInput } from '../kernel/page/page-contract.ts';
import type { RecalledPublish } from './publish-parts.machine.ts';

type Context = { context: PageInput };
type Recalled = { event: { recalled: RecalledPublish } };

/** Reads a preselection or a recalled publish from the address. */
export const addressRegion = {
  description: 'Reads a preselection or a recalled publish from the address.',
  initial: 'idle',
  on: {
    'page.located': { target: '.idle', actions: { type: 'keepSearch', params: ({ event }: { event: PageInput }) => event } },
    'publishRecall.recalled': { target: '.idle', actions: { type: 'keepRecalled', params: ({ event }: Recalled) => event } },
  },
  states: {
    idle: {
      description: 'The address has no preselection.',
      always: [
        { guard: 'hasRecall', target: 'recalling' },
        { guard: 'hasPreselection', target: 'ordered' },
      ],
    },
    recalling: {
      description: 'The address names a publish to repeat: it is loaded, and its key is removed from the address.',
      always: {
        target: 'idle',
        actions: [
          { type: 'recall', params: ({ context }: Context) => context },
          'forgetRecall',
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

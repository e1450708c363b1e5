import type { QueryDefinition } from './list-query.ts';
import type { HistoryStep, PageInput } from './page-contract.ts';

// Transitions as plain data: whatever they name, a page must have, and the compiler says so where the page takes them.

/** An arrival from outside: the list goes there too. A page's answer to `page.located`; it needs `keepSearch` and `locateList`. */
export const arrival = {
  actions: [
    { type: 'keepSearch', params: ({ event }: { event: PageInput }) => event },
    { type: 'locateList', params: ({ event }: { event: PageInput }) => event },
  ],
} as const;

/** A choice made in the list: the address follows, but for what belongs to others. Needs `keepSearch` and `tellMoved`. */
export const departure = ({ replaceIn }: Pick<QueryDefinition<never>, 'replaceIn'>) =>
  ({
    actions: [
      {
        type: 'keepSearch',
        params: ({ context, event }: { context: PageInput; event: PageInput }) => ({ search: replaceIn(context.search, event.search) }),
      },
      { type: 'tellMoved', params: ({ event }: { event: { how: HistoryStep } }) => event },
    ],
  }) as const;

import type { QueryDefinition } from '../list/list-query.ts';
import type { HistoryStep, PageInput } from './page-contract.ts';

export { keepSearch } from '../tell.ts';

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

interface Application {
  /** The part of the address that the view replaces. */
  query: string;
  how: HistoryStep;
}

/** A view that nobody chose, because it is the default one, is welcome only while nothing else was chosen. */
export const isWelcome = (_: unknown, { how, isBare }: { how: HistoryStep; isBare: boolean }): boolean => how === 'push' || isBare;

/** A saved view was applied: the list goes there, and the address follows. Needs the guard `isWelcome`, and `keepSearch`, `locateList`, `tellMoved`. */
export const application = ({ replaceIn, isBare }: Pick<QueryDefinition<never>, 'replaceIn' | 'isBare'>) =>
  ({
    guard: {
      type: 'isWelcome',
      params: ({ context, event }: { context: PageInput; event: Application }) => ({ how: event.how, isBare: isBare(context.search) }),
    },
    actions: [
      {
        type: 'keepSearch',
        params: ({ context, event }: { context: PageInput; event: Application }) => ({ search: replaceIn(context.search, event.query) }),
      },
      { type: 'locateList', params: ({ context }: { context: PageInput }) => context },
      { type: 'tellMoved', params: ({ event }: { event: Application }) => event },
    ],
  }) as const;

interface Unseen {
  context: PageInput;
  /** What a picker was to name and could not. */
  event: { ids: number[] };
}

/** Something in the address names what its reader may not see, or what is gone. */
export const isFilteredByUnseen = (_: unknown, { names }: { names: readonly string[] }): boolean => names.length > 0;

/** Such a filter is dropped: a page's answer to `….unseen` of a picker. Needs the guard `isFilteredByUnseen`, and `refuseFilters`. */
export const unseenIn =
  <Filters extends object>({ read }: Pick<QueryDefinition<Filters>, 'read'>) =>
  (...filters: (keyof Filters & string)[]) => {
    const params = ({ context, event }: Unseen) => {
      const chosen = read(context.search).filters;
      return { names: filters.filter((name) => event.ids.some((one) => one === chosen[name])) };
    };
    return { guard: { type: 'isFilteredByUnseen', params }, actions: { type: 'refuseFilters', params } } as const;
  };

import { type QueryDefinition, toSearch } from '../list/list-query.ts';
import type { HistoryStep, PageInput } from './page-contract.ts';

export { keepSearch } from '../tell.ts';

/** The address key of an action that a link starts: `?do=create` opens the form for a new row. */
const ACTION_KEY = 'do';

export const readAction = (search: string): string | undefined => new URLSearchParams(search).get(ACTION_KEY) ?? undefined;

export function withAction(search: string, action: string): string {
  const whole = new URLSearchParams(search);
  whole.set(ACTION_KEY, action);
  return toSearch(whole);
}

function withoutAction(search: string): string {
  const left = new URLSearchParams(search);
  left.delete(ACTION_KEY);
  return toSearch(left);
}

// Transitions as plain data. The compiler checks where a page uses them that it has the guards and actions they name.

/** Handles `page.located`: the list follows the new address. Needs `keepSearch` and `locateList`. */
export const handleLocated = {
  actions: [
    { type: 'keepSearch', params: ({ event }: { event: PageInput }) => event },
    { type: 'locateList', params: ({ event }: { event: PageInput }) => event },
  ],
} as const;

/** Handles a move of the list: its part of the address is replaced. Needs `keepSearch` and `tellMoved`. */
export const handleMoved = ({ replaceIn }: Pick<QueryDefinition<never>, 'replaceIn'>) =>
  ({
    actions: [
      {
        type: 'keepSearch',
        params: ({ context, event }: { context: PageInput; event: PageInput }) => ({ search: replaceIn(context.search, event.search) }),
      },
      { type: 'tellMoved', params: ({ event }: { event: { how: HistoryStep } }) => event },
    ],
  }) as const;

/** Handles `page.actionTaken`: the action leaves the address, so that a reload does not start it again. Needs `keepSearch` and `tellMoved`. */
export const handleActionTaken = {
  actions: [
    { type: 'keepSearch', params: ({ context }: { context: PageInput }) => ({ search: withoutAction(context.search) }) },
    { type: 'tellMoved', params: { how: 'replace' } satisfies { how: HistoryStep } },
  ],
} as const;

interface AppliedView {
  /** The part of the address that the view replaces. */
  query: string;
  how: HistoryStep;
}

/** The default view, which the user did not choose, is applied only while the address has no query. */
export const isViewApplicable = (_: unknown, { how, isBare }: { how: HistoryStep; isBare: boolean }): boolean => how === 'push' || isBare;

/**
 * Handles an applied view: the list and the address follow it. Needs the guard `isViewApplicable`, and `keepSearch`, `locateList`, `tellMoved`.
 */
export const handleViewApplied = ({ replaceIn, isBare }: Pick<QueryDefinition<never>, 'replaceIn' | 'isBare'>) =>
  ({
    guard: {
      type: 'isViewApplicable',
      params: ({ context, event }: { context: PageInput; event: AppliedView }) => ({ how: event.how, isBare: isBare(context.search) }),
    },
    actions: [
      {
        type: 'keepSearch',
        params: ({ context, event }: { context: PageInput; event: AppliedView }) => ({ search: replaceIn(context.search, event.query) }),
      },
      { type: 'locateList', params: ({ context }: { context: PageInput }) => context },
      { type: 'tellMoved', params: ({ event }: { event: AppliedView }) => event },
    ],
  }) as const;

interface Unseen {
  context: PageInput;
  /** Ids whose names a picker could not load; `filter` names the one it belongs to, where one picker serves several. */
  event: { ids: number[]; filter?: string };
}

/** Whether a filter in the address names something that is gone or hidden from the user. */
export const isFilteredByUnseen = (_: unknown, { names }: { names: readonly string[] }): boolean => names.length > 0;

/** Handles `….unseen` of a picker by dropping such filters. Needs the guard `isFilteredByUnseen`, and `refuseFilters`. */
export const handleUnseen =
  <Filters extends object>({ read }: Pick<QueryDefinition<Filters>, 'read'>) =>
  (...filters: (keyof Filters & string)[]) => {
    const params = ({ context, event }: Unseen) => {
      const chosen = read(context.search).filters;
      const isUnseen = (name: keyof Filters & string) => {
        const values: unknown[] = [chosen[name] ?? []].flat();
        // Of several, those that can be seen still match something.
        return values.length > 0 && values.every((value) => event.ids.some((one) => one === value));
      };
      const concerned = filters.filter((name) => event.filter === undefined || event.filter === name);
      return { names: concerned.filter(isUnseen) };
    };
    return { guard: { type: 'isFilteredByUnseen', params }, actions: { type: 'refuseFilters', params } } as const;
  };

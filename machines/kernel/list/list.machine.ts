import { assign, emit, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { CHANGING_ROWS_MS, pauseAfter, type RefreshSeconds, STALE_MS } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import type { DataFreshness } from '../report/report-tree.ts';
import { tell } from '../tell.ts';
import type { FiltersRemoved } from './filters-removed.ts';
import type { ListQuery, PageSize, QueryDefinition, Sort } from './list-query.ts';

/** The input of a load. */
export type ListRequest<Filters> = ListQuery<Filters> & {
  /** The clock started this load, not the user: a failure is shown at the list and interrupts nothing. */
  isByClock?: true;
};

export interface ListAnswer<Row, Totals = unknown> {
  rows: Row[];
  /** Rows of the whole filtered set. */
  total: number;
  /** Sums and the like over the whole filtered set, by column. */
  totals?: Totals | undefined;
  /** How recent the figures are; undefined if the rows have none. */
  fresh?: DataFreshness | undefined;
}

/** The selection for a bulk action: rows by their ids, or all rows that match the filters. */
export type Selection<RowId> = { kind: 'rows'; ids: RowId[] } | { kind: 'allMatching'; total: number };

export interface ListContext<Row, Filters, RowId, Answer extends ListAnswer<Row>> {
  query: ListQuery<Filters>;
  /** Chosen rows. They stay chosen across pages and are cleared by a new filter. */
  chosen: RowId[];
  /** All rows that match the filters are chosen instead, with their number in the newest answer. */
  allMatching: { total: number } | undefined;
  /** Whether the list is on the screen; the clock loads nothing otherwise. */
  watched: boolean;
  /** Interval of automatic refreshes; 0: never. */
  autoRefresh: RefreshSeconds;
  /** The newest answer. It comes from the server and can be loaded again. */
  answer: Answer | undefined;
  failure: Failure | undefined;
  /** Number of failed loads in a row. */
  failures: number;
}

export type ListEvent<Row, Filters, RowId> =
  | { type: 'list.located'; search: string }
  | { type: 'list.filtersChosen'; filters: Filters }
  /** Some filters changed; the other filters stay, including text that was just typed. */
  | { type: 'list.filtersChanged'; changes: Partial<Filters> }
  /**
   * The user may not see what these filters name, so they are removed from the address. `left`: the remaining values of a filter that
   * named several.
   */
  | { type: 'list.filtersRefused'; names: (keyof Filters & string)[]; left?: Partial<Filters> }
  | { type: 'list.sortChosen'; sort: Sort | undefined }
  | { type: 'list.pageChosen'; page: number }
  | { type: 'list.pageSizeChosen'; pageSize: PageSize }
  | { type: 'list.refreshRequested' }
  /** Sent by the clock: reloads quietly, and only while nothing has failed. */
  | { type: 'list.refreshDue' }
  /** The list is on the screen, again or for the first time. */
  | { type: 'list.seen' }
  /** It is no longer on the screen. */
  | { type: 'list.left' }
  | { type: 'list.autoRefreshChosen'; seconds: RefreshSeconds }
  | { type: 'list.rowsChosen'; ids: RowId[] }
  | { type: 'list.allMatchingChosen' }
  | { type: 'list.rowReplaced'; row: Row }
  /** The row is gone and is removed from the chosen ones. */
  | { type: 'list.rowForgotten'; id: RowId };

export type ListFact = { type: 'list.moved'; search: string; how: HistoryStep };

/** The selection in the form that bulk actions expect. */
export const selectionOf = <RowId>({
  chosen,
  allMatching,
}: Pick<ListContext<never, never, RowId, never>, 'chosen' | 'allMatching'>): Selection<RowId> =>
  allMatching ? { kind: 'allMatching', total: allMatching.total } : { kind: 'rows', ids: chosen };

/** A list whose query is in the address. Rows stay while newer ones load, and only the answer to the newest query is kept. */
export function createListMachine<Row, Filters, RowId extends number | string = number, Answer extends ListAnswer<Row> = ListAnswer<Row>>({
  id,
  description = 'Rows as the address specifies them; reloaded when they are stale and on the screen.',
  query: address,
  rowId,
  isAboutToChange = () => false,
  mergeRow = (_, row) => row,
}: MachineName & {
  query: QueryDefinition<Filters>;
  rowId: (row: Row) => RowId;
  /**
   * Whether a row will change by itself, such as a file that is being processed: while the page has one, the list reloads every few
   * seconds.
   */
  isAboutToChange?: (row: Row) => boolean;
  /** Merges a replacement that may lack some fields into the old row. */
  mergeRow?: (old: Row, row: Row) => Row;
}) {
  type Context = ListContext<Row, Filters, RowId, Answer>;
  const hasRowAboutToChange = ({ answer }: Pick<Context, 'answer'>) => answer?.rows.some(isAboutToChange) ?? false;
  const isByClock = ({ type }: { type: string }) => type === 'list.refreshDue' || type.startsWith('xstate.after.');
  const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size));

  return setup({
    types: {} as {
      context: Context;
      events: ListEvent<Row, Filters, RowId>;
      input: { search: string };
      emitted: FiltersRemoved;
      tags: 'busy' | 'quiet' | 'failed';
    },
    actors: { loadRows: missingActor<Answer, ListRequest<Filters>>('loadRows') },
    guards: {
      hasAnswer: ({ context }) => context.answer !== undefined,
      isWatched: ({ context }) => context.watched,
      isAutoRefreshed: ({ context }) => context.watched && (context.autoRefresh > 0 || hasRowAboutToChange(context)),
      isNotAutoRefreshed: ({ context }) => !context.watched || (context.autoRefresh === 0 && !hasRowAboutToChange(context)),
      isRefreshHeld: ({ context }) => !hasRowAboutToChange(context) && (context.chosen.length > 0 || context.allMatching !== undefined),
      isAnotherQuery: ({ context }, { search }: { search: string }) => address.write(address.read(search)) !== address.write(context.query),
      isPastTheEnd: ({ context }, { answer }: { answer: Answer }) => context.query.page > lastPage(answer.total, context.query.pageSize),
    },
    delays: {
      staleness: STALE_MS,
      refreshPause: ({ context }) =>
        pauseAfter(context.failures, hasRowAboutToChange(context) ? CHANGING_ROWS_MS : context.autoRefresh * 1000),
    },
    actions: {
      changeQuery: assign(({ context }, change: Partial<ListQuery<Filters>>) => ({ query: { ...context.query, page: 1, ...change } })),
      emitFiltersRemoved: emit({ type: 'filters.removed' }),
      removeFilters: assign(({ context: { query } }, { names, left }: { names: string[]; left?: Partial<Filters> }) => {
        const kept = Object.entries(query.filters as object).filter(([name]) => !names.includes(name));
        return { query: { ...query, page: 1, filters: { ...(Object.fromEntries(kept) as Filters), ...left } } };
      }),
      readAddress: assign((_, { search }: { search: string }) => ({ query: address.read(search) })),
      choose: assign((_, { ids }: { ids: RowId[] }) => ({ chosen: ids, allMatching: undefined })),
      chooseAllMatching: assign(({ context: { answer } }) => ({ chosen: [], allMatching: { total: answer?.total ?? 0 } })),
      clearChosen: assign({ chosen: [], allMatching: undefined }),
      removeFromChosen: assign(({ context: { chosen } }, { id: gone }: { id: RowId }) => ({
        chosen: chosen.filter((one) => one !== gone),
      })),
      keepAnswer: assign(({ context: { allMatching } }, { answer }: { answer: Answer }) => ({
        answer,
        failure: undefined,
        failures: 0,
        allMatching: allMatching && { total: answer.total },
      })),
      watch: assign({ watched: true }),
      unwatch: assign({ watched: false }),
      keepAutoRefresh: assign((_, { seconds }: { seconds: RefreshSeconds }) => ({ autoRefresh: seconds })),
      keepFailure: assign(({ context }, { error }: { error: unknown }) => ({ failure: toFailure(error), failures: context.failures + 1 })),
      replaceRow: assign(({ context: { answer } }, { row }: { row: Row }) => ({
        answer: answer && { ...answer, rows: answer.rows.map((old) => (rowId(old) === rowId(row) ? mergeRow(old, row) : old)) },
      })),
      tellMoved: tell<Context, { how: HistoryStep }>(({ query }, { how }) => ({
        type: 'list.moved',
        search: address.write(query),
        how,
      })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({
      query: address.read(input.search),
      chosen: [],
      allMatching: undefined,
      watched: false,
      autoRefresh: 0,
      answer: undefined,
      failure: undefined,
      failures: 0,
    }),
    initial: 'loading',
    on: {
      'list.located': {
        guard: { type: 'isAnotherQuery', params: ({ event }) => event },
        target: '.loading',
        reenter: true,
        actions: ['clearChosen', { type: 'readAddress', params: ({ event }) => event }],
      },
      'list.filtersChosen': {
        target: '.loading',
        actions: [
          'clearChosen',
          { type: 'changeQuery', params: ({ event }) => ({ filters: event.filters }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.filtersChanged': {
        target: '.loading',
        actions: [
          'clearChosen',
          { type: 'changeQuery', params: ({ context, event }) => ({ filters: { ...context.query.filters, ...event.changes } }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.filtersRefused': {
        target: '.loading',
        actions: [
          'clearChosen',
          { type: 'removeFilters', params: ({ event }) => event },
          { type: 'tellMoved', params: { how: 'replace' } },
          'emitFiltersRemoved',
        ],
      },
      'list.sortChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ sort: event.sort }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.pageChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ page: event.page }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.pageSizeChosen': {
        target: '.loading',
        actions: [
          { type: 'changeQuery', params: ({ event }) => ({ pageSize: event.pageSize }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.refreshRequested': { target: '.loading' },
      'list.seen': { actions: 'watch' },
      'list.left': { actions: 'unwatch' },
      'list.autoRefreshChosen': { actions: { type: 'keepAutoRefresh', params: ({ event }) => event } },
      'list.allMatchingChosen': { guard: 'hasAnswer', actions: 'chooseAllMatching' },
      'list.rowsChosen': { actions: { type: 'choose', params: ({ event }) => event } },
      'list.rowReplaced': { actions: { type: 'replaceRow', params: ({ event }) => event } },
      'list.rowForgotten': { actions: { type: 'removeFromChosen', params: ({ event }) => event } },
    },
    states: {
      loading: {
        initial: 'visibly',
        states: {
          visibly: { description: 'The table shows a loading indicator.', tags: 'busy' },
          quietly: { description: 'Known rows stay unchanged meanwhile.', tags: 'quiet' },
          asNeeded: {
            description: 'Loads quietly if there are rows to keep, visibly otherwise.',
            always: [{ guard: 'hasAnswer', target: 'quietly' }, { target: 'visibly' }],
          },
        },
        invoke: {
          id: 'loadRows',
          src: 'loadRows',
          input: ({ context, event }) => ({ ...context.query, ...(isByClock(event) && { isByClock: true as const }) }),
          onDone: [
            {
              guard: { type: 'isPastTheEnd', params: ({ event }) => ({ answer: event.output }) },
              target: 'loading',
              reenter: true,
              actions: [
                {
                  type: 'changeQuery',
                  params: ({ context, event }) => ({ page: lastPage(event.output.total, context.query.pageSize) }),
                },
                { type: 'tellMoved', params: { how: 'replace' } },
              ],
            },
            { target: 'shown', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
          ],
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      shown: {
        type: 'parallel',
        on: {
          'list.refreshDue': 'loading.quietly',
          // Also without an answer, because a page's memo does not keep answers.
          'list.seen': { target: 'loading.asNeeded', actions: 'watch' },
        },
        states: {
          age: {
            description: 'Whether the rows are old enough to be reloaded.',
            initial: 'fresh',
            states: {
              fresh: { after: { staleness: 'stale' }, on: { 'list.seen': { guard: 'hasAnswer', actions: 'watch' } } },
              stale: {},
            },
          },
          clock: {
            description:
              'Reloads at the chosen interval while the list is on the screen and no rows are chosen, because chosen rows must not move. Rows that are about to change shorten the interval.',
            initial: 'resting',
            states: {
              resting: { description: 'Nothing is reloaded automatically.', always: { guard: 'isAutoRefreshed', target: 'ticking' } },
              ticking: {
                description: 'Waits for the next reload.',
                always: { guard: 'isNotAutoRefreshed', target: 'resting' },
                on: {
                  'list.autoRefreshChosen': {
                    target: 'ticking',
                    reenter: true,
                    actions: { type: 'keepAutoRefresh', params: ({ event }) => event },
                  },
                },
                after: {
                  refreshPause: [{ guard: 'isRefreshHeld', target: 'ticking', reenter: true }, { target: `#${id}.loading.quietly` }],
                },
              },
            },
          },
        },
      },
      failed: {
        description: 'Loading failed; with automatic refreshes it is retried after longer and longer pauses.',
        tags: 'failed',
        // Reloads only after the list was away from the screen, not when its view is first drawn.
        on: { 'list.seen': [{ guard: 'isWatched' }, { target: 'loading.asNeeded', actions: 'watch' }] },
        initial: 'resting',
        states: {
          resting: { description: 'Nothing is reloaded automatically.', always: { guard: 'isAutoRefreshed', target: 'ticking' } },
          ticking: {
            description: 'Waits for the next attempt.',
            always: { guard: 'isNotAutoRefreshed', target: 'resting' },
            on: {
              'list.autoRefreshChosen': {
                target: 'ticking',
                reenter: true,
                actions: { type: 'keepAutoRefresh', params: ({ event }) => event },
              },
            },
            after: {
              refreshPause: [{ guard: 'isRefreshHeld', target: 'ticking', reenter: true }, { target: `#${id}.loading.quietly` }],
            },
          },
        },
      },
    },
  });
}

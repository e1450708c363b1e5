import { assign, emit, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { pauseAfter, type RefreshSeconds, STALE_MS } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import type { FiltersRemoved } from './filters-removed.ts';
import type { QueryDefinition } from './list-query.ts';

/** How long a load may take before the user is offered to cancel it. */
export const SLOW_LOAD_MS = 10_000;

/** Most entries that are loaded to choose everything that matches. */
export const MAX_GATHERED = 2000;

export interface LogPage<Row> {
  rows: Row[];
  /** Cursor of the next, older page; null at the end. */
  nextCursor: string | null;
  /** Exact up to a limit of the server; beyond it the limit itself, with `totalCapped`. */
  total: number;
  totalCapped: boolean;
}

export interface LogRequest<Filters> {
  filters: Filters;
  /** Undefined for the newest page. */
  cursor: string | undefined;
}

export interface LogContext<Row, Filters> {
  filters: Filters;
  /** All entries loaded so far, newest first. */
  answer: LogPage<Row> | undefined;
  /** Ids of the rows whose details are open. */
  opened: number[];
  /** Ids of the rows chosen for an action. */
  chosen: number[];
  /** Whether the log is on the screen; the clock loads nothing otherwise. */
  watched: boolean;
  /** Interval of automatic refreshes of the newest page; 0: never. */
  autoRefresh: RefreshSeconds;
  failure: Failure | undefined;
  /** Number of failed loads in a row. */
  failures: number;
}

export type LogEvent<Filters> =
  | { type: 'log.located'; search: string }
  | { type: 'log.filtersChosen'; filters: Filters }
  | { type: 'log.moreRequested' }
  /** Everything that matches is chosen, so all older entries are loaded first. */
  | { type: 'log.allRequested' }
  | { type: 'log.refreshRequested' }
  | { type: 'log.loadCanceled' }
  /** Sent by the clock: reloads quietly, and only while nothing has failed. */
  | { type: 'log.refreshDue' }
  /** The log is on the screen, again or for the first time. */
  | { type: 'log.seen' }
  /** It is no longer on the screen. */
  | { type: 'log.left' }
  | { type: 'log.autoRefreshChosen'; seconds: RefreshSeconds }
  | { type: 'log.rowToggled'; id: number }
  | { type: 'log.rowsChosen'; ids: number[] }
  /** A filter names rows that are gone or hidden from the user. */
  | { type: 'log.idsRefused'; filter: string; ids: number[] };

export type LogFact = { type: 'log.moved'; search: string; how: HistoryStep };

/** An append-only table, newest first, that loads older entries on request. Its filters are in the address. */
export function createLogMachine<Row extends { id: number }, Filters>({
  id,
  description = 'Log entries, newest first, with older ones loaded on request.',
  query: address,
  isChoosable = () => true,
}: MachineName & {
  query: QueryDefinition<Filters>;
  /** Whether an entry can be chosen for an action. */
  isChoosable?: (row: Row) => boolean;
}) {
  type Context = LogContext<Row, Filters>;
  /** The newest page followed by the older entries already loaded, if the two overlap. */
  const mergeNewest = (newest: LogPage<Row>, known: LogPage<Row> | undefined): LogPage<Row> => {
    const last = newest.rows.at(-1);
    const overlap = last && known ? known.rows.findIndex(({ id: one }) => one === last.id) : -1;
    if (!known || overlap < 0) return newest;
    return { ...newest, rows: [...newest.rows, ...known.rows.slice(overlap + 1)], nextCursor: known.nextCursor };
  };
  const filterNamed = (filters: Filters, name: string): unknown => Object.entries(filters as object).find(([key]) => key === name)?.[1];
  const withoutIds = (filters: Filters, { filter, ids }: { filter: string; ids: number[] }): Filters => {
    const left = [filterNamed(filters, filter) ?? []].flat().filter((one) => !ids.some((id) => id === one));
    return { ...filters, [filter]: left.length > 0 ? left : undefined };
  };
  const addressOf = (filters: Filters) => address.write({ ...address.read(''), filters });

  return setup({
    types: {} as {
      context: Context;
      events: LogEvent<Filters>;
      input: { search: string };
      emitted: LogFact | FiltersRemoved;
      tags: 'busy' | 'quiet' | 'failed' | 'slow' | 'canceled';
    },
    actors: { loadPage: missingActor<LogPage<Row>, LogRequest<Filters>>('loadPage') },
    guards: {
      hasAnswer: ({ context }) => context.answer !== undefined,
      isWatched: ({ context }) => context.watched,
      isAutoRefreshed: ({ context }) => context.watched && context.autoRefresh > 0,
      isNotAutoRefreshed: ({ context }) => !context.watched || context.autoRefresh === 0,
      isAnotherQuery: ({ context }, { search }: { search: string }) =>
        addressOf(address.read(search).filters) !== addressOf(context.filters),
      hasOneOf: ({ context }, { filter, ids }: { filter: string; ids: number[] }) =>
        [filterNamed(context.filters, filter)].flat().some((one) => ids.some((id) => id === one)),
      isGathered: ({ context: { answer } }) => !answer || answer.nextCursor === null || answer.rows.length >= MAX_GATHERED,
      hasMore: ({ context }) => context.answer !== undefined && context.answer.nextCursor !== null,
    },
    delays: {
      staleness: STALE_MS,
      slowness: SLOW_LOAD_MS,
      refreshPause: ({ context }) => pauseAfter(context.failures, context.autoRefresh * 1000),
    },
    actions: {
      emitFiltersRemoved: emit({ type: 'filters.removed' }),
      changeFilters: assign((_, { filters }: { filters: Filters }) => ({ filters, opened: [], chosen: [] })),
      keepNewest: assign((_, answer: LogPage<Row>) => ({ answer, failure: undefined, failures: 0 })),
      mergeNewest: assign(({ context }, newest: LogPage<Row>) => ({
        answer: mergeNewest(newest, context.answer),
        failure: undefined,
        failures: 0,
      })),
      keepOlder: assign(({ context: { answer } }, older: LogPage<Row>) => ({
        answer: { ...older, rows: [...(answer?.rows ?? []), ...older.rows] },
        failure: undefined,
        failures: 0,
      })),
      keepFailure: assign(({ context }, { error }: { error: unknown }) => ({ failure: toFailure(error), failures: context.failures + 1 })),
      watch: assign({ watched: true }),
      unwatch: assign({ watched: false }),
      keepAutoRefresh: assign((_, { seconds }: { seconds: RefreshSeconds }) => ({ autoRefresh: seconds })),
      toggleRow: assign(({ context: { opened } }, row: number) => ({
        opened: opened.includes(row) ? opened.filter((one) => one !== row) : [...opened, row],
      })),
      chooseAll: assign(({ context: { answer } }) => ({ chosen: answer?.rows.filter(isChoosable).map((row) => row.id) ?? [] })),
      choose: assign((_, { ids }: { ids: number[] }) => ({ chosen: ids })),
      tellMoved: tell<Context>(({ filters }) => ({ type: 'log.moved', search: addressOf(filters), how: 'push' })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({
      filters: address.read(input.search).filters,
      answer: undefined,
      opened: [],
      chosen: [],
      watched: false,
      autoRefresh: 0,
      failure: undefined,
      failures: 0,
    }),
    initial: 'loading',
    on: {
      'log.located': {
        guard: { type: 'isAnotherQuery', params: ({ event }) => event },
        target: '.loading',
        reenter: true,
        actions: { type: 'changeFilters', params: ({ event }) => address.read(event.search) },
      },
      'log.filtersChosen': {
        target: '.loading',
        actions: [{ type: 'changeFilters', params: ({ event }) => event }, 'tellMoved'],
      },
      'log.idsRefused': {
        guard: { type: 'hasOneOf', params: ({ event }) => event },
        target: '.loading',
        actions: [
          { type: 'changeFilters', params: ({ context, event }) => ({ filters: withoutIds(context.filters, event) }) },
          'tellMoved',
          'emitFiltersRemoved',
        ],
      },
      'log.rowsChosen': { actions: { type: 'choose', params: ({ event }) => event } },
      'log.refreshRequested': '.loading',
      // Also without an answer, because a page's memo does not keep answers.
      'log.seen': { target: '.resuming', actions: 'watch' },
      'log.left': { actions: 'unwatch' },
      'log.autoRefreshChosen': { actions: { type: 'keepAutoRefresh', params: ({ event }) => event } },
      'log.rowToggled': { actions: { type: 'toggleRow', params: ({ event }) => event.id } },
    },
    states: {
      resuming: {
        description: 'The log is on the screen again: known entries stay while newer ones load.',
        always: [{ guard: 'hasAnswer', target: 'refreshing.quietly' }, { target: 'loading' }],
      },
      loading: {
        description: 'The newest page is loaded.',
        tags: 'busy',
        on: { 'log.seen': { actions: 'watch' }, 'log.loadCanceled': 'canceled' },
        initial: 'withinUsualTime',
        states: {
          withinUsualTime: { description: 'Usual time.', after: { slowness: 'longerThanUsual' } },
          longerThanUsual: { description: 'It takes long, so the user may cancel it.', tags: 'slow' },
        },
        invoke: {
          id: 'loadNewest',
          src: 'loadPage',
          input: ({ context }) => ({ filters: context.filters, cursor: undefined }),
          onDone: { target: 'shown', actions: { type: 'keepNewest', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      refreshing: {
        description: 'The newest page is reloaded; older entries below it stay.',
        initial: 'visibly',
        on: { 'log.refreshRequested': { target: 'refreshing', reenter: true }, 'log.seen': { actions: 'watch' } },
        states: {
          visibly: { description: 'The log shows a loading indicator.', tags: 'busy' },
          quietly: { description: 'Known entries stay unchanged meanwhile.', tags: 'quiet' },
        },
        invoke: {
          id: 'loadNewest',
          src: 'loadPage',
          input: ({ context }) => ({ filters: context.filters, cursor: undefined }),
          onDone: { target: 'shown', actions: { type: 'mergeNewest', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      shown: {
        type: 'parallel',
        on: {
          'log.moreRequested': { guard: 'hasMore', target: 'continuing' },
          'log.allRequested': 'gathering',
          'log.refreshRequested': 'refreshing',
          'log.refreshDue': 'refreshing.quietly',
        },
        states: {
          age: {
            description: 'Whether the entries are old enough to be reloaded.',
            initial: 'fresh',
            states: {
              fresh: { after: { staleness: 'stale' }, on: { 'log.seen': { guard: 'hasAnswer', actions: 'watch' } } },
              stale: {},
            },
          },
          clock: {
            description: 'Reloads at the chosen interval while the log is on the screen.',
            initial: 'resting',
            states: {
              resting: { description: 'Nothing is reloaded automatically.', always: { guard: 'isAutoRefreshed', target: 'ticking' } },
              ticking: {
                description: 'Waits for the next reload.',
                always: { guard: 'isNotAutoRefreshed', target: 'resting' },
                on: {
                  'log.autoRefreshChosen': {
                    target: 'ticking',
                    reenter: true,
                    actions: { type: 'keepAutoRefresh', params: ({ event }) => event },
                  },
                },
                after: { refreshPause: `#${id}.refreshing.quietly` },
              },
            },
          },
        },
      },
      continuing: {
        description: 'Older entries are loading.',
        tags: 'busy',
        on: { 'log.seen': { guard: 'hasAnswer', actions: 'watch' } },
        invoke: {
          id: 'loadOlder',
          src: 'loadPage',
          input: ({ context }) => ({ filters: context.filters, cursor: context.answer?.nextCursor ?? undefined }),
          onDone: { target: 'shown', actions: { type: 'keepOlder', params: ({ event }) => event.output } },
          onError: { target: 'shown', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      gathering: {
        description: 'Older entries are loading page by page, so that everything that matches is chosen.',
        tags: 'busy',
        on: { 'log.seen': { guard: 'hasAnswer', actions: 'watch' } },
        initial: 'checking',
        states: {
          checking: {
            description: 'Decides whether there are older entries to load.',
            always: [{ guard: 'isGathered', target: `#${id}.shown`, actions: 'chooseAll' }, { target: 'loading' }],
          },
          loading: {
            invoke: {
              id: 'loadOlder',
              src: 'loadPage',
              input: ({ context }) => ({ filters: context.filters, cursor: context.answer?.nextCursor ?? undefined }),
              onDone: { target: 'checking', actions: { type: 'keepOlder', params: ({ event }) => event.output } },
              onError: { target: `#${id}.shown`, actions: { type: 'keepFailure', params: ({ event }) => event } },
            },
          },
        },
      },
      canceled: {
        description: 'The user canceled a slow load; the entries are those of the last answer.',
        tags: 'canceled',
        // Reloads only after the log was away from the screen.
        on: { 'log.seen': { guard: 'isWatched' } },
      },
      failed: {
        description: 'Loading failed; with automatic refreshes it is retried after longer and longer pauses.',
        tags: 'failed',
        // Reloads only after the log was away from the screen, not when its view is first drawn.
        on: { 'log.seen': { guard: 'isWatched' } },
        initial: 'resting',
        states: {
          resting: { description: 'Nothing is reloaded automatically.', always: { guard: 'isAutoRefreshed', target: 'ticking' } },
          ticking: {
            description: 'Waits for the next attempt.',
            always: { guard: 'isNotAutoRefreshed', target: 'resting' },
            on: {
              'log.autoRefreshChosen': {
                target: 'ticking',
                reenter: true,
                actions: { type: 'keepAutoRefresh', params: ({ event }) => event },
              },
            },
            after: { refreshPause: `#${id}.refreshing.quietly` },
          },
        },
      },
    },
  });
}

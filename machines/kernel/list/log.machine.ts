import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { pauseAfter, type RefreshSeconds, STALE_MS } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import type { QueryDefinition } from './list-query.ts';

export interface LogPage<Row> {
  rows: Row[];
  /** Where the next, older page begins; null at the end. */
  nextCursor: string | null;
  /** Exact up to a limit of the server's; then the limit, and `totalCapped`. */
  total: number;
  totalCapped: boolean;
}

export interface LogQuestion<Filters> {
  filters: Filters;
  /** Undefined for the newest page. */
  cursor: string | undefined;
}

export interface LogContext<Row, Filters> {
  filters: Filters;
  /** Everything loaded so far, newest first. */
  answer: LogPage<Row> | undefined;
  /** Rows that show their details. */
  opened: number[];
  /** Rows that something is to be done with. */
  chosen: number[];
  /** Whether somebody looks; the clock asks for nobody. */
  watched: boolean;
  /** How often the newest page is asked for again by itself; 0: never. */
  autoRefresh: RefreshSeconds;
  failure: Failure | undefined;
  /** How often in a row an answer did not come. */
  failures: number;
}

export type LogEvent<Filters> =
  | { type: 'log.located'; search: string }
  | { type: 'log.filtersChosen'; filters: Filters }
  | { type: 'log.moreRequested' }
  | { type: 'log.refreshRequested' }
  /** By the clock: done quietly, and only while all is well. */
  | { type: 'log.refreshDue' }
  /** The log is on the screen, again or for the first time. */
  | { type: 'log.seen' }
  /** It is no longer on the screen. */
  | { type: 'log.left' }
  | { type: 'log.autoRefreshChosen'; seconds: RefreshSeconds }
  | { type: 'log.rowToggled'; id: number }
  | { type: 'log.rowsChosen'; ids: number[] }
  /** A filter names rows by ids that are gone, or hidden from the reader. */
  | { type: 'log.idsRefused'; filter: string; ids: number[] };

export type LogFact = { type: 'log.moved'; search: string; how: HistoryStep };

/** An append-only table, newest first, continued on request. Its filters live in the address. */
export function createLogMachine<Row extends { id: number }, Filters>({
  id,
  description = 'What happened, newest first, continued below on request.',
  query: address,
}: MachineName & {
  query: QueryDefinition<Filters>;
}) {
  type Context = LogContext<Row, Filters>;
  /** The newest page above what was continued below it, where the two meet. */
  const merged = (newest: LogPage<Row>, known: LogPage<Row> | undefined): LogPage<Row> => {
    const last = newest.rows.at(-1);
    const meeting = last && known ? known.rows.findIndex(({ id: one }) => one === last.id) : -1;
    if (!known || meeting < 0) return newest;
    return { ...newest, rows: [...newest.rows, ...known.rows.slice(meeting + 1)], nextCursor: known.nextCursor };
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
      emitted: LogFact;
      tags: 'busy' | 'quiet' | 'failed';
    },
    actors: { loadPage: missingActor<LogPage<Row>, LogQuestion<Filters>>('loadPage') },
    guards: {
      hasAnswer: ({ context }) => context.answer !== undefined,
      isWatched: ({ context }) => context.watched,
      isWaitedFor: ({ context }) => context.watched && context.autoRefresh > 0,
      isNotWaitedFor: ({ context }) => !context.watched || context.autoRefresh === 0,
      isElsewhere: ({ context }, { search }: { search: string }) => addressOf(address.read(search).filters) !== addressOf(context.filters),
      hasOneOf: ({ context }, { filter, ids }: { filter: string; ids: number[] }) =>
        [filterNamed(context.filters, filter)].flat().some((one) => ids.some((id) => id === one)),
      hasMore: ({ context }) => context.answer !== undefined && context.answer.nextCursor !== null,
    },
    delays: { staleness: STALE_MS, refreshPause: ({ context }) => pauseAfter(context.failures, context.autoRefresh * 1000) },
    actions: {
      turnTo: assign((_, { filters }: { filters: Filters }) => ({ filters, opened: [], chosen: [] })),
      keepNewest: assign((_, answer: LogPage<Row>) => ({ answer, failure: undefined, failures: 0 })),
      mergeNewest: assign(({ context }, newest: LogPage<Row>) => ({
        answer: merged(newest, context.answer),
        failure: undefined,
        failures: 0,
      })),
      keepOlder: assign(({ context: { answer } }, older: LogPage<Row>) => ({
        answer: { ...older, rows: [...(answer?.rows ?? []), ...older.rows] },
        failure: undefined,
        failures: 0,
      })),
      keepFailure: assign(({ context }, { error }: { error: unknown }) => ({ failure: failureOf(error), failures: context.failures + 1 })),
      watch: assign({ watched: true }),
      unwatch: assign({ watched: false }),
      keepPace: assign((_, { seconds }: { seconds: RefreshSeconds }) => ({ autoRefresh: seconds })),
      toggleRow: assign(({ context: { opened } }, row: number) => ({
        opened: opened.includes(row) ? opened.filter((one) => one !== row) : [...opened, row],
      })),
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
        guard: { type: 'isElsewhere', params: ({ event }) => event },
        target: '.loading',
        reenter: true,
        actions: { type: 'turnTo', params: ({ event }) => address.read(event.search) },
      },
      'log.filtersChosen': {
        target: '.loading',
        actions: [{ type: 'turnTo', params: ({ event }) => event }, 'tellMoved'],
      },
      'log.idsRefused': {
        guard: { type: 'hasOneOf', params: ({ event }) => event },
        target: '.loading',
        actions: [{ type: 'turnTo', params: ({ context, event }) => ({ filters: withoutIds(context.filters, event) }) }, 'tellMoved'],
      },
      'log.rowsChosen': { actions: { type: 'choose', params: ({ event }) => event } },
      'log.refreshRequested': '.loading',
      // Also without an answer: it was not kept while the page slept.
      'log.seen': { target: '.resuming', actions: 'watch' },
      'log.left': { actions: 'unwatch' },
      'log.autoRefreshChosen': { actions: { type: 'keepPace', params: ({ event }) => event } },
      'log.rowToggled': { actions: { type: 'toggleRow', params: ({ event }) => event.id } },
    },
    states: {
      resuming: {
        description: 'Somebody is back: what is known stays while newer entries load.',
        always: [{ guard: 'hasAnswer', target: 'refreshing.quietly' }, { target: 'loading' }],
      },
      loading: {
        tags: 'busy',
        on: { 'log.seen': { actions: 'watch' } },
        invoke: {
          id: 'loadNewest',
          src: 'loadPage',
          input: ({ context }) => ({ filters: context.filters, cursor: undefined }),
          onDone: { target: 'shown', actions: { type: 'keepNewest', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      refreshing: {
        description: 'The newest page is asked for again; what was continued below it stays.',
        initial: 'openly',
        on: { 'log.refreshRequested': { target: 'refreshing', reenter: true }, 'log.seen': { actions: 'watch' } },
        states: {
          openly: { description: 'The log shows that it loads.', tags: 'busy' },
          quietly: { description: 'Entries that are known stay as they are meanwhile.', tags: 'quiet' },
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
          'log.refreshRequested': 'refreshing',
          'log.refreshDue': 'refreshing.quietly',
        },
        states: {
          age: {
            description: 'Whether the entries are old enough to be asked for again.',
            initial: 'fresh',
            states: {
              fresh: { after: { staleness: 'stale' }, on: { 'log.seen': { guard: 'hasAnswer', actions: 'watch' } } },
              stale: {},
            },
          },
          clock: {
            description: 'Asks again at the pace that was chosen, while somebody looks.',
            initial: 'resting',
            states: {
              resting: { description: 'Nothing is asked by itself.', always: { guard: 'isWaitedFor', target: 'ticking' } },
              ticking: {
                description: 'Until it is time to ask again.',
                always: { guard: 'isNotWaitedFor', target: 'resting' },
                on: {
                  'log.autoRefreshChosen': {
                    target: 'ticking',
                    reenter: true,
                    actions: { type: 'keepPace', params: ({ event }) => event },
                  },
                },
                after: { refreshPause: `#${id}.refreshing.quietly` },
              },
            },
          },
        },
      },
      continuing: {
        description: 'Older entries are on their way.',
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
      failed: {
        description: 'Asked again by itself where rows are asked for by the clock, after longer and longer pauses.',
        tags: 'failed',
        // Only who was away comes back: a view that is drawn for the first time asks nothing anew.
        on: { 'log.seen': { guard: 'isWatched' } },
        initial: 'resting',
        states: {
          resting: { description: 'Nothing is asked by itself.', always: { guard: 'isWaitedFor', target: 'ticking' } },
          ticking: {
            description: 'Until it is time to try again.',
            always: { guard: 'isNotWaitedFor', target: 'resting' },
            on: {
              'log.autoRefreshChosen': {
                target: 'ticking',
                reenter: true,
                actions: { type: 'keepPace', params: ({ event }) => event },
              },
            },
            after: { refreshPause: `#${id}.refreshing.quietly` },
          },
        },
      },
    },
  });
}

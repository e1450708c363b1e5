import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { pauseAfter, type RefreshSeconds, STALE_MS, UNSETTLED_MS } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import { missingActor } from '../placeholders.ts';
import type { DataFreshness } from '../report/report-tree.ts';
import { tell } from '../tell.ts';
import type { ListQuery, PageSize, QueryDefinition, Sort } from './list-query.ts';

/** What a list asks for. */
export type ListQuestion<Filters> = ListQuery<Filters> & {
  /** The clock asks, not a person: a failure is shown at the list and interrupts nobody. */
  isByClock?: true;
};

export interface ListAnswer<Row, Totals = unknown> {
  rows: Row[];
  /** Rows of the whole filtered set. */
  total: number;
  /** Sums and the like over the whole filtered set, by column. */
  totals?: Totals | undefined;
  /** How far its figures have come; undefined where it has none. */
  fresh?: DataFreshness | undefined;
}

/** What somebody chose to do something with: rows by their ids, or whatever the filters match. */
export type Selection<RowId> = { kind: 'rows'; ids: RowId[] } | { kind: 'allMatching'; total: number };

export interface ListContext<Row, Filters, RowId, Answer extends ListAnswer<Row>> {
  query: ListQuery<Filters>;
  /** Chosen rows; they stay chosen over pages, and are forgotten with a new filter. */
  chosen: RowId[];
  /** Everything the filters match is chosen instead: how many that were by the newest answer. */
  allMatching: { total: number } | undefined;
  /** Whether somebody looks; the clock asks for nobody. */
  watched: boolean;
  /** How often rows are asked for again by themselves; 0: never. */
  autoRefresh: RefreshSeconds;
  /** The newest answer. It comes from the server and can come again. */
  answer: Answer | undefined;
  failure: Failure | undefined;
  /** How often in a row an answer did not come. */
  failures: number;
}

export type ListEvent<Row, Filters, RowId> =
  | { type: 'list.located'; search: string }
  | { type: 'list.filtersChosen'; filters: Filters }
  /** Some filters become others; whatever else was asked for stays, also what somebody typed a moment ago. */
  | { type: 'list.filtersChanged'; changes: Partial<Filters> }
  /**
   * The reader may not see what these filters name: they go, as if the address had never held them. `left`: what is left of one that
   * named several.
   */
  | { type: 'list.filtersRefused'; names: (keyof Filters & string)[]; left?: Partial<Filters> }
  | { type: 'list.sortChosen'; sort: Sort | undefined }
  | { type: 'list.pageChosen'; page: number }
  | { type: 'list.pageSizeChosen'; pageSize: PageSize }
  | { type: 'list.refreshRequested' }
  /** By the clock: done quietly, and only while all is well. */
  | { type: 'list.refreshDue' }
  /** The list is on the screen, again or for the first time. */
  | { type: 'list.seen' }
  /** It is no longer on the screen. */
  | { type: 'list.left' }
  | { type: 'list.autoRefreshChosen'; seconds: RefreshSeconds }
  | { type: 'list.rowsChosen'; ids: RowId[] }
  | { type: 'list.allMatchingChosen' }
  | { type: 'list.rowReplaced'; row: Row }
  /** The row is gone: it is no longer among the chosen ones. */
  | { type: 'list.rowForgotten'; id: RowId };

export type ListFact = { type: 'list.moved'; search: string; how: HistoryStep };

/** The choice as those need it who do something with it. */
export const selectionOf = <RowId>({
  chosen,
  allMatching,
}: Pick<ListContext<never, never, RowId, never>, 'chosen' | 'allMatching'>): Selection<RowId> =>
  allMatching ? { kind: 'allMatching', total: allMatching.total } : { kind: 'rows', ids: chosen };

/** A list whose query lives in the address. Rows stay while newer ones load; only the newest question is answered. */
export function createListMachine<Row, Filters, RowId extends number | string = number, Answer extends ListAnswer<Row> = ListAnswer<Row>>({
  id,
  description = 'Rows as the address asks for them; asked for again when they are old and looked at.',
  query: address,
  rowId,
  isUnsettled = () => false,
  replaced = (_, row) => row,
}: MachineName & {
  query: QueryDefinition<Filters>;
  rowId: (row: Row) => RowId;
  /** Rows that become others by themselves, such as files that are being processed: with one in sight the list asks every few seconds. */
  isUnsettled?: (row: Row) => boolean;
  /** What a row becomes when it is told anew by something that does not know all of it. */
  replaced?: (old: Row, row: Row) => Row;
}) {
  type Context = ListContext<Row, Filters, RowId, Answer>;
  const hasUnsettled = ({ answer }: Pick<Context, 'answer'>) => answer?.rows.some(isUnsettled) ?? false;
  const isByClock = ({ type }: { type: string }) => type === 'list.refreshDue' || type.startsWith('xstate.after.');
  const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size));

  return setup({
    types: {} as {
      context: Context;
      events: ListEvent<Row, Filters, RowId>;
      input: { search: string };
      tags: 'busy' | 'quiet' | 'failed';
    },
    actors: { loadRows: missingActor<Answer, ListQuestion<Filters>>('loadRows') },
    guards: {
      hasAnswer: ({ context }) => context.answer !== undefined,
      isWatched: ({ context }) => context.watched,
      isWaitedFor: ({ context }) => context.watched && (context.autoRefresh > 0 || hasUnsettled(context)),
      isNotWaitedFor: ({ context }) => !context.watched || (context.autoRefresh === 0 && !hasUnsettled(context)),
      isHeldStill: ({ context }) => !hasUnsettled(context) && (context.chosen.length > 0 || context.allMatching !== undefined),
      isElsewhere: ({ context }, { search }: { search: string }) => address.write(address.read(search)) !== address.write(context.query),
      isPastTheEnd: ({ context }, { answer }: { answer: Answer }) => context.query.page > lastPage(answer.total, context.query.pageSize),
    },
    delays: {
      staleness: STALE_MS,
      refreshPause: ({ context }) => pauseAfter(context.failures, hasUnsettled(context) ? UNSETTLED_MS : context.autoRefresh * 1000),
    },
    actions: {
      turnTo: assign(({ context }, change: Partial<ListQuery<Filters>>) => ({ query: { ...context.query, page: 1, ...change } })),
      turnWithout: assign(({ context: { query } }, { names, left }: { names: string[]; left?: Partial<Filters> }) => {
        const kept = Object.entries(query.filters as object).filter(([name]) => !names.includes(name));
        return { query: { ...query, page: 1, filters: { ...(Object.fromEntries(kept) as Filters), ...left } } };
      }),
      turnToAddress: assign((_, { search }: { search: string }) => ({ query: address.read(search) })),
      choose: assign((_, { ids }: { ids: RowId[] }) => ({ chosen: ids, allMatching: undefined })),
      chooseAllMatching: assign(({ context: { answer } }) => ({ chosen: [], allMatching: { total: answer?.total ?? 0 } })),
      chooseNothing: assign({ chosen: [], allMatching: undefined }),
      dropFromChosen: assign(({ context: { chosen } }, { id: gone }: { id: RowId }) => ({ chosen: chosen.filter((one) => one !== gone) })),
      keepAnswer: assign(({ context: { allMatching } }, { answer }: { answer: Answer }) => ({
        answer,
        failure: undefined,
        failures: 0,
        allMatching: allMatching && { total: answer.total },
      })),
      watch: assign({ watched: true }),
      unwatch: assign({ watched: false }),
      keepPace: assign((_, { seconds }: { seconds: RefreshSeconds }) => ({ autoRefresh: seconds })),
      keepFailure: assign(({ context }, { error }: { error: unknown }) => ({ failure: failureOf(error), failures: context.failures + 1 })),
      replaceRow: assign(({ context: { answer } }, { row }: { row: Row }) => ({
        answer: answer && { ...answer, rows: answer.rows.map((old) => (rowId(old) === rowId(row) ? replaced(old, row) : old)) },
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
        guard: { type: 'isElsewhere', params: ({ event }) => event },
        target: '.loading',
        reenter: true,
        actions: ['chooseNothing', { type: 'turnToAddress', params: ({ event }) => event }],
      },
      'list.filtersChosen': {
        target: '.loading',
        actions: [
          'chooseNothing',
          { type: 'turnTo', params: ({ event }) => ({ filters: event.filters }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.filtersChanged': {
        target: '.loading',
        actions: [
          'chooseNothing',
          { type: 'turnTo', params: ({ context, event }) => ({ filters: { ...context.query.filters, ...event.changes } }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.filtersRefused': {
        target: '.loading',
        actions: [
          'chooseNothing',
          { type: 'turnWithout', params: ({ event }) => event },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
      'list.sortChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ sort: event.sort }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.pageChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ page: event.page }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.pageSizeChosen': {
        target: '.loading',
        actions: [
          { type: 'turnTo', params: ({ event }) => ({ pageSize: event.pageSize }) },
          { type: 'tellMoved', params: { how: 'push' } },
        ],
      },
      'list.refreshRequested': { target: '.loading' },
      'list.seen': { actions: 'watch' },
      'list.left': { actions: 'unwatch' },
      'list.autoRefreshChosen': { actions: { type: 'keepPace', params: ({ event }) => event } },
      'list.allMatchingChosen': { guard: 'hasAnswer', actions: 'chooseAllMatching' },
      'list.rowsChosen': { actions: { type: 'choose', params: ({ event }) => event } },
      'list.rowReplaced': { actions: { type: 'replaceRow', params: ({ event }) => event } },
      'list.rowForgotten': { actions: { type: 'dropFromChosen', params: ({ event }) => event } },
    },
    states: {
      loading: {
        initial: 'openly',
        states: {
          openly: { description: 'The table shows that it loads.', tags: 'busy' },
          quietly: { description: 'Rows that are known stay as they are meanwhile.', tags: 'quiet' },
          asNeeded: {
            description: 'Who comes back to rows keeps them while newer ones load; who comes back to none sees that they load.',
            always: [{ guard: 'hasAnswer', target: 'quietly' }, { target: 'openly' }],
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
                  type: 'turnTo',
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
          // Also without an answer: it was not kept while the page slept.
          'list.seen': { target: 'loading.asNeeded', actions: 'watch' },
        },
        states: {
          age: {
            description: 'Whether the rows are old enough to be asked for again.',
            initial: 'fresh',
            states: {
              fresh: { after: { staleness: 'stale' }, on: { 'list.seen': { guard: 'hasAnswer', actions: 'watch' } } },
              stale: {},
            },
          },
          clock: {
            description:
              'Asks again at the pace that was chosen, while somebody looks and has chosen no rows: those stay where they are. Rows that are about to change set a quicker pace.',
            initial: 'resting',
            states: {
              resting: { description: 'Nothing is asked by itself.', always: { guard: 'isWaitedFor', target: 'ticking' } },
              ticking: {
                description: 'Until it is time to ask again.',
                always: { guard: 'isNotWaitedFor', target: 'resting' },
                on: {
                  'list.autoRefreshChosen': {
                    target: 'ticking',
                    reenter: true,
                    actions: { type: 'keepPace', params: ({ event }) => event },
                  },
                },
                after: {
                  refreshPause: [{ guard: 'isHeldStill', target: 'ticking', reenter: true }, { target: `#${id}.loading.quietly` }],
                },
              },
            },
          },
        },
      },
      failed: {
        description: 'Asked again by itself where rows are asked for by the clock, after longer and longer pauses.',
        tags: 'failed',
        // Only who was away comes back: a view that is drawn for the first time asks nothing anew.
        on: { 'list.seen': [{ guard: 'isWatched' }, { target: 'loading.asNeeded', actions: 'watch' }] },
        initial: 'resting',
        states: {
          resting: { description: 'Nothing is asked by itself.', always: { guard: 'isWaitedFor', target: 'ticking' } },
          ticking: {
            description: 'Until it is time to try again.',
            always: { guard: 'isNotWaitedFor', target: 'resting' },
            on: {
              'list.autoRefreshChosen': {
                target: 'ticking',
                reenter: true,
                actions: { type: 'keepPace', params: ({ event }) => event },
              },
            },
            after: {
              refreshPause: [{ guard: 'isHeldStill', target: 'ticking', reenter: true }, { target: `#${id}.loading.quietly` }],
            },
          },
        },
      },
    },
  });
}

import { assign, setup } from 'xstate';
import { type Failure, failureOf } from './faults.ts';
import type { ListQuery, PageSize, QueryDefinition, Sort } from './list-query.ts';
import type { HistoryStep } from './page-contract.ts';
import { missingActor } from './placeholders.ts';
import { tell } from './tell.ts';

export interface ListAnswer<Row> {
  rows: Row[];
  /** Rows of the whole filtered set. */
  total: number;
}

export interface ListContext<Row, Filters, RowId, Answer extends ListAnswer<Row>> {
  query: ListQuery<Filters>;
  /** Chosen rows; they stay chosen over pages, and are forgotten with a new filter. */
  chosen: RowId[];
  /** The newest answer. It comes from the server and can come again. */
  answer: Answer | undefined;
  failure: Failure | undefined;
}

export type ListEvent<Row, Filters, RowId> =
  | { type: 'list.located'; search: string }
  | { type: 'list.filtersChosen'; filters: Filters }
  | { type: 'list.sortChosen'; sort: Sort | undefined }
  | { type: 'list.pageChosen'; page: number }
  | { type: 'list.pageSizeChosen'; pageSize: PageSize }
  | { type: 'list.refreshRequested' }
  /** By the clock: done quietly, and only while all is well. */
  | { type: 'list.refreshDue' }
  | { type: 'list.rowsChosen'; ids: RowId[] }
  | { type: 'list.rowReplaced'; row: Row }
  /** The row is gone: it is no longer among the chosen ones. */
  | { type: 'list.rowForgotten'; id: RowId };

export type ListFact = { type: 'list.moved'; search: string; how: HistoryStep };

/** A list whose query lives in the address. Rows stay while newer ones load; only the newest question is answered. */
export function createListMachine<Row, Filters, RowId extends number | string = number, Answer extends ListAnswer<Row> = ListAnswer<Row>>({
  id,
  query: address,
  rowId,
}: {
  id: string;
  query: QueryDefinition<Filters>;
  rowId: (row: Row) => RowId;
}) {
  type Context = ListContext<Row, Filters, RowId, Answer>;
  const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size));

  return setup({
    types: {} as {
      context: Context;
      events: ListEvent<Row, Filters, RowId>;
      input: { search: string };
      tags: 'busy' | 'quiet' | 'failed';
    },
    actors: { loadRows: missingActor<Answer, ListQuery<Filters>>('loadRows') },
    guards: {
      isElsewhere: ({ context }, { search }: { search: string }) => address.write(address.read(search)) !== address.write(context.query),
      isPastTheEnd: ({ context }, { answer }: { answer: Answer }) => context.query.page > lastPage(answer.total, context.query.pageSize),
    },
    actions: {
      turnTo: assign(({ context }, change: Partial<ListQuery<Filters>>) => ({ query: { ...context.query, page: 1, ...change } })),
      turnToAddress: assign((_, { search }: { search: string }) => ({ query: address.read(search) })),
      choose: assign((_, { ids }: { ids: RowId[] }) => ({ chosen: ids })),
      chooseNothing: assign({ chosen: [] }),
      dropFromChosen: assign(({ context: { chosen } }, { id: gone }: { id: RowId }) => ({ chosen: chosen.filter((one) => one !== gone) })),
      keepAnswer: assign((_, { answer }: { answer: Answer }) => ({ answer, failure: undefined })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      replaceRow: assign(({ context: { answer } }, { row }: { row: Row }) => ({
        answer: answer && { ...answer, rows: answer.rows.map((old) => (rowId(old) === rowId(row) ? row : old)) },
      })),
      tellMoved: tell<Context, { how: HistoryStep }>(({ query }, { how }) => ({
        type: 'list.moved',
        search: address.write(query),
        how,
      })),
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ query: address.read(input.search), chosen: [], answer: undefined, failure: undefined }),
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
      'list.rowsChosen': { actions: { type: 'choose', params: ({ event }) => event } },
      'list.rowReplaced': { actions: { type: 'replaceRow', params: ({ event }) => event } },
      'list.rowForgotten': { actions: { type: 'dropFromChosen', params: ({ event }) => event } },
    },
    states: {
      loading: {
        initial: 'openly',
        states: { openly: { tags: 'busy' }, quietly: { tags: 'quiet' } },
        invoke: {
          id: 'loadRows',
          src: 'loadRows',
          input: ({ context }) => context.query,
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
      shown: { on: { 'list.refreshDue': 'loading.quietly' } },
      failed: { tags: 'failed' },
    },
  });
}

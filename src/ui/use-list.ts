import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ListAnswer, ListContext, ListEvent } from '#machines/kernel/list.machine.ts';
import type { PageSize, Sort } from '#machines/kernel/list-query.ts';

/** What the screen says to every list, whatever its rows are. */
type Spoken<Filters> =
  | Extract<
      ListEvent<never, never, never>,
      { type: 'list.sortChosen' | 'list.pageChosen' | 'list.pageSizeChosen' | 'list.refreshRequested' }
    >
  | { type: 'list.filtersChosen'; filters: Partial<Filters> };

/** A running list of the kernel. Filters and answer are read off its context. */
interface ListActor<Filters, Answer extends ListAnswer<unknown>> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: Pick<ListContext<unknown, Filters, never, Answer>, 'query' | 'answer' | 'failure'>;
    hasTag(tag: 'busy' | 'failed'): boolean;
  };
  send(event: Spoken<NoInfer<Filters>>): void;
}

/** A list as the screen needs it: `table` is spread into a DataTable, `pager` into a Pager. */
export function useList<Filters extends object, Answer extends ListAnswer<unknown>>(list: ListActor<Filters, Answer>) {
  const { query, answer, failure } = useSelector(list, (state) => state.context);
  const busy = useSelector(list, (state) => state.hasTag('busy'));
  const failed = useSelector(list, (state) => state.hasTag('failed'));
  const { onResetFilters, ...told } = useMemo(
    () => ({
      refresh: () => list.send({ type: 'list.refreshRequested' }),
      onResetFilters: () => list.send({ type: 'list.filtersChosen', filters: {} }),
      onSort: (sort: Sort | undefined) => list.send({ type: 'list.sortChosen', sort }),
      onPage: (page: number) => list.send({ type: 'list.pageChosen', page }),
      onPageSize: (pageSize: PageSize) => list.send({ type: 'list.pageSizeChosen', pageSize }),
    }),
    [list],
  );
  const isFiltered = Object.values(query.filters).some((value) => value !== undefined);
  const rows: Answer['rows'] | undefined = answer?.rows;

  return {
    query,
    answer,
    busy,
    failed,
    failure,
    refresh: told.refresh,
    table: {
      rows,
      total: answer?.total,
      before: (query.page - 1) * query.pageSize,
      busy,
      failure: failed ? failure : undefined,
      onRetry: told.refresh,
      sort: query.sort,
      onSort: told.onSort,
      onResetFilters: isFiltered ? onResetFilters : undefined,
    },
    pager: {
      page: query.page,
      pageSize: query.pageSize,
      total: answer?.total ?? 0,
      busy,
      onPage: told.onPage,
      onPageSize: told.onPageSize,
    },
  };
}

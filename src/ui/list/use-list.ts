import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import { type ListAnswer, type ListContext, type ListEvent, type Selection, selectionOf } from '#machines/kernel/list/list.machine.ts';
import type { PageSize, Sort } from '#machines/kernel/list/list-query.ts';
import { type EmitsRemovedFilters, useRemovedFilters } from './use-removed-filters.ts';
import { useWatching } from './use-watching.ts';

/** What the screen says to every list, whatever its rows are. */
type Spoken<Filters, RowId> =
  | Extract<
      ListEvent<never, never, never>,
      {
        type:
          | 'list.sortChosen'
          | 'list.pageChosen'
          | 'list.pageSizeChosen'
          | 'list.refreshRequested'
          | 'list.allMatchingChosen'
          | 'list.seen'
          | 'list.left';
      }
    >
  | { type: 'list.rowsChosen'; ids: RowId[] }
  | { type: 'list.filtersChosen'; filters: Partial<Filters> }
  | { type: 'list.filtersChanged'; changes: Partial<Filters> };

/** A running list of the kernel. Filters and answer are read off its context. */
interface ListActor<Filters, Answer extends ListAnswer<unknown>, RowId> extends Pick<AnyActorRef, 'subscribe'>, EmitsRemovedFilters {
  getSnapshot(): {
    status: string;
    context: Pick<ListContext<unknown, Filters, RowId, Answer>, 'query' | 'answer' | 'failure' | 'chosen' | 'allMatching'>;
    hasTag(tag: 'busy' | 'failed'): boolean;
  };
  send(event: Spoken<NoInfer<Filters>, NoInfer<RowId>>): void;
}

/** What is chosen in a list, and what can be done about it: spread into a ChosenBar. */
export interface ListChoice<RowId> {
  selection: Selection<RowId>;
  /** Rows of the whole filtered set. */
  total: number;
  onChooseAll: () => void;
  onClear: () => void;
}

/**
 * Connects a list to its view: `table` is spread into a DataTable, `pager` into a Pager, and where rows can be selected, `choosing` into
 * the table and `choice` into a ChosenBar. The list counts as shown while it is mounted and the window is visible.
 */
export function useList<Filters extends object, Answer extends ListAnswer<unknown>, RowId extends number | string = number>(
  list: ListActor<Filters, Answer, RowId>,
) {
  const { query, answer, failure, chosen, allMatching } = useSelector(list, (state) => state.context);
  const busy = useSelector(list, (state) => state.hasTag('busy'));
  const failed = useSelector(list, (state) => state.hasTag('failed'));
  useWatching(list, 'list.seen', 'list.left');
  useRemovedFilters(list);
  const { onResetFilters, onChoose, onChooseAll, onClear, ...told } = useMemo(
    () => ({
      refresh: () => list.send({ type: 'list.refreshRequested' }),
      onChoose: (ids: RowId[]) => list.send({ type: 'list.rowsChosen', ids }),
      onChooseAll: () => list.send({ type: 'list.allMatchingChosen' }),
      onClear: () => list.send({ type: 'list.rowsChosen', ids: [] }),
      onResetFilters: () => list.send({ type: 'list.filtersChosen', filters: {} }),
      onSort: (sort: Sort | undefined) => list.send({ type: 'list.sortChosen', sort }),
      onPage: (page: number) => list.send({ type: 'list.pageChosen', page }),
      onPageSize: (pageSize: PageSize) => list.send({ type: 'list.pageSizeChosen', pageSize }),
    }),
    [list],
  );
  const isFiltered = Object.values(query.filters).some((value) => value !== undefined);
  const rows: Answer['rows'] | undefined = answer?.rows;
  const selection = useMemo(() => selectionOf<RowId>({ chosen, allMatching }), [chosen, allMatching]);

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
      // Also while the clock tries again: only an answer takes it away.
      failure: busy ? undefined : failure,
      onRetry: told.refresh,
      sort: query.sort,
      onSort: told.onSort,
      onResetFilters: isFiltered ? onResetFilters : undefined,
    },
    selection,
    choosing: { chosen, allChosen: allMatching !== undefined, onChoose },
    choice: { selection, total: answer?.total ?? 0, onChooseAll, onClear } satisfies ListChoice<RowId>,
    pager: {
      page: query.page,
      pageSize: query.pageSize,
      total: answer?.total,
      busy,
      onPage: told.onPage,
      onPageSize: told.onPageSize,
    },
  };
}

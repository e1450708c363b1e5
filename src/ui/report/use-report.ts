import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { PageSize, Sort } from '#machines/kernel/list/list-query.ts';
import type { ChosenRow, ReportAnswer, ReportContext, ReportEvent } from '#machines/kernel/report/report.machine.ts';
import type { ReportRow } from '#machines/kernel/report/report-tree.ts';
import { type EmitsRemovedFilters, useRemovedFilters } from '../list/use-removed-filters.ts';
import { useWatching } from '../list/use-watching.ts';

/** A running report of the kernel. */
interface ReportActor<Filters, Row extends ReportRow, Answer extends ReportAnswer<Row>>
  extends Pick<AnyActorRef, 'subscribe'>,
    EmitsRemovedFilters {
  getSnapshot(): { status: string; context: ReportContext<Filters, Row, Answer>; hasTag(tag: 'busy' | 'failed'): boolean };
  send(
    event:
      | Exclude<ReportEvent<never>, { type: 'report.filtersChosen' | 'report.filtersRefused' }>
      | { type: 'report.filtersChosen'; filters: Partial<Filters> }
      | { type: 'report.filtersRefused'; left: Partial<Filters> },
  ): void;
}

const NO_BRANCHES = {};

/** Connects a report to its view: `table` is spread into a ReportTable, `pager` into a Pager. */
export function useReport<Filters extends object, Row extends ReportRow, Answer extends ReportAnswer<Row>>(
  report: ReportActor<Filters, Row, Answer>,
) {
  const { query, answer, failure, expanded, branchFailures, chosen, gathered } = useSelector(report, (state) => state.context);
  const busy = useSelector(report, (state) => state.hasTag('busy'));
  const failed = useSelector(report, (state) => state.hasTag('failed'));
  useWatching(report, 'report.seen', 'report.left');
  useRemovedFilters(report);
  const commands = useMemo(
    () => ({
      refresh: () => report.send({ type: 'report.refreshRequested' }),
      onResetFilters: () => report.send({ type: 'report.filtersChosen', filters: {} }),
      onSort: (sort: Sort | undefined) => report.send({ type: 'report.sortChosen', sort }),
      onPage: (page: number) => report.send({ type: 'report.pageChosen', page }),
      onPageSize: (pageSize: PageSize) => report.send({ type: 'report.pageSizeChosen', pageSize }),
      onToggle: (path: string) => report.send({ type: 'report.rowToggled', path }),
      onBranchRetry: (path: string) => report.send({ type: 'report.branchRetried', path }),
      onChooseAll: () => report.send({ type: 'report.allRequested' }),
      onChoose: (rows: ChosenRow[]) => report.send({ type: 'report.rowsChosen', chosen: rows }),
    }),
    [report],
  );
  const isFiltered = Object.values(query.filters).some((value) => value !== undefined);
  const page = answer?.page;
  return {
    query,
    page,
    busy,
    failed,
    failure,
    refresh: commands.refresh,
    chosen,
    onChoose: commands.onChoose,
    onChooseAll: commands.onChooseAll,
    /** The rows of all pages are chosen. */
    isAllChosen: chosen === gathered.rows,
    table: {
      page,
      branches: answer?.branches ?? (NO_BRANCHES as NonNullable<typeof answer>['branches']),
      expanded,
      branchFailures,
      onToggle: commands.onToggle,
      onBranchRetry: commands.onBranchRetry,
      busy,
      // Hidden while retrying; only an answer clears it.
      failure: busy ? undefined : failure,
      onRetry: commands.refresh,
      sort: query.sort,
      onSort: commands.onSort,
      before: (query.page - 1) * query.pageSize,
      onResetFilters: isFiltered ? commands.onResetFilters : undefined,
    },
    pager: {
      page: query.page,
      pageSize: query.pageSize,
      total: page?.total ?? 0,
      busy,
      onPage: commands.onPage,
      onPageSize: commands.onPageSize,
    },
  };
}

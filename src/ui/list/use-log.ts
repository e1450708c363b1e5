import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import { type LogContext, type LogEvent, MAX_GATHERED } from '#machines/kernel/list/log.machine.ts';
import { type EmitsRemovedFilters, useRemovedFilters } from './use-removed-filters.ts';
import { useWatching } from './use-watching.ts';

/** A running log of the kernel. Rows and filters are read off its context. */
interface LogActor<Row, Filters> extends Pick<AnyActorRef, 'subscribe'>, EmitsRemovedFilters {
  getSnapshot(): {
    status: string;
    context: LogContext<Row, Filters>;
    hasTag(tag: 'busy' | 'failed' | 'slow' | 'canceled'): boolean;
    matches(state: 'continuing'): boolean;
  };
  send(
    event: Extract<
      LogEvent<never>,
      {
        type:
          | 'log.moreRequested'
          | 'log.allRequested'
          | 'log.refreshRequested'
          | 'log.loadCanceled'
          | 'log.rowsChosen'
          | 'log.seen'
          | 'log.left';
      }
    >,
  ): void;
}

/** A log as the screen needs it: `table` is spread into a DataTable, `footer`, where there is one, into a KeysetFooter. */
export function useLog<Row, Filters>(log: LogActor<Row, Filters>) {
  const { filters, answer, opened, chosen, failure } = useSelector(log, (state) => state.context);
  const busy = useSelector(log, (state) => state.hasTag('busy'));
  const continuing = useSelector(log, (state) => state.matches('continuing'));
  const failed = useSelector(log, (state) => state.hasTag('failed'));
  const isSlow = useSelector(log, (state) => state.hasTag('slow'));
  const isCanceled = useSelector(log, (state) => state.hasTag('canceled'));
  useWatching(log, 'log.seen', 'log.left');
  useRemovedFilters(log);
  const { refresh, cancel, onMore, choose, chooseAll } = useMemo(
    () => ({
      refresh: () => log.send({ type: 'log.refreshRequested' }),
      cancel: () => log.send({ type: 'log.loadCanceled' }),
      onMore: () => log.send({ type: 'log.moreRequested' }),
      chooseAll: () => log.send({ type: 'log.allRequested' }),
      choose: (ids: readonly number[]) => log.send({ type: 'log.rowsChosen', ids: [...ids] }),
    }),
    [log],
  );
  const isEmpty = answer === undefined || answer.rows.length === 0;
  const footer = isEmpty
    ? undefined
    : {
        loaded: answer.rows.length,
        total: answer.total,
        totalCapped: answer.totalCapped,
        hasMore: answer.nextCursor !== null,
        busy: continuing,
        onMore,
      };
  return {
    filters,
    answer,
    opened,
    chosen,
    choose,
    /** Chooses everything that matches; undefined where that is more than can be loaded. */
    chooseAll: answer && !answer.totalCapped && answer.total <= MAX_GATHERED ? chooseAll : undefined,
    refresh,
    /** Spread into a SlowLoad, which offers to cancel a load that takes long. */
    slowLoad: { isSlow, isCanceled, onCancel: cancel, onRetry: refresh },
    // What could not be continued stands as it was, so there only the older page is asked for again.
    table: { rows: answer?.rows, total: answer?.total, busy, failure, onRetry: failed ? refresh : onMore },
    footer,
  };
}

import { useSelector } from '@xstate/react';
import { logFilters } from '#contracts/vocabulary/launch-logs.ts';
import { type RemoveLog, removalQuery } from '#machines/advertising-remove-log/remove-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { LogFilterLine, WithLaunchActions } from '#src/parts/launches/index.ts';
import { LogPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { RemovalTable } from './removal-table.tsx';

export function RemoveLogPage({ page }: { page: RemoveLog }) {
  const t = useText();
  return (
    <LogPage page={page} query={removalQuery} title={t('removelog.title')} filters={(parts) => <RemovalFilters {...parts} />}>
      {(parts) => (
        <WithLaunchActions launchActions={parts.launchActions}>
          {(launchActions) => <RemovalTable {...parts} parts={launchActions} />}
        </WithLaunchActions>
      )}
    </LogPage>
  );
}

function RemovalFilters({ list, pickers, people, rules }: PartsOf<RemoveLog>) {
  const filters = useSelector(list, (state) => state.context.filters);
  return (
    <LogFilterLine
      vocabulary={logFilters}
      filters={filters}
      pickers={pickers}
      people={people}
      rules={rules}
      onFilters={(next) => list.send({ type: 'log.filtersChosen', filters: next })}
    />
  );
}

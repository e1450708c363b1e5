import { useSelector } from '@xstate/react';
import { closeLogFilters } from '#contracts/vocabulary/launch-logs.ts';
import { type CloseLog, closeQuery } from '#machines/advertising-close-log/close-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { LogFilterLine, WithLaunchActions } from '#src/parts/launches/index.ts';
import { LogPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { CloseChart } from './close-chart.tsx';
import { CloseTable } from './close-table.tsx';

export function CloseLogPage({ page }: { page: CloseLog }) {
  const t = useText();
  return (
    <LogPage page={page} query={closeQuery} title={t('closelog.title')} filters={(parts) => <CloseFilterLine {...parts} />}>
      {(parts) => (
        <WithLaunchActions launchActions={parts.launchActions}>
          {(launchActions) => (
            <>
              <CloseChart trend={parts.trend} />
              <CloseTable {...parts} parts={launchActions} />
            </>
          )}
        </WithLaunchActions>
      )}
    </LogPage>
  );
}

function CloseFilterLine({ list, pickers, people, rules }: PartsOf<CloseLog>) {
  const filters = useSelector(list, (state) => state.context.filters);
  return (
    <LogFilterLine
      vocabulary={closeLogFilters}
      filters={filters}
      pickers={pickers}
      people={people}
      rules={rules}
      onFilters={(next) => list.send({ type: 'log.filtersChosen', filters: next })}
    />
  );
}

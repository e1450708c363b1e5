import { useSelector } from '@xstate/react';
import { type CloseFilters, type CloseLog, closeQuery } from '#machines/advertising-close-log/close-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { LogFilterLine, WithLaunchActions } from '#src/parts/launches/index.ts';
import { type ActiveFilter, ChoiceFilter } from '#src/ui/list/filter-line.tsx';
import { LogPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { CloseChart } from './close-chart.tsx';
import { CloseTable } from './close-table.tsx';

export function CloseLogPage({ page }: { page: CloseLog }) {
  const t = useText();
  return (
    <LogPage page={page} query={closeQuery} title={t('closelog.title')} filters={(parts) => <CloseFilterLine {...parts} />}>
      {(parts) => (
        <WithLaunchActions hands={parts.hands}>
          {(hands) => (
            <>
              <CloseChart trend={parts.trend} />
              <CloseTable {...parts} parts={hands} />
            </>
          )}
        </WithLaunchActions>
      )}
    </LogPage>
  );
}

const EVENTS = ['close', 'open'] as const;

function CloseFilterLine({ list, pickers, people }: PartsOf<CloseLog>) {
  const t = useText();
  const filters = useSelector(list, (state) => state.context.filters);
  const send = (next: CloseFilters) => list.send({ type: 'log.filtersChosen', filters: next });
  const chips: ActiveFilter[] =
    filters.event === undefined
      ? []
      : [
          {
            key: 'event',
            text: `${t('launches.happened')}: ${t(`launches.event.${filters.event}`)}`,
            onRemove: () => send({ ...filters, event: undefined }),
          },
        ];
  return (
    <LogFilterLine
      filters={filters}
      pickers={pickers}
      people={people}
      onFilters={send}
      chips={chips}
      first={
        <ChoiceFilter
          label={t('launches.happened')}
          value={filters.event}
          options={EVENTS.map((value) => ({ value, label: t(`launches.event.${value}`) }))}
          onChange={(event) => send({ ...filters, id: undefined, event })}
        />
      }
    />
  );
}

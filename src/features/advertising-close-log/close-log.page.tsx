import { useSelector } from '@xstate/react';
import { type CloseFilters, type CloseLog, closeQuery } from '#machines/advertising-close-log/close-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { LaunchLayers, LogFilterLine, useHandParts } from '#src/parts/launches/index.ts';
import { type ActiveFilter, ChoiceFilter } from '#src/ui/list/filter-line.tsx';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { CloseChart } from './close-chart.tsx';
import { CloseTable } from './close-table.tsx';
import type { StandingParts } from './standing-parts.ts';

export function CloseLogPage({ page }: { page: CloseLog }) {
  const { list, trend, hands, pickers, people, tableView, views, export: download } = useSelector(page, (state) => state.children);
  if (!list || !trend || !hands || !pickers || !people || !tableView || !views || !download) return null;
  return <Standing page={page} {...{ list, trend, hands, pickers, people, tableView, views, download }} />;
}

const EVENTS = ['close', 'open'] as const;

function Standing({ page, ...parts }: StandingParts & { page: CloseLog }) {
  const t = useText();
  const { list, trend, pickers, people, views, tableView } = parts;
  const hands = useHandParts(parts.hands);
  const filters = useSelector(list, (state) => state.context.filters);
  const table = useSelector(tableView, (state) => state.context.view);
  if (!hands) return null;
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
    <Page
      title={t('closelog.title')}
      note={<SavedViews views={views} search={closeQuery.write({ ...closeQuery.read(''), filters })} table={table} />}
      filters={
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
      }
    >
      <CloseChart trend={trend} />
      <CloseTable page={page} {...parts} parts={hands} />
      <LaunchLayers parts={hands} />
    </Page>
  );
}

import { useSelector } from '@xstate/react';
import { type RemoveLog, removalQuery } from '#machines/advertising-remove-log/remove-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { LaunchLayers, LogFilterLine, useHandParts } from '#src/parts/launches/index.ts';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { RemovalTable } from './removal-table.tsx';
import type { StandingParts } from './standing-parts.ts';

export function RemoveLogPage({ page }: { page: RemoveLog }) {
  const { list, below, hands, pickers, people, tableView, views, export: download } = useSelector(page, (state) => state.children);
  if (!list || !below || !hands || !pickers || !people || !tableView || !views || !download) return null;
  return <Standing page={page} {...{ list, below, hands, pickers, people, tableView, views, download }} />;
}

function Standing({ page, ...parts }: StandingParts & { page: RemoveLog }) {
  const t = useText();
  const { list, pickers, people, views, tableView } = parts;
  const hands = useHandParts(parts.hands);
  const filters = useSelector(list, (state) => state.context.filters);
  const table = useSelector(tableView, (state) => state.context.view);
  if (!hands) return null;
  return (
    <Page
      title={t('removelog.title')}
      note={<SavedViews views={views} search={removalQuery.write({ ...removalQuery.read(''), filters })} table={table} />}
      filters={
        <LogFilterLine
          filters={filters}
          pickers={pickers}
          people={people}
          onFilters={(next) => list.send({ type: 'log.filtersChosen', filters: next })}
        />
      }
    >
      <RemovalTable page={page} {...parts} parts={hands} />
      <LaunchLayers parts={hands} />
    </Page>
  );
}

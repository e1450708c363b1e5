import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import { type BatchLog, batchQuery } from '#machines/advertising-copy-log/batch-log.machine.ts';
import { type OperationLog, operationQuery } from '#machines/advertising-copy-log/operation-log.machine.ts';
import type { SystemLog } from '#machines/advertising-copy-log/system-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { listTab } from '#src/ui/list/list-page.tsx';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { BatchFilterLine } from './batch-filter-line.tsx';
import { BatchTable } from './batch-table.tsx';
import { OperationFilterLine } from './operation-filter-line.tsx';
import { OperationTable } from './operation-table.tsx';

/** Logs with pages of their own. */
const OTHER_LOGS = [
  { path: '/advertising/close-log', text: 'oplog.closes' },
  { path: '/advertising/remove-log', text: 'oplog.removals' },
] as const;

const batchTab = (log: BatchLog) =>
  listTab({
    page: log,
    query: batchQuery,
    filters: ({ list, people, accounts }) => <BatchFilterLine list={list} people={people} accounts={accounts} />,
    children: (parts) => <BatchTable parts={parts} />,
  });

export function SystemLogPage({ page }: { page: SystemLog }) {
  const t = useText();
  const { canOpen } = useViewer();
  const shown = useSelector(page, (state) => state.context.tab);
  const { batches, operations } = useSelector(page, (state) => state.children);
  const tab = batches && batchTab(batches);
  return (
    <Page title={t('oplog.title')} note={shown === 'operations' ? operations && <OperationViews log={operations} /> : tab?.note}>
      <TabBar
        label={t('oplog.title')}
        tabs={[
          { key: 'batches', text: t('oplog.batches') },
          { key: 'operations', text: t('oplog.operations') },
        ]}
        shown={shown}
        onShow={(tab) => page.send({ type: 'tab.chosen', tab })}
        end={
          <span className="ads-buttons">
            {OTHER_LOGS.filter(({ path }) => canOpen(path)).map(({ path, text }) => (
              <Link key={path} to={path} className="ads-link-button">
                {t(text)}
              </Link>
            ))}
          </span>
        }
      >
        {shown === 'batches' && tab?.body}
        {shown === 'operations' && operations && <Operations log={operations} />}
      </TabBar>
    </Page>
  );
}

function OperationViews({ log }: { log: OperationLog }) {
  const { list, views } = useSelector(log, (state) => state.children);
  const filters = useSelector(list, (state) => state?.context.filters);
  if (!views || !filters) return null;
  return <SavedViews views={views} search={operationQuery.write({ ...operationQuery.read(''), filters })} />;
}

function Operations({ log }: { log: OperationLog }) {
  const { list, tableView, export: download } = useSelector(log, (state) => state.children);
  const filters = useSelector(list, (state) => state?.context.filters);
  if (!list || !download || !tableView || !filters) return null;
  return (
    <>
      <OperationFilterLine filters={filters} onFilters={(next) => list.send({ type: 'log.filtersChosen', filters: next })} />
      <OperationTable list={list} download={download} tableView={tableView} />
    </>
  );
}

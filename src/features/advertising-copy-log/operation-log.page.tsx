import { useSelector } from '@xstate/react';
import type { OperationLog } from '#machines/operation-log/operation-log.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Page } from '#src/ui/page.tsx';
import { TabBar } from '#src/ui/tab-bar.tsx';
import { OperationFilterLine } from './operation-filter-line.tsx';
import { OperationTable } from './operation-table.tsx';

export function OperationLogPage({ page }: { page: OperationLog }) {
  const t = useText();
  const { list, export: download } = useSelector(page, (state) => state.children);
  const filters = useSelector(list, (state) => state?.context.filters);
  if (!list || !download || !filters) return null;
  return (
    <Page title={t('oplog.title')}>
      <TabBar
        label={t('oplog.title')}
        tabs={[{ key: 'operations', text: t('oplog.operations') }]}
        shown="operations"
        onShow={() => undefined}
      >
        <OperationFilterLine filters={filters} onFilters={(next) => list.send({ type: 'log.filtersChosen', filters: next })} />
        <OperationTable list={list} download={download} />
      </TabBar>
    </Page>
  );
}

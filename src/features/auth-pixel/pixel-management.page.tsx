import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { PixelManagement } from '#machines/pixel-management/pixel-management.machine.ts';
import { pixelQuery } from '#machines/pixel-management/pixel-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import {
  AssignDialog,
  AssignmentHistoryDrawer,
  DiscoverDrawer,
  type PixelStatus,
  PixelStatusTag,
  pixelStatuses,
} from '#src/parts/assets/index.ts';
import { BatchDialog } from '#src/ui/batch-dialog.tsx';
import { IconImport } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { SavedViews } from '#src/ui/saved-views.tsx';
import { PlainTag } from '#src/ui/status-tag.tsx';
import { useViewer } from '#src/ui/viewer.tsx';
import { CapiDrawer, CapiSwitchDialog } from './capi-drawer.tsx';
import { PixelBatchQuestion } from './pixel-batch-question.tsx';
import { PixelDrawer } from './pixel-drawer.tsx';
import { PixelFilterLine } from './pixel-filters.tsx';
import { PixelTable } from './pixel-table.tsx';
import { PixelSitesDialog, SharingDialog } from './sharing-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';

const knownStatus = (status: string): PixelStatus | undefined => pixelStatuses.find((one) => one === status);

export function PixelManagementPage({ page }: { page: PixelManagement }) {
  const t = useText();
  const viewer = useViewer();
  const parts = useSelector(page, (state) => state.children);
  const query = useSelector(parts.list, (state) => state?.context.query);
  const rows = useSelector(parts.list, (state) => state?.context.answer?.rows);
  const table = useSelector(parts.tableView, (state) => state?.context.view);
  const asking = useSelector(parts.batch, (state) => state?.hasTag('open') ?? false);
  const progress = useSelector(parts.batch, (state) => state?.children.progress);
  const { list, capiForm, capiSwitch, sharing, shares, sitesForm, testForm, batch, discovery, assigning, history } = parts;
  const { export: download, tableView, views, accounts, sites, persons, currencies, staff, units } = parts;
  if (!list || !capiForm || !capiSwitch || !sharing || !shares || !sitesForm || !testForm || !batch || !discovery) return null;
  if (!assigning || !history || !download || !tableView || !views || !accounts || !sites || !persons) return null;
  if (!currencies || !staff || !units || !query) return null;

  const importPixels = viewer.can('asset') ? () => discovery.send({ type: 'discover.opened' }) : undefined;
  return (
    <Page
      title={t('pixel.title')}
      note={<SavedViews views={views} search={pixelQuery.write({ ...query, page: 1 })} table={table} />}
      actions={
        importPixels && (
          <Button type="primary" icon={<IconImport />} onClick={importPixels}>
            {t('pixel.import')}
          </Button>
        )
      }
      filters={<PixelFilterLine list={list} accounts={accounts} sites={sites} persons={persons} />}
    >
      <PixelTable
        page={page}
        list={list}
        capiForm={capiForm}
        capiSwitch={capiSwitch}
        sharing={sharing}
        shares={shares}
        sitesForm={sitesForm}
        testForm={testForm}
        batch={batch}
        assigning={assigning}
        history={history}
        download={download}
        tableView={tableView}
        onImport={importPixels}
      />
      <PixelDrawer page={page} />
      <CapiDrawer form={capiForm} />
      <CapiSwitchDialog list={list} capiSwitch={capiSwitch} />
      <SharingDialog form={sharing} shares={shares} accounts={accounts} />
      <PixelSitesDialog form={sitesForm} sites={sites} />
      <TestEventDialog page={page} form={testForm} currencies={currencies} />
      {asking && <PixelBatchQuestion batch={batch} />}
      <BatchDialog progress={progress} canChooseFailed />
      <DiscoverDrawer
        discovering={discovery}
        persons={persons}
        title={t('pixel.import')}
        what={t('pixel.title')}
        statusOf={({ status }) => {
          const known = knownStatus(status);
          return known ? <PixelStatusTag status={known} /> : <PlainTag text={status} />;
        }}
      />
      <AssignDialog assigning={assigning} staff={staff} units={units} rows={rows ?? []} />
      <AssignmentHistoryDrawer history={history} />
    </Page>
  );
}

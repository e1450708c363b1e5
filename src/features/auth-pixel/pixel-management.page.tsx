import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { pixelStatuses } from '#contracts/vocabulary/pixels.ts';
import type { PixelManagement } from '#machines/auth-pixel/pixel-management.machine.ts';
import { pixelQuery } from '#machines/auth-pixel/pixel-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AssignDialog, AssignmentHistoryDrawer, DiscoverDrawer, PixelStatusTag } from '#src/parts/assets/index.ts';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { ListPage } from '#src/ui/list/list-page.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { IconImport } from '#src/ui/text/icons.ts';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { CapiDrawer, CapiSwitchDialog } from './capi-drawer.tsx';
import { PixelBatchDialog } from './pixel-batch-dialog.tsx';
import { PixelDrawer } from './pixel-drawer.tsx';
import { PixelFilterLine } from './pixel-filters.tsx';
import { type PixelParts, PixelTable } from './pixel-table.tsx';
import { PixelSitesDialog, SharingDialog } from './sharing-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';

const knownStatus = (status: string) => pixelStatuses.find((one) => one === status);

export function PixelManagementPage({ page }: { page: PixelManagement }) {
  const t = useText();
  const viewer = useViewer();
  const importWith = ({ discovery }: PixelParts) => (viewer.can('asset') ? () => discovery.send({ type: 'discover.opened' }) : undefined);
  return (
    <ListPage
      page={page}
      query={pixelQuery}
      title={t('pixel.title')}
      actions={(parts) => {
        const importPixels = importWith(parts);
        return (
          importPixels && (
            <Button type="primary" icon={<IconImport />} onClick={importPixels}>
              {t('pixel.import')}
            </Button>
          )
        );
      }}
      filters={(parts) => <PixelFilterLine {...parts} />}
    >
      {(parts) => (
        <>
          <PixelTable parts={parts} onImport={importWith(parts)} />
          <PixelLayers {...parts} />
        </>
      )}
    </ListPage>
  );
}

function PixelLayers(parts: PixelParts) {
  const t = useText();
  const { list, capiForm, capiSwitch, sharing, shares, sitesForm, testForm, testAnswer, shown, batch, discovery, assigning } = parts;
  const { accounts, sites, persons, currencies, staff, units, history } = parts;
  const rows = useSelector(list, (state) => state.context.answer?.rows);
  const asking = useSelector(batch, (state) => state.hasTag('open'));
  const progress = useSelector(batch, (state) => state.children.progress);
  return (
    <>
      <PixelDrawer shown={shown} list={list} />
      <CapiDrawer form={capiForm} />
      <CapiSwitchDialog list={list} capiSwitch={capiSwitch} />
      <SharingDialog form={sharing} shares={shares} accounts={accounts} />
      <PixelSitesDialog form={sitesForm} sites={sites} />
      <TestEventDialog form={testForm} answer={testAnswer} currencies={currencies} />
      {asking && <PixelBatchDialog batch={batch} />}
      <BatchDialog progress={progress} canChooseFailed />
      <DiscoverDrawer
        discovering={discovery}
        persons={persons}
        title={t('pixel.import')}
        heading={t('pixel.title')}
        statusOf={({ status }) => {
          const known = knownStatus(status);
          return known ? <PixelStatusTag status={known} /> : <PlainTag text={status} />;
        }}
      />
      <AssignDialog assigning={assigning} staff={staff} units={units} rows={rows ?? []} />
      <AssignmentHistoryDrawer history={history} />
    </>
  );
}

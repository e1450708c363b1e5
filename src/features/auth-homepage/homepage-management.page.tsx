import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { homepageColumnWords, homepageStatuses } from '#contracts/vocabulary/homepages.ts';
import type { HomepageManagement } from '#machines/auth-homepage/homepage-management.machine.ts';
import { homepageQuery } from '#machines/auth-homepage/homepage-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AssignDialog, AssignmentHistoryDrawer, DiscoverDrawer, HomepageStatusTag } from '#src/parts/assets/index.ts';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { ListPage } from '#src/ui/list/list-page.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { IconImport } from '#src/ui/text/icons.ts';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { HomepageBatchDialog } from './homepage-batch-dialog.tsx';
import { HomepageDrawer } from './homepage-drawer.tsx';
import { HomepageFilterLine } from './homepage-filters.tsx';
import { HomepageSitesDialog } from './homepage-sites-dialog.tsx';
import { type HomepageParts, HomepageTable } from './homepage-table.tsx';
import { useBizOptions } from './use-biz-options.ts';

const knownStatus = (status: string) => homepageStatuses.find((one) => one === status);

export function HomepageManagementPage({ page }: { page: HomepageManagement }) {
  const t = useText();
  const viewer = useViewer();
  const importWith = ({ discovery }: HomepageParts) =>
    viewer.can('asset') ? () => discovery.send({ type: 'discover.opened' }) : undefined;
  return (
    <ListPage
      page={page}
      query={homepageQuery}
      title={t('homepage.title')}
      actions={(parts) => {
        const importPages = importWith(parts);
        return (
          importPages && (
            <Button type="primary" icon={<IconImport />} onClick={importPages}>
              {t('homepage.import')}
            </Button>
          )
        );
      }}
      filters={(parts) => <HomepageFilterLine {...parts} />}
    >
      {(parts) => (
        <>
          <HomepageTable parts={parts} onImport={importWith(parts)} />
          <HomepageLayers {...parts} />
        </>
      )}
    </ListPage>
  );
}

function HomepageLayers({ list, form, sitesForm, batch, discovery, assigning, history, sites, persons, staff, units }: HomepageParts) {
  const t = useText();
  const w = useWords();
  const lines = useBizOptions();
  const rows = useSelector(list, (state) => state.context.answer?.rows);
  const asking = useSelector(batch, (state) => state.hasTag('open'));
  const progress = useSelector(batch, (state) => state.children.progress);
  return (
    <>
      <HomepageDrawer form={form} />
      <HomepageSitesDialog form={sitesForm} sites={sites} />
      {asking && <HomepageBatchDialog batch={batch} />}
      <BatchDialog progress={progress} canChooseFailed />
      <DiscoverDrawer
        discovering={discovery}
        persons={persons}
        title={t('homepage.import')}
        heading={t('homepage.pages')}
        statusOf={({ status }) => {
          const known = knownStatus(status);
          return known ? <HomepageStatusTag status={known} /> : <PlainTag text={status} />;
        }}
        fields={({ values, faults, change, busy }) => (
          <ChoiceField
            as="radio"
            label={w(homepageColumnWords.biz)}
            value={values.biz}
            fault={faults.biz}
            options={lines}
            onChange={(biz) => biz && change({ biz })}
            disabled={busy}
            required
          />
        )}
      />
      <AssignDialog assigning={assigning} staff={staff} units={units} rows={rows ?? []} />
      <AssignmentHistoryDrawer history={history} />
    </>
  );
}

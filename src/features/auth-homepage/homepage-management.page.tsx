import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { HomepageManagement } from '#machines/homepage-management/homepage-management.machine.ts';
import { homepageQuery } from '#machines/homepage-management/homepage-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import {
  AssignDialog,
  AssignmentHistoryDrawer,
  DiscoverDrawer,
  type HomepageStatus,
  HomepageStatusTag,
  homepageStatuses,
} from '#src/parts/assets/index.ts';
import { BatchDialog } from '#src/ui/batch-dialog.tsx';
import { ChoiceField } from '#src/ui/choice-fields.tsx';
import { IconImport } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { SavedViews } from '#src/ui/saved-views.tsx';
import { PlainTag } from '#src/ui/status-tag.tsx';
import { useViewer } from '#src/ui/viewer.tsx';
import { HomepageBatchQuestion } from './homepage-batch-question.tsx';
import { HomepageDrawer } from './homepage-drawer.tsx';
import { HomepageFilterLine } from './homepage-filters.tsx';
import { HomepageSitesDialog } from './homepage-sites-dialog.tsx';
import { HomepageTable } from './homepage-table.tsx';
import { useBizOptions } from './use-biz-options.ts';

const knownStatus = (status: string): HomepageStatus | undefined => homepageStatuses.find((one) => one === status);

export function HomepageManagementPage({ page }: { page: HomepageManagement }) {
  const t = useText();
  const viewer = useViewer();
  const lines = useBizOptions();
  const parts = useSelector(page, (state) => state.children);
  const query = useSelector(parts.list, (state) => state?.context.query);
  const rows = useSelector(parts.list, (state) => state?.context.answer?.rows);
  const table = useSelector(parts.tableView, (state) => state?.context.view);
  const asking = useSelector(parts.batch, (state) => state?.hasTag('open') ?? false);
  const progress = useSelector(parts.batch, (state) => state?.children.progress);
  const { list, form, sitesForm, batch, discovery, assigning, history, export: download, tableView, views } = parts;
  const { sites, persons, staff, units } = parts;
  if (!list || !form || !sitesForm || !batch || !discovery || !assigning || !history || !download || !tableView || !views) return null;
  if (!sites || !persons || !staff || !units || !query) return null;

  const importPages = viewer.can('asset') ? () => discovery.send({ type: 'discover.opened' }) : undefined;
  return (
    <Page
      title={t('homepage.title')}
      note={<SavedViews views={views} search={homepageQuery.write({ ...query, page: 1 })} table={table} />}
      actions={
        importPages && (
          <Button type="primary" icon={<IconImport />} onClick={importPages}>
            {t('homepage.import')}
          </Button>
        )
      }
      filters={<HomepageFilterLine list={list} sites={sites} persons={persons} staff={staff} />}
    >
      <HomepageTable
        list={list}
        form={form}
        sitesForm={sitesForm}
        batch={batch}
        assigning={assigning}
        history={history}
        download={download}
        tableView={tableView}
        onImport={importPages}
      />
      <HomepageDrawer form={form} />
      <HomepageSitesDialog form={sitesForm} sites={sites} />
      {asking && <HomepageBatchQuestion batch={batch} />}
      <BatchDialog progress={progress} canChooseFailed />
      <DiscoverDrawer
        discovering={discovery}
        persons={persons}
        title={t('homepage.import')}
        what={t('homepage.pages')}
        statusOf={({ status }) => {
          const known = knownStatus(status);
          return known ? <HomepageStatusTag status={known} /> : <PlainTag text={status} />;
        }}
        fields={({ values, faults, change, busy }) => (
          <ChoiceField
            as="radio"
            label={t('homepage.biz')}
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
    </Page>
  );
}

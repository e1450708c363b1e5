import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { SiteManagement } from '#machines/auth-site/site-management.machine.ts';
import { blankSite, siteQuery } from '#machines/auth-site/site-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AssignDialog, AssignmentHistoryDrawer } from '#src/parts/assets/index.ts';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { LandingLayers } from './landing-layers.tsx';
import { LandingsWanted } from './landing-sheet.tsx';
import { SiteDialogs } from './site-dialogs.tsx';
import { SiteDrawer } from './site-drawer.tsx';
import { SiteFilterLine } from './site-filters.tsx';
import { SiteTable } from './site-table.tsx';
import { VerificationDialog } from './verification-dialog.tsx';

export function SiteManagementPage({ page }: { page: SiteManagement }) {
  const t = useText();
  const viewer = useViewer();
  const parts = useSelector(page, (state) => state.children);
  const query = useSelector(parts.list, (state) => state?.context.query);
  const rows = useSelector(parts.list, (state) => state?.context.answer?.rows);
  const table = useSelector(parts.tableView, (state) => state?.context.view);
  const { list, form, siteSwitch, deletion, verification, landings, assigning, history, tableView, views } = parts;
  const { export: download, pixels, homepages, timezones, staff, units } = parts;
  if (!list || !form || !siteSwitch || !deletion || !verification || !landings || !assigning || !history || !tableView) return null;
  if (!views || !download || !pixels || !homepages || !timezones || !staff || !units || !query) return null;

  const create = () => form.send({ type: 'form.opened', draft: { values: blankSite, subject: undefined } });
  const createButton = viewer.can('asset') && (
    <Button type="primary" icon={<IconPlus />} onClick={create}>
      {t('site.create')}
    </Button>
  );
  return (
    <Page
      title={t('site.title')}
      note={<SavedViews views={views} search={siteQuery.write({ ...query, page: 1 })} table={table} />}
      actions={createButton}
      filters={<SiteFilterLine list={list} />}
    >
      <LandingsWanted landings={landings} />
      <SiteTable
        list={list}
        form={form}
        siteSwitch={siteSwitch}
        deletion={deletion}
        verification={verification}
        landings={landings}
        assigning={assigning}
        history={history}
        download={download}
        tableView={tableView}
        onCreate={viewer.can('asset') ? create : undefined}
      />
      <SiteDrawer form={form} pixels={pixels} homepages={homepages} timezones={timezones} />
      <VerificationDialog verification={verification} />
      <SiteDialogs list={list} siteSwitch={siteSwitch} deletion={deletion} />
      <LandingLayers landings={landings} />
      <AssignDialog assigning={assigning} staff={staff} units={units} rows={rows ?? []} />
      <AssignmentHistoryDrawer history={history} />
    </Page>
  );
}

import { useSelector } from '@xstate/react';
import type { SiteManagement } from '#machines/auth-site/site-management.machine.ts';
import { blankSite, siteQuery } from '#machines/auth-site/site-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AssignDialog, AssignmentHistoryDrawer } from '#src/parts/assets/index.ts';
import { ListPage } from '#src/ui/list/list-page.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { LandingLayers } from './landing-layers.tsx';
import { LandingsWanted } from './landing-sheet.tsx';
import { SiteDialogs } from './site-dialogs.tsx';
import { SiteDrawer } from './site-drawer.tsx';
import { SiteFilterLine } from './site-filters.tsx';
import { type SiteParts, SiteTable } from './site-table.tsx';
import { VerificationDialog } from './verification-dialog.tsx';

const create = ({ form }: SiteParts) => form.send({ type: 'form.opened', draft: { values: blankSite, subject: undefined } });

export function SiteManagementPage({ page }: { page: SiteManagement }) {
  const t = useText();
  const mayCreate = useViewer().can('asset');
  return (
    <ListPage
      page={page}
      query={siteQuery}
      title={t('site.title')}
      actions={(parts) =>
        mayCreate && (
          <ActionButton action="create" type="primary" icon={<IconPlus />} onClick={() => create(parts)}>
            {t('site.create')}
          </ActionButton>
        )
      }
      filters={(parts) => <SiteFilterLine {...parts} />}
    >
      {(parts) => (
        <>
          <LandingsWanted {...parts} />
          <SiteTable parts={parts} onCreate={mayCreate ? () => create(parts) : undefined} />
          <SiteDrawer {...parts} />
          <VerificationDialog {...parts} />
          <SiteDialogs {...parts} />
          <LandingLayers {...parts} />
          <SiteAssigning {...parts} />
          <AssignmentHistoryDrawer {...parts} />
        </>
      )}
    </ListPage>
  );
}

function SiteAssigning({ list, assigning, staff, units }: SiteParts) {
  const rows = useSelector(list, (state) => state.context.answer?.rows);
  return <AssignDialog assigning={assigning} staff={staff} units={units} rows={rows ?? []} />;
}

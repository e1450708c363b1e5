import type { DramaMaterials } from '#machines/advertising-video/drama-materials.machine.ts';
import { blankDrama, dramaQuery } from '#machines/advertising-video/drama-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { RemovalDialog } from '#src/parts/materials/index.ts';
import { materialTab } from '#src/parts/uploads/index.ts';
import { listTab } from '#src/ui/list/list-page.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { TabbedPage } from '#src/ui/page/tabbed-page.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { DramaDrawer } from './drama-drawer.tsx';
import { DramaFilterLine } from './drama-filters.tsx';
import { DramaStatusDialog } from './drama-status-dialog.tsx';
import { type DramaParts, DramaTable } from './drama-table.tsx';

export function DramaMaterialsPage({ page }: { page: DramaMaterials }) {
  const t = useText();
  const mayCreate = useViewer().can('material');
  return (
    <TabbedPage
      page={page}
      title={t('drama.page')}
      tabs={{
        materials: { text: t('materials.things'), show: (library) => materialTab(library, { biz: 'dj' }) },
        dramas: {
          text: t('drama.things'),
          show: (catalogue) =>
            listTab({
              page: catalogue,
              query: dramaQuery,
              actions: mayCreate ? ({ form }) => <CreateDrama form={form} /> : undefined,
              filters: (parts) => <DramaFilterLine {...parts} />,
              children: (parts) => (
                <>
                  <DramaTable parts={parts} create={mayCreate && <CreateDrama form={parts.form} />} />
                  <DramaDrawer {...parts} />
                  <DramaStatusDialog {...parts} />
                  <RemovalDialog removal={parts.removal} title={t('drama.deleteTitle')} confirmText={t('drama.delete')} />
                </>
              ),
            }),
        },
      }}
    />
  );
}

function CreateDrama({ form }: Pick<DramaParts, 'form'>) {
  const t = useText();
  return (
    <ActionButton
      action="create"
      type="primary"
      icon={<IconPlus />}
      onClick={() => form.send({ type: 'form.opened', draft: { values: blankDrama, subject: undefined } })}
    >
      {t('drama.create')}
    </ActionButton>
  );
}

import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { DramaCatalogue } from '#machines/advertising-video/drama-catalogue.machine.ts';
import type { DramaMaterials } from '#machines/advertising-video/drama-materials.machine.ts';
import { blankDrama, dramaQuery } from '#machines/advertising-video/drama-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { RemovalDialog } from '#src/parts/materials/index.ts';
import { MaterialWorkshopView, MaterialWorkshopViews } from '#src/parts/uploads/index.ts';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { DramaDrawer } from './drama-drawer.tsx';
import { DramaFilterLine } from './drama-filters.tsx';
import { DramaStatusDialog } from './drama-status-dialog.tsx';
import { DramaTable } from './drama-table.tsx';

export function DramaMaterialsPage({ page }: { page: DramaMaterials }) {
  const t = useText();
  const viewer = useViewer();
  const shown = useSelector(page, (state) => state.context.tab);
  const { materials, dramas } = useSelector(page, (state) => state.children);
  return (
    <Page
      title={t('drama.page')}
      note={
        <>
          {shown === 'materials' && materials && <MaterialWorkshopViews workshop={materials} />}
          {shown === 'dramas' && dramas && <DramaViews catalogue={dramas} />}
        </>
      }
      actions={shown === 'dramas' && dramas && viewer.can('material') && <CreateDrama catalogue={dramas} />}
    >
      <TabBar
        label={t('drama.page')}
        tabs={[
          { key: 'materials', text: t('materials.things') },
          { key: 'dramas', text: t('drama.things') },
        ]}
        shown={shown}
        onShow={(tab) => page.send({ type: 'tab.chosen', tab })}
      >
        {shown === 'materials' && materials && <MaterialWorkshopView workshop={materials} biz="dj" />}
        {shown === 'dramas' && dramas && <Dramas catalogue={dramas} />}
      </TabBar>
    </Page>
  );
}

function DramaViews({ catalogue }: { catalogue: DramaCatalogue }) {
  const { list, tableView, views } = useSelector(catalogue, (state) => state.children);
  const query = useSelector(list, (state) => state?.context.query);
  const table = useSelector(tableView, (state) => state?.context.view);
  if (!views || !query) return null;
  return <SavedViews views={views} search={dramaQuery.write({ ...query, page: 1 })} table={table} />;
}

function CreateDrama({ catalogue }: { catalogue: DramaCatalogue }) {
  const t = useText();
  const form = useSelector(catalogue, (state) => state.children.form);
  return (
    <Button
      type="primary"
      icon={<IconPlus />}
      onClick={() => form?.send({ type: 'form.opened', draft: { values: blankDrama, subject: undefined } })}
    >
      {t('drama.create')}
    </Button>
  );
}

function Dramas({ catalogue }: { catalogue: DramaCatalogue }) {
  const t = useText();
  const viewer = useViewer();
  const parts = useSelector(catalogue, (state) => state.children);
  const { list, form, removal, status, tableView, words, export: download } = parts;
  if (!list || !form || !removal || !status || !tableView || !words || !download) return null;
  return (
    <>
      <DramaFilterLine list={list} words={words} />
      <DramaTable
        parts={{ list, form, removal, status, tableView, words, download }}
        create={viewer.can('material') && <CreateDrama catalogue={catalogue} />}
      />
      <DramaDrawer form={form} words={words} />
      <DramaStatusDialog status={status} list={list} />
      <RemovalDialog removal={removal} title={t('drama.deleteTitle')} confirmText={t('drama.delete')} />
    </>
  );
}

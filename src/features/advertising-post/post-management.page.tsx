import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { PostManagement } from '#machines/advertising-post/post-management.machine.ts';
import { blankPost, blankSeveral, postQuery } from '#machines/advertising-post/post-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import type { PostBatchDialogProps } from './post-batch-dialog.tsx';
import { PostDrawer } from './post-drawer.tsx';
import { PostFilterLine } from './post-filters.tsx';
import { PostPreview } from './post-preview.tsx';
import { PostTable } from './post-table.tsx';
import { SeveralDrawer } from './several-drawer.tsx';
import './post.css';

const PostBatchDialog = onDemand<PostBatchDialogProps>(() => import('./post-batch-dialog.tsx'), {
  as: 'layer',
  leave: ({ batch }) => batch.send({ type: 'batch.dismissed' }),
});

export function PostManagementPage({ page }: { page: PostManagement }) {
  const t = useText();
  const viewer = useViewer();
  const parts = useSelector(page, (state) => state.children);
  const query = useSelector(parts.list, (state) => state?.context.query);
  const look = useSelector(parts.tableView, (state) => state?.context.view);
  const asking = useSelector(parts.batch, (state) => state?.hasTag('open') ?? false);
  const progress = useSelector(parts.batch, (state) => state?.children.progress);
  const { list, form, several, batch, preview, tableView, views, homepages, landings, dramas, products, materials, owners } = parts;
  const { export: download, buttons } = parts;
  if (!list || !form || !several || !batch || !preview || !tableView || !views || !download || !query) return null;
  if (!homepages || !landings || !buttons || !dramas || !products || !materials || !owners) return null;

  // What the list is narrowed to is what a new post begins with.
  const create = () => {
    const { homepage_id, material_id } = list.getSnapshot().context.query.filters;
    form.send({ type: 'form.opened', draft: { values: { ...blankPost, homepage_id, material_id }, subject: undefined } });
  };
  const createSeveral = () => {
    const { homepage_id } = list.getSnapshot().context.query.filters;
    const values = { ...blankSeveral, homepage_ids: homepage_id === undefined ? [] : [homepage_id] };
    several.send({ type: 'form.opened', draft: { values, subject: undefined } });
  };
  return (
    <Page
      title={t('post.title')}
      note={<SavedViews views={views} search={postQuery.write({ ...query, page: 1 })} table={look} />}
      actions={
        viewer.can('publish') && (
          <>
            <Button onClick={createSeveral}>{t('post.several')}</Button>
            <Button type="primary" icon={<IconPlus />} onClick={create}>
              {t('post.create')}
            </Button>
          </>
        )
      }
      filters={<PostFilterLine {...{ list, homepages, dramas, products, materials, owners }} />}
    >
      <PostTable {...{ list, form, batch, preview, tableView, download }} onCreate={create} />
      <PostDrawer {...{ form, homepages, materials, landings, buttons }} />
      <SeveralDrawer {...{ several, homepages, materials, landings, buttons }} />
      {asking && <PostBatchDialog batch={batch} />}
      <BatchDialog progress={progress} canChooseFailed />
      <PostPreview preview={preview} buttons={buttons} />
    </Page>
  );
}

import { useSelector } from '@xstate/react';
import type { PostManagement } from '#machines/advertising-post/post-management.machine.ts';
import { blankPost, blankSeveral, postQuery } from '#machines/advertising-post/post-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { ListPage } from '#src/ui/list/list-page.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import type { PostBatchDialogProps } from './post-batch-dialog.tsx';
import { PostDrawer } from './post-drawer.tsx';
import { PostFilterLine } from './post-filters.tsx';
import { PostPreview } from './post-preview.tsx';
import { type PostParts, PostTable } from './post-table.tsx';
import { SeveralDrawer } from './several-drawer.tsx';
import './post.css';

const PostBatchDialog = onDemand<PostBatchDialogProps>(() => import('./post-batch-dialog.tsx'), {
  as: 'layer',
  leave: ({ batch }) => batch.send({ type: 'batch.dismissed' }),
});

const getFilters = ({ list }: PostParts) => list.getSnapshot().context.query.filters;

// A new post starts with the filters of the list.
function create(parts: PostParts) {
  const { homepage_id, material_id } = getFilters(parts);
  parts.form.send({ type: 'form.opened', draft: { values: { ...blankPost, homepage_id, material_id }, subject: undefined } });
}

function createMany(parts: PostParts) {
  const { homepage_id } = getFilters(parts);
  const values = { ...blankSeveral, homepage_ids: homepage_id === undefined ? [] : [homepage_id] };
  parts.several.send({ type: 'form.opened', draft: { values, subject: undefined } });
}

export function PostManagementPage({ page }: { page: PostManagement }) {
  const t = useText();
  const viewer = useViewer();
  return (
    <ListPage
      page={page}
      query={postQuery}
      title={t('post.title')}
      actions={(parts) =>
        viewer.can('publish') && (
          <>
            <ActionButton action="several" onClick={() => createMany(parts)}>
              {t('post.several')}
            </ActionButton>
            <ActionButton action="create" type="primary" icon={<IconPlus />} onClick={() => create(parts)}>
              {t('post.create')}
            </ActionButton>
          </>
        )
      }
      filters={(parts) => <PostFilterLine {...parts} />}
    >
      {(parts) => (
        <>
          <PostTable parts={parts} onCreate={() => create(parts)} />
          <PostDrawer {...parts} />
          <SeveralDrawer {...parts} />
          <PostBatch batch={parts.batch} />
          <PostPreview {...parts} />
        </>
      )}
    </ListPage>
  );
}

function PostBatch({ batch }: Pick<PostParts, 'batch'>) {
  const isDialogOpen = useSelector(batch, (state) => state.hasTag('open'));
  const progress = useSelector(batch, (state) => state.children.progress);
  return (
    <>
      {isDialogOpen && <PostBatchDialog batch={batch} />}
      <BatchDialog progress={progress} canChooseFailed />
    </>
  );
}

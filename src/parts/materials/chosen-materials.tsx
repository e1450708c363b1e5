import { Button } from '@arco-design/web-react';
import { useNavigate } from 'react-router-dom';
import type { Selection } from '#machines/kernel/list/list.machine.ts';
import type { Biz, MaterialBatchParams, MaterialFilters } from '#machines/parts/materials/material-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { LibraryParts } from './library-parts.ts';
import { MAX_PUBLISHED, POSTS_MOST, postsOf, toPublish } from './library-places.ts';

/** As many as one request may change. */
const MOST_AT_ONCE = 500;

type Action = MaterialBatchParams['action'];

interface Props {
  batch: LibraryParts['batch'];
  biz: Biz;
  selection: Selection<number>;
  /** What the list is narrowed to. */
  filters: MaterialFilters;
}

/** What can be done to the chosen materials, or to all that match. */
export function ChosenMaterials({ batch, biz, selection, filters }: Props) {
  const t = useText();
  const viewer = useViewer();
  const navigate = useNavigate();
  const chosen = selection.kind === 'rows' ? selection.ids : [];
  const tooMany = chosen.length > MOST_AT_ONCE;
  const ask = (action: Action) => {
    const subject = selection.kind === 'rows' ? selection : { ...selection, filter: filters };
    batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() });
  };
  const changes: ('edit' | 'tag' | 'share' | 'sync' | 'bind')[] = [
    'edit',
    'tag',
    'share',
    'sync',
    ...(biz === 'ec' ? (['bind'] as const) : []),
  ];
  const postsRefusal =
    selection.kind === 'allMatching' || chosen.length > POSTS_MOST ? t('materials.postsMost', { max: POSTS_MOST }) : undefined;
  const publishRefusal =
    selection.kind === 'allMatching' || chosen.length > MAX_PUBLISHED ? t('materials.publishMost', { max: MAX_PUBLISHED }) : undefined;
  const publish = () => void navigate(toPublish({ biz, ids: chosen, contentId: biz === 'ec' ? filters.product_id : filters.drama_id }));
  const rest = [
    { key: 'reprocess', text: t('materials.reprocess'), onRun: () => ask('reprocess') },
    { key: 'archive', text: t('materials.archive'), onRun: () => ask('archive') },
    { key: 'unarchive', text: t('materials.unarchive'), onRun: () => ask('unarchive') },
    ...(viewer.isAdmin ? [{ key: 'unblock', text: t('materials.unblock'), onRun: () => ask('unblock') }] : []),
    { key: 'delete', text: t('materials.delete'), danger: true, onRun: () => ask('delete') },
  ];
  return (
    <>
      {viewer.can('material') &&
        changes.map((action) => (
          <Button key={action} disabled={tooMany} onClick={() => ask(action)}>
            {t(`materials.batch.${action}`)}
          </Button>
        ))}
      {viewer.canOpen('/advertising/post') && (
        <Button disabled={postsRefusal !== undefined} title={postsRefusal} onClick={() => void navigate(postsOf(chosen))}>
          {t('materials.forPosts')}
        </Button>
      )}
      {viewer.canOpen('/advertising/publish') && viewer.can('publish') && (
        <Button disabled={publishRefusal !== undefined} title={publishRefusal} onClick={publish}>
          {t('materials.forPublish')}
        </Button>
      )}
      {viewer.can('material') && !tooMany && (
        <MenuButton label={t('ui.moreActions', { subject: t('materials.things') })} actions={rest}>
          {t('ui.more')}
        </MenuButton>
      )}
      {tooMany && <span className="ads-quiet">{t('materials.tooMany', { max: MOST_AT_ONCE })}</span>}
    </>
  );
}

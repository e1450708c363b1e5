import { Button } from '@arco-design/web-react';
import { useNavigate } from 'react-router-dom';
import type { PostBatchParams } from '#machines/advertising-post/post-rules.ts';
import type { Selection } from '#machines/kernel/list/list.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

const PUBLISH = '/advertising/publish';

/** The maximum number of posts per batch. */
const MAX_PER_BATCH = 500;
/** The maximum number of posts per publish. */
const MAX_PUBLISHED = 200;
const ACTIONS = ['retry', 'sync', 'delete'] as const;

interface Props {
  selection: Selection<number>;
  onAsk: (action: PostBatchParams['action']) => void;
}

/** Actions for the chosen posts, first of all publishing ads with them. */
export function ChosenPosts({ selection, onAsk }: Props) {
  const t = useText();
  const viewer = useViewer();
  const canPublish = viewer.can('publish');
  const ids = selection.kind === 'rows' ? selection.ids : undefined;
  const isTooMany = (ids?.length ?? 0) > MAX_PER_BATCH;
  return (
    <>
      {viewer.canOpen(PUBLISH) && canPublish && <ToPublish ids={ids} />}
      {ACTIONS.map((action) => (
        <Button
          key={action}
          disabled={isTooMany || !canPublish}
          status={action === 'delete' ? 'danger' : 'default'}
          onClick={() => onAsk(action)}
        >
          {t(`post.batch.${action}`)}
        </Button>
      ))}
      {isTooMany && <span className="ads-quiet">{t('post.tooMany', { max: MAX_PER_BATCH })}</span>}
    </>
  );
}

/** `ids` is undefined when all matches are chosen, which an address cannot express. */
function ToPublish({ ids }: { ids: readonly number[] | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  if (ids && ids.length <= MAX_PUBLISHED) {
    const search = `?${new URLSearchParams({ tab: 'publish', post_ids: ids.join(',') })}`;
    return <Button onClick={() => void navigate({ pathname: PUBLISH, search })}>{t('post.publish')}</Button>;
  }
  return (
    <Tooltip content={t('post.publishMost', { max: MAX_PUBLISHED })}>
      {(describedBy) => (
        <Button disabled aria-describedby={describedBy}>
          {t('post.publish')}
        </Button>
      )}
    </Tooltip>
  );
}

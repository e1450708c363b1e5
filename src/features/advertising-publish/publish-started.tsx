import { Button } from '@arco-design/web-react';
import type { PlacedOrder } from '#machines/advertising-publish/publish-plan.machine.ts';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { EmptyBlock } from '#src/ui/page/block.tsx';

interface Props {
  ordered: PlacedOrder;
  progress: BatchProgress;
  onStartNew: () => void;
}

/** The publish has started: its progress is shown here, and later among the jobs. */
export function PublishStarted({ ordered: { batchId, ads, accounts }, progress, onStartNew }: Props) {
  const t = useText();
  return (
    <EmptyBlock
      text={
        ads > 0 ? t('publish.ordered', { batch: String(batchId), ads, accounts }) : t('publish.orderedPlain', { batch: String(batchId) })
      }
      action={
        <div className="ads-buttons">
          <Button onClick={() => progress.send({ type: 'progress.followed', batchIds: [batchId], show: true })}>
            {t('publish.results')}
          </Button>
          <Button type="primary" onClick={onStartNew}>
            {t('publish.beginAnew')}
          </Button>
        </div>
      }
    />
  );
}

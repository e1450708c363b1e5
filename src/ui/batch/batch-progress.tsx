import { Button } from '@arco-design/web-react';
import { wordsOfBatchType } from '#contracts/vocabulary/batches.ts';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import { hasEnded } from '#machines/kernel/batch/order-status.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Overlay } from '../overlay/overlay.tsx';
import type { OnRemedy } from './batch-failures.tsx';
import { BatchPanel, useOpenBatch } from './batch-panel.tsx';

export interface BatchProgressDialogProps {
  progress: BatchProgress;
  /** The page has rows that can be chosen. */
  canChooseFailed?: boolean;
  onRemedy?: OnRemedy | undefined;
}

/** The open batch, above the page. Closing it does not stop the batch. */
export default function BatchProgressDialog({ progress, canChooseFailed = false, onRemedy }: BatchProgressDialogProps) {
  const t = useText();
  const w = useWords();
  const { shown, orderStatus } = useOpenBatch(progress);
  const close = () => progress.send({ type: 'progress.dismissed' });
  const what = orderStatus ? w(wordsOfBatchType(orderStatus.type)) : t('batch.part');
  return (
    <Overlay
      title={t('batch.title', { type: what, id: String(shown ?? '') })}
      shape="wide"
      closeText={t('ui.close')}
      onDismiss={close}
      footer={
        <>
          <span className="ads-batch-foot ads-quiet">{orderStatus && !hasEnded(orderStatus) ? t('batch.goesOn') : ''}</span>
          <Button type="primary" onClick={close} data-autofocus="">
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {orderStatus && <p className="ads-quiet">{w(orderStatus.summary)}</p>}
      <BatchPanel progress={progress} canChooseFailed={canChooseFailed} onRemedy={onRemedy} />
    </Overlay>
  );
}

import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { newRequestKey } from '../form/request-key.ts';
import { toastSuccess } from '../overlay/notices.ts';
import { onDemand } from '../overlay/on-demand.tsx';
import type { OnRemedy } from './batch-failures.tsx';
import type { BatchProgressDialogProps } from './batch-progress.tsx';
import { countsText } from './batch-words.ts';

const BatchProgressDialog = onDemand<BatchProgressDialogProps>(() => import('./batch-progress.tsx'), {
  as: 'layer',
  leave: ({ progress }) => progress.send({ type: 'progress.dismissed' }),
});

interface Props {
  progress: BatchProgress | undefined;
  canChooseFailed?: boolean;
  /** Offers a change of failed objects before their retry, where there is one. */
  onRemedy?: OnRemedy | undefined;
}

/** Reports small batches that succeeded by a notice that leads to their results. */
function useSuccessNotices(progress: BatchProgress | undefined) {
  const t = useText();
  const w = useWords();
  useEffect(() => {
    const subscription = progress?.on('progress.succeeded', ({ batchIds, status, isUndoable }) => {
      const showResults = () => progress.send({ type: 'progress.followed', batchIds, show: true });
      const invert = () => progress.send({ type: 'progress.undoRequested', batchIds, key: newRequestKey() });
      const undo = () =>
        progress.getSnapshot().children.undo?.send({ type: 'command.runRequested', subject: { batchIds: status.undoableIds } });
      toastSuccess(t('batch.ended', { what: w(status.summary), counts: countsText(status, t, w) }), [
        ...(isUndoable || status.undoableIds.length > 0 ? [{ text: t('ui.undo'), run: isUndoable ? invert : undo }] : []),
        { text: t('ui.details'), run: showResults },
      ]);
    });
    return () => subscription?.unsubscribe();
  }, [progress, t, w]);
}

/** Included on every page with bulk actions, and in the shell: shows the open batch, if there is one. */
export function BatchDialog({ progress, canChooseFailed = false, onRemedy }: Props) {
  useSuccessNotices(progress);
  const open = useSelector(progress, (state) => state?.hasTag('open') ?? false);
  return progress && open ? <BatchProgressDialog progress={progress} canChooseFailed={canChooseFailed} onRemedy={onRemedy} /> : null;
}

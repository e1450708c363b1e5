import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import type { EvaluationParts } from './evaluation-table.tsx';

/** Asks before the campaigns of a stopped drama are turned off, and follows them. */
export function ClosingDialog({ batch }: Pick<EvaluationParts, 'batch'>) {
  const t = useText();
  const action = useBatch(batch);
  const drama = useSelector(batch, (state) => state.context.values.drama);
  const progress = useSelector(batch, (state) => state.children.progress);
  return (
    <>
      {action.open && (
        <BatchConfirmDialog
          action={action}
          title={t('evaluate.closeTitle', { drama })}
          text={t('evaluate.closeText')}
          confirmText={t('evaluate.closeButton', { count: action.count })}
          isDeletion={false}
        />
      )}
      <BatchDialog progress={progress} />
    </>
  );
}

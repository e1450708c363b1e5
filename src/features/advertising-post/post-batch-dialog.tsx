import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { postBatch } from '#machines/advertising-post/post-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';

export interface PostBatchDialogProps {
  batch: ActorRefFrom<typeof postBatch>;
}

/** Confirms a bulk action on posts. */
export default function PostBatchDialog({ batch }: PostBatchDialogProps) {
  const t = useText();
  const format = useFormat();
  const action = useSelector(batch, (state) => state.context.values.action);
  const bulkAction = useBatch(batch);
  if (!bulkAction.open) return null;
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t(`post.batch.${action}.title`)}
      text={t(`post.batch.${action}.text`)}
      confirmText={t(`post.batch.${action}.button`, { count: bulkAction.count, shown: format.number(bulkAction.count) })}
      isDeletion={action === 'delete'}
    />
  );
}

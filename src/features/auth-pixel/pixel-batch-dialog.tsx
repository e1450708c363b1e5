import type { ActorRefFrom } from 'xstate';
import type { pixelBatch } from '#machines/auth-pixel/pixel-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';

/** Asks before pixels are switched or unbound. */
export function PixelBatchDialog({ batch }: { batch: ActorRefFrom<typeof pixelBatch> }) {
  const t = useText();
  const format = useFormat();
  const bulkAction = useBatch(batch);
  const { action } = bulkAction.values;
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t(`pixel.batch.${action}.title`)}
      text={t(`pixel.batch.${action}.text`)}
      confirmText={t(`pixel.batch.${action}.button`, { count: bulkAction.count, shown: format.number(bulkAction.count) })}
      isDeletion={action === 'unbind'}
    />
  );
}

import type { ActorRefFrom } from 'xstate';
import type { homepageBatch } from '#machines/auth-homepage/homepage-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';

/** Asks before homepages are synchronised, switched or unbound. */
export function HomepageBatchDialog({ batch }: { batch: ActorRefFrom<typeof homepageBatch> }) {
  const t = useText();
  const format = useFormat();
  const bulkAction = useBatch(batch);
  const { action } = bulkAction.values;
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t(`homepage.batch.${action}.title`)}
      text={t(`homepage.batch.${action}.text`)}
      confirmText={t(`homepage.batch.${action}.button`, { count: bulkAction.count, shown: format.number(bulkAction.count) })}
      isDeletion={action === 'unbind'}
    />
  );
}

import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import type { WizardParts } from './use-wizard.ts';

/** Asks before the pixel is shared with ad accounts. */
export function SharingDialog({ sharing }: Pick<WizardParts, 'sharing'>) {
  const t = useText();
  const format = useFormat();
  const bulkAction = useBatch(sharing);
  if (!bulkAction.open) return null;
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t('publish.shareTitle')}
      text={t('publish.shareText')}
      confirmText={t('publish.shareButton', { count: bulkAction.count, shown: format.number(bulkAction.count) })}
    />
  );
}

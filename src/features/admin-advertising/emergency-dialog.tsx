import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import type { emergencyClose } from '#machines/admin-advertising/admin-entities.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';

export type EmergencyClose = ActorRefFrom<typeof emergencyClose>;

/** Asks for the reason of an emergency turn-off, and follows its batch. */
export function EmergencyLayer({ batch }: { batch: EmergencyClose }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const action = useBatch(batch);
  const progress = useSelector(batch, (state) => state.children.progress);
  const { count, values } = action;
  return (
    <>
      {action.open && (
        <BatchConfirmDialog
          action={action}
          title={t('adminAds.closeTitle', { level: w(entityLevelWords[values.level]) })}
          text={t('adminAds.closeText')}
          confirmText={t('adminAds.closeButton', { count, shown: format.number(count) })}
          needsReason
        />
      )}
      <BatchDialog progress={progress} canChooseFailed />
    </>
  );
}

import type { ActorRefFrom } from 'xstate';
import type { pixelBatch } from '#machines/auth-pixel/pixel-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchQuestion } from '#src/ui/batch/batch-question.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';

/** Asks before pixels are switched or unbound. */
export function PixelBatchQuestion({ batch }: { batch: ActorRefFrom<typeof pixelBatch> }) {
  const t = useText();
  const format = useFormat();
  const asked = useBatch(batch);
  const { action } = asked.values;
  return (
    <BatchQuestion
      asked={asked}
      title={t(`pixel.batch.${action}.title`)}
      text={t(`pixel.batch.${action}.text`)}
      confirmText={t(`pixel.batch.${action}.button`, { count: asked.count, shown: format.number(asked.count) })}
      isDeletion={action === 'unbind'}
    />
  );
}

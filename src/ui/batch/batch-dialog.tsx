import { useSelector } from '@xstate/react';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import { onDemand } from '../overlay/on-demand.tsx';
import type { OnRemedy } from './batch-failures.tsx';
import type { BatchProgressDialogProps } from './batch-progress.tsx';

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

/** Included on every page with bulk actions, and in the shell: shows the open batch, if there is one. */
export function BatchDialog({ progress, canChooseFailed = false, onRemedy }: Props) {
  const open = useSelector(progress, (state) => state?.hasTag('open') ?? false);
  return progress && open ? <BatchProgressDialog progress={progress} canChooseFailed={canChooseFailed} onRemedy={onRemedy} /> : null;
}

import { useSelector } from '@xstate/react';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import { onDemand } from '../overlay/on-demand.tsx';
import type { BatchProgressDialogProps } from './batch-progress.tsx';

const BatchProgressDialog = onDemand<BatchProgressDialogProps>(() => import('./batch-progress.tsx'), {
  as: 'layer',
  leave: ({ progress }) => progress.send({ type: 'progress.dismissed' }),
});

interface Props {
  progress: BatchProgress | undefined;
  canChooseFailed?: boolean;
}

/** Included on every page with bulk actions, and in the shell: shows the open batch, if there is one. */
export function BatchDialog({ progress, canChooseFailed = false }: Props) {
  const open = useSelector(progress, (state) => state?.hasTag('open') ?? false);
  return progress && open ? <BatchProgressDialog progress={progress} canChooseFailed={canChooseFailed} /> : null;
}

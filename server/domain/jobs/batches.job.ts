import { type AnyBatchType, reconcileItems } from '../batches/index.ts';
import type { Job } from './job.ts';

/** Asks the channel about items whose outcome is unknown. */
export const createReconcileJob = (types: readonly AnyBatchType[]): Job => ({
  key: 'batch.reconcile',
  name: { zh: '结果核对', en: 'Check unknown results' },
  cron: '* * * * *',
  timeoutS: 300,
  core: true,
  allowManual: true,
  async run({ signal, log, ...context }) {
    const onError = (error: unknown) => log(`a check failed: ${error instanceof Error ? error.message : String(error)}`);
    const { checked, settled } = await reconcileItems(context, types, { signal, onError });
    if (checked > 0) log(`${checked} unknown results looked up, ${settled} settled`);
    return { rowsIn: checked, rowsOut: settled };
  },
});

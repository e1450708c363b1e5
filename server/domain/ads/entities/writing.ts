import type { AnyBatchType } from '../../batches/index.ts';
import { amountBatchTypes } from './amounts.ts';
import { renameBatch } from './names.ts';
import { scheduleBatch } from './schedule.batch.ts';
import { statusBatchTypes } from './status.batch.ts';
import { transferBatch } from './transfer.batch.ts';

/** Everything that orders of changes carry out. */
export const entityWritingTypes: readonly AnyBatchType[] = [
  ...statusBatchTypes,
  ...amountBatchTypes,
  renameBatch,
  transferBatch,
  scheduleBatch,
];

import type { AnyBatchType } from '../../batches/index.ts';
import { amountBatchTypes } from './amounts.batch.ts';
import { appealBatch } from './appeal.batch.ts';
import { groupEditBatch } from './group-edit.batch.ts';
import { renameBatch } from './rename.batch.ts';
import { scheduleBatch } from './schedule.batch.ts';
import { statusBatchTypes } from './status.batch.ts';
import { transferBatch } from './transfer.batch.ts';

export const entityBatchTypes: readonly AnyBatchType[] = [
  ...statusBatchTypes,
  ...amountBatchTypes,
  renameBatch,
  appealBatch,
  groupEditBatch,
  transferBatch,
  scheduleBatch,
];

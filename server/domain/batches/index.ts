export {
  type AnyBatchType,
  type BatchItem,
  type BatchType,
  type Inverse,
  type ItemContext,
  type ItemFailure,
  type ItemFault,
  type LookupContext,
  type NewItem,
  type Order,
  type OrderedBatch,
  type Outcome,
  type ReconcileContext,
  type RecordedChange,
  type RepeatContext,
  UPLOADING_ITEM_LIMIT_MS,
  type Words,
} from './batch-type.ts';
export { batchScope, findVisibleBatches } from './batches.query.ts';
export { type BatchEngine, createBatches } from './engine.ts';
export type { BatchFaults } from './executor.ts';
export { faultText, toItemFault } from './item-text.ts';
export { orderAsServer } from './order-by-server.ts';
export type { Pace } from './places.ts';
export { reconcileItems } from './reconcile.ts';
export { retryLockedBatch } from './retry.ts';
export { requireExpected, undoItems } from './undo.ts';
export { lockVisibleBatch } from './visible-batch.ts';

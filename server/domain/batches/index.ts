export type {
  AgainContext,
  AnyBatchType,
  BatchItem,
  BatchType,
  ItemContext,
  ItemFault,
  LookupContext,
  NewItem,
  Order,
  OrderedBatch,
  Outcome,
  ReconcileContext,
  Words,
} from './batch-type.ts';
export { batchRowsOf, batchScope } from './batches.query.ts';
export { type BatchEngine, createBatches } from './engine.ts';
export type { BatchFaults } from './executor.ts';
export { faultOf, textOf } from './item-text.ts';
export { orderByServer } from './order-by-server.ts';
export type { Pace } from './places.ts';
export { reconcileItems } from './reconcile.ts';

import { fromPromise, type PromiseActorLogic } from 'xstate';
import { toSaveOutcome } from '../form/save-outcome.ts';
import type { ListAnswer, ListRequest } from '../list/list.machine.ts';
import type { ListQuery } from '../list/list-query.ts';
import {
  type BatchIds,
  type BatchItemFilters,
  type BatchRetry,
  batchCancel,
  batchItems,
  batchItemsExport,
  batchResolve,
  batchRetry,
  batchUndo,
} from './batch-parts.machine.ts';
import { batchProgressMachine } from './batch-progress.machine.ts';
import type { BatchesAnswer, BatchResults } from './batch-progress-state.ts';
import type { BatchItemRow, BatchRow } from './order-status.ts';

/** The services that following a batch needs. */
export interface BatchServices {
  loadBatches: PromiseActorLogic<BatchesAnswer, BatchIds>;
  collectResults: PromiseActorLogic<BatchResults, BatchIds>;
  pause: PromiseActorLogic<void, { ms: number }>;
  loadItems: PromiseActorLogic<ListAnswer<BatchItemRow>, ListRequest<BatchItemFilters>>;
  cancel: PromiseActorLogic<BatchRow[], { subject: BatchIds }>;
  retry: PromiseActorLogic<unknown, { subject: BatchRetry }>;
  undo: PromiseActorLogic<number[], { subject: BatchIds }>;
  /** Answers with the item in its resolved state. */
  resolve: (found: { itemId: number; outcome: 'created' | 'not_created'; platformId: string; key: string }) => Promise<BatchItemRow>;
  download: PromiseActorLogic<unknown, { subject: ListQuery<BatchItemFilters> }>;
}

/** The batch progress machine with everything provided, for every page and the shell. */
export const batchProgressWith = ({ loadItems, cancel, retry, undo, resolve, download, ...actors }: BatchServices) =>
  batchProgressMachine.provide({
    actors: {
      ...actors,
      items: batchItems.provide({ actors: { loadRows: loadItems } }),
      cancel: batchCancel.provide({ actors: { run: cancel } }),
      retry: batchRetry.provide({ actors: { run: retry } }),
      undo: batchUndo.provide({ actors: { run: undo } }),
      resolve: batchResolve.provide({
        actors: {
          save: fromPromise(({ input: { values, subject, key } }) =>
            toSaveOutcome(
              resolve({
                itemId: subject?.itemId ?? 0,
                outcome: values.outcome ?? 'not_created',
                platformId: values.platform_id,
                key,
              }),
              { fields: ['outcome', 'platform_id'] },
            ),
          ),
        },
      }),
      download: batchItemsExport.provide({ actors: { run: download } }),
    },
  });

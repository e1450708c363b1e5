import { fromPromise, type PromiseActorLogic } from 'xstate';
import { saveOutcome } from '../form/save-outcome.ts';
import type { ListAnswer, ListQuestion } from '../list/list.machine.ts';
import type { ListQuery } from '../list/list-query.ts';
import {
  type BatchItemFilters,
  type BatchRetry,
  batchCancel,
  batchItems,
  batchItemsExport,
  batchResolve,
  batchRetry,
  type Several,
} from './batch-parts.machine.ts';
import { batchProgressMachine } from './batch-progress.machine.ts';
import type { BatchItemRow, BatchRow } from './batch-standing.ts';
import type { BatchResults, BatchSight } from './batch-watch.ts';

/** What the outside world does for batches that are followed. */
export interface BatchOutside {
  loadBatches: PromiseActorLogic<BatchSight, Several>;
  collectResults: PromiseActorLogic<BatchResults, Several>;
  pause: PromiseActorLogic<void, { ms: number }>;
  loadItems: PromiseActorLogic<ListAnswer<BatchItemRow>, ListQuestion<BatchItemFilters>>;
  cancel: PromiseActorLogic<BatchRow[], { subject: Several }>;
  retry: PromiseActorLogic<unknown, { subject: BatchRetry }>;
  /** Answers with the item as it is settled now. */
  settle: (found: { itemId: number; outcome: 'created' | 'not_created'; platformId: string; key: string }) => Promise<BatchItemRow>;
  download: PromiseActorLogic<unknown, { subject: ListQuery<BatchItemFilters> }>;
}

/** Batches that are followed, with everything they need: every page and the shell take it whole. */
export const batchProgressWith = ({ loadItems, cancel, retry, settle, download, ...looks }: BatchOutside) =>
  batchProgressMachine.provide({
    actors: {
      ...looks,
      items: batchItems.provide({ actors: { loadRows: loadItems } }),
      cancel: batchCancel.provide({ actors: { run: cancel } }),
      retry: batchRetry.provide({ actors: { run: retry } }),
      resolve: batchResolve.provide({
        actors: {
          save: fromPromise(({ input: { values, subject, key } }) =>
            saveOutcome(
              settle({
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

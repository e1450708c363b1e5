import { fromPromise } from 'xstate';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { BatchItemRow, BatchRow } from '#contracts/endpoints/batches.ts';
import type { ItemStatus } from '#contracts/vocabulary/batches.ts';
import { ApiError } from './api-error.ts';
import {
  batchDetail,
  batchItems,
  batchOrder,
  cancelBatch,
  exportBatchItems,
  loadBatchResults,
  pollBatches,
  resolveBatchItem,
  retryBatch,
  undoBatches,
} from './batches.service.ts';
import type { ReceivedFile } from './http.ts';
import { exportRequest, pageRequest } from './paging.ts';

/** Result rows per request. */
const RESULTS_PER_REQUEST = 200;

/** More running batches than this are counted but not listed. */
const MAX_RUNNING = 20;

const ITEM_COLUMNS = ['seq', 'label', 'status', 'text', 'platform_code', 'attempt', 'finished_at'];

interface BatchIds {
  batchIds: number[];
}

interface ItemsQuery {
  filters: { batch_id?: number | undefined; status?: ItemStatus | undefined };
  sort: { field: string; order: 'asc' | 'desc' } | undefined;
  page: number;
  pageSize: 20 | 50 | 100 | 200;
}

type ItemField = 'seq' | 'status' | 'finished_at';

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.reason === 'NOT_FOUND';

async function findBatch(batchId: number, signal: AbortSignal): Promise<BatchRow | undefined> {
  try {
    return await batchDetail({ batch_id: batchId }, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function loadExistingBatches(batchIds: readonly number[], signal: AbortSignal): Promise<{ batches: BatchRow[]; gone: number[] }> {
  const found = await Promise.all(batchIds.map(async (id) => ({ id, batch: await findBatch(id, signal) })));
  return {
    batches: found.flatMap(({ batch }) => batch ?? []),
    gone: found.filter(({ batch }) => !batch).map(({ id }) => id),
  };
}

/** Ids of the objects of a batch with this status, optionally of one type; an object that was not created has no id. */
async function loadObjectIds(batch_id: number, status: ItemStatus, type: string | undefined, signal: AbortSignal): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { list, total } = await loadBatchResults({ batch_id, status, page, page_size: RESULTS_PER_REQUEST }, signal);
    ids.push(...list.flatMap(({ target_id, target_type }) => (type === undefined || target_type === type ? (target_id ?? []) : [])));
    if (list.length === 0 || page * RESULTS_PER_REQUEST >= total) return ids;
  }
}

async function mapInSequence<Result>(batchIds: readonly number[], load: (batchId: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const id of batchIds) results.push(await load(id));
  return results;
}

const itemsRequest = ({ filters: { batch_id = 0, status }, ...query }: ItemsQuery) =>
  pageRequest<ItemField, { batch_id: number; status?: ItemStatus }>({ ...query, filters: { batch_id, ...(status && { status }) } });

/** The outcome that a user entered for an unknown result. */
interface ManualOutcome {
  itemId: number;
  outcome: 'created' | 'not_created';
  platformId: string;
  key: string;
}

interface Browser {
  /** Resolves after the delay, and not before the page is visible. */
  waitVisible: (ms: number, signal: AbortSignal) => Promise<void>;
  saveFile: (name: string, content: ReceivedFile['content']) => void;
  locale: () => 'zh-cn' | 'en';
  /** Creates an idempotency key. */
  newKey: () => string;
  /**
   * Type of the rows of the page, for batches about other objects: sharing a pixel has accounts as items, and their ids are not pixel
   * ids. Absent: the items are rows of the page.
   */
  rows?: string;
}

/** Actors that a machine following batches needs. */
export const batchActors = ({ waitVisible, saveFile, locale, newKey, rows: type }: Browser) => ({
  loadBatches: fromPromise(({ input, signal }: { input: BatchIds; signal: AbortSignal }) => loadExistingBatches(input.batchIds, signal)),
  collectResults: fromPromise(async ({ input, signal }: { input: BatchIds; signal: AbortSignal }) => {
    const okIds: number[] = [];
    const failedIds: number[] = [];
    for (const id of input.batchIds) {
      okIds.push(...(await loadObjectIds(id, 'succeeded', type, signal)));
      failedIds.push(...(await loadObjectIds(id, 'failed', type, signal)));
    }
    return { okIds, failedIds };
  }),
  pause: fromPromise<void, { ms: number }>(({ input, signal }) => waitVisible(input.ms, signal)),
  loadItems: fromPromise<{ rows: BatchItemRow[]; total: number }, ItemsQuery>(async ({ input, signal }) => {
    const { list: rows, total } = await batchItems(itemsRequest(input), signal);
    return { rows, total };
  }),
  cancel: fromPromise<BatchRow[], { subject: BatchIds }>(({ input: { subject } }) =>
    mapInSequence(subject.batchIds, (batch_id) => cancelBatch({ batch_id, idempotency_key: newKey() })),
  ),
  retry: fromPromise<unknown, { subject: BatchIds & { itemIds?: number[] | undefined } }>(({ input: { subject } }) =>
    mapInSequence(subject.batchIds, (batch_id) =>
      retryBatch({ batch_id, ...(subject.itemIds && { item_ids: subject.itemIds }), idempotency_key: newKey() }),
    ),
  ),
  undo: fromPromise<number[], { subject: BatchIds }>(async ({ input: { subject } }) => {
    const { batch_id, siblings = [] } = await undoBatches({ batch_ids: subject.batchIds, idempotency_key: newKey() });
    return [batch_id, ...siblings];
  }),
  resolve: ({ itemId, outcome, platformId, key }: ManualOutcome) =>
    resolveBatchItem({
      item_id: itemId,
      outcome,
      ...(outcome === 'created' && { platform_id: platformId.trim() }),
      idempotency_key: key,
    }),
  download: fromPromise<unknown, { subject: ItemsQuery }>(async ({ input: { subject }, signal }) => {
    const { batch_id = 0, status } = subject.filters;
    const filters = { batch_id, ...(status && { status }) };
    const file = await exportBatchItems(exportRequest<ItemField, typeof filters>({ ...subject, filters }, ITEM_COLUMNS, locale()), signal);
    saveFile(file.name, file.content);
  }),
});

/** The order of a batch for ordering it again; undefined where that is impossible or the batch is not visible. */
export async function loadEarlierOrder(batchId: number, signal: AbortSignal): Promise<BatchAgain | undefined> {
  try {
    const { again } = await batchOrder({ batch_id: batchId }, signal);
    return again ?? undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The user's running batches, and the outcome of those that ran before. */
export async function loadRunningBatches(knownIds: readonly number[], signal: AbortSignal) {
  const { list, total } = await pollBatches({ mine: true, running: true, page: 1, page_size: MAX_RUNNING }, signal);
  const gone = knownIds.filter((id) => !list.some((batch) => batch.id === id));
  // The page lists only some running batches, so a missing batch has not necessarily ended.
  const { batches } = await loadExistingBatches(gone, signal);
  return { running: list, total, ended: batches.filter(({ status }) => status !== 'pending' && status !== 'running') };
}

import { type Static, type TProperties, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  CalendarDate,
  Exact,
  exportOptions,
  Id,
  IdempotencyKey,
  Ids,
  Instant,
  ListAnswer,
  ListRequest,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
} from './shapes.ts';

/** What a batch does to each of its objects. */
export const batchTypes = ['user_role', 'user_status', 'user_delete', 'user_import'] as const;
export const BatchTypeName = OneOf(batchTypes);
export type BatchTypeName = Static<typeof BatchTypeName>;

export const batchStatuses = ['pending', 'running', 'succeeded', 'partial', 'failed', 'canceled'] as const;
export const BatchStatus = OneOf(batchStatuses);
export type BatchStatus = Static<typeof BatchStatus>;

export const itemStatuses = ['pending', 'running', 'succeeded', 'failed', 'unknown', 'skipped', 'canceled'] as const;
export const ItemStatus = OneOf(itemStatuses);
export type ItemStatus = Static<typeof ItemStatus>;

const Count = Type.Integer({ minimum: 0 });
const Words = Exact({ zh: Type.String(), en: Type.String() });

/** At the end `ok + fail + skip + unknown + canceled = done = total`. */
const counts = { total: Count, done: Count, ok: Count, fail: Count, skip: Count, unknown: Count, canceled: Count };

const start = {
  batch_id: Id,
  /** The other batches of the same order: one holds 500 objects at most. The counts are those of `batch_id` alone. */
  siblings: Type.Optional(Type.Array(Id)),
  status: BatchStatus,
  ...counts,
};

/** Answer of every bulk call. It waits up to 3 s, so a small batch comes back ended. */
export const BatchStart = Exact(start);
export type BatchStart = Static<typeof BatchStart>;

/** The answer of a bulk call that says more. */
export const BatchStartWith = <P extends TProperties>(more: P) => Exact({ ...start, ...more });

/** Why: kept with the batch. */
const Reason = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

/**
 * Which objects, flat in the request: exactly one of `ids`, or `filter` (that of the list) with the number of rows it
 * was seen to match. Neither or both is refused at `ids`, a count that differs with SELECTION_CHANGED.
 */
export const selection = <P extends TProperties>(filter: P) => ({
  ids: Type.Optional(Ids),
  filter: Type.Optional(Exact(filter)),
  expected_total: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});

/** What every bulk call takes besides its selection and its parameters. */
export const bulkOptions = { reason: Type.Optional(Reason), idempotency_key: IdempotencyKey };
export const bulkOptionsWithReason = { reason: Reason, idempotency_key: IdempotencyKey };

export const BatchPermit = OneOf(['cancel', 'retry'] as const);

export const BatchRow = Exact({
  id: Id,
  type: BatchTypeName,
  level: Nullable(Type.String()),
  /** Path of the page it was ordered on, `rule:{id}` or `cron:{key}`. */
  origin: Type.String(),
  origin_label: Words,
  user: Ref,
  status: BatchStatus,
  /** The parameters in words. */
  summary: Words,
  created_at: Instant,
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  /** What the reader may do with it now. */
  can: Type.Array(BatchPermit),
  ...counts,
});
export type BatchRow = Static<typeof BatchRow>;

export const BatchItemRow = Exact({
  id: Id,
  /** From 1, in the order of the selection. */
  seq: Type.Integer({ minimum: 1 }),
  target_type: Type.String(),
  /** Null where the object does not exist (yet). */
  target_id: Nullable(Id),
  /** Name of the object when the batch was ordered. */
  label: Type.String(),
  status: ItemStatus,
  /** 1 for the first; a retry is one more. */
  attempt: Type.Integer({ minimum: 1 }),
  /** Code and reason as a call of its own would have answered; null without a fault. */
  code: Nullable(Type.Integer()),
  reason: Nullable(Type.String()),
  /** The reason in words, in the language of the request. */
  text: Nullable(Type.String()),
  platform_code: Nullable(Type.String()),
  platform_subcode: Nullable(Type.String()),
  /** What was there before and after; secrets are masked. */
  before: Type.Unknown(),
  after: Type.Unknown(),
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  /** Failed, and may be tried again. */
  retryable: Type.Boolean(),
  /** Unknown, and nobody will look any more: it waits to be settled by hand. */
  resolvable: Type.Boolean(),
});
export type BatchItemRow = Static<typeof BatchItemRow>;

const filters = {
  type: Type.Optional(Type.Array(BatchTypeName, { minItems: 1, maxItems: 40, uniqueItems: true })),
  status: Type.Optional(BatchStatus),
  user_id: Type.Optional(Id),
  /** The own ones only. */
  mine: Type.Optional(Type.Literal(true)),
  /** Those that have not ended. */
  running: Type.Optional(Type.Literal(true)),
  /** Days in the reader's timezone, of the order. */
  date_from: Type.Optional(CalendarDate),
  date_to: Type.Optional(CalendarDate),
};
export const batchSortable = ['created_at', 'status'] as const;
const BatchListRequest = ListRequest(batchSortable, filters);

/** `keyword`: the number of a batch, or part of the name of one of its objects. */
export const listBatches = endpoint({
  name: 'batches.list',
  method: 'POST',
  path: '/op-batches/list',
  summary: { zh: '批次列表', en: 'List of batches' },
  request: BatchListRequest,
  reply: Exact({
    ...ListAnswer(BatchRow).properties,
    /** Objects, summed over the whole filtered set. */
    totals: Exact({ total: Count, ok: Count, fail: Count, skip: Count, unknown: Count }),
  }),
});

export const batchDetail = endpoint({
  name: 'batches.detail',
  method: 'POST',
  path: '/op-batches/detail',
  summary: { zh: '批次详情', en: 'One batch' },
  request: Exact({ batch_id: Id }),
  reply: BatchRow,
  reasons: ['NOT_FOUND'],
});

export const batchItemSortable = ['seq', 'status', 'finished_at'] as const;
const itemFilters = { batch_id: Id, status: Type.Optional(ItemStatus) };
const BatchItemsRequest = ListRequest(batchItemSortable, itemFilters);

/** Empty for a batch whose results were forgotten (180 days); its counts stay. */
export const batchItems = endpoint({
  name: 'batches.items',
  method: 'POST',
  path: '/op-batches/items',
  summary: { zh: '批次结果', en: 'Results of a batch' },
  request: BatchItemsRequest,
  reply: ListAnswer(BatchItemRow),
  reasons: ['NOT_FOUND'],
});

/** What has not begun is canceled; an ended batch stays as it is. */
export const cancelBatch = endpoint({
  name: 'batches.cancel',
  method: 'POST',
  path: '/op-batches/cancel',
  summary: { zh: '取消剩余', en: 'Cancel the rest of a batch' },
  request: Exact({ batch_id: Id, idempotency_key: IdempotencyKey }),
  reply: BatchRow,
  reasons: ['NOT_FOUND'],
});

/** All failed items that may be repeated, or those named; they run with the rights of whoever asks. */
export const retryBatch = endpoint({
  name: 'batches.retry',
  method: 'POST',
  path: '/op-batches/retry',
  summary: { zh: '重试失败项', en: 'Retry what failed' },
  request: Exact({ batch_id: Id, item_ids: Type.Optional(Ids), idempotency_key: IdempotencyKey }),
  reply: BatchStart,
  reasons: ['NOT_FOUND', 'OUTCOME_UNKNOWN', 'STATE_CHANGED'],
});

export const resolveBatchItem = endpoint({
  name: 'batches.resolve',
  method: 'POST',
  path: '/op-batches/resolve',
  summary: { zh: '人工确认结果', en: 'Settle an unknown result' },
  request: Exact({
    item_id: Id,
    outcome: OneOf(['created', 'not_created'] as const),
    /** Needed with `created`: the number the channel gave. */
    platform_id: Type.Optional(Type.String({ pattern: '^[0-9]{5,20}$' })),
    idempotency_key: IdempotencyKey,
  }),
  reply: BatchItemRow,
  reasons: ['NOT_FOUND', 'STATE_CHANGED', 'OUTCOME_UNKNOWN'],
});

export const exportBatches = endpoint({
  name: 'batches.export',
  method: 'POST',
  path: '/op-batches/export',
  summary: { zh: '导出批次', en: 'Export batches' },
  request: Exact({
    sort: Type.Optional(BatchListRequest.properties.sort),
    keyword: BatchListRequest.properties.keyword,
    ...filters,
    ...exportOptions,
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const exportBatchItems = endpoint({
  name: 'batches.exportItems',
  method: 'POST',
  path: '/op-batches/export_items',
  summary: { zh: '导出批次结果', en: 'Export the results of a batch' },
  request: Exact({
    sort: Type.Optional(BatchItemsRequest.properties.sort),
    keyword: BatchItemsRequest.properties.keyword,
    ...itemFilters,
    ...exportOptions,
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['NOT_FOUND', 'EXPORT_TOO_LARGE'],
});

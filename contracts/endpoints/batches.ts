import { type Static, type TProperties, Type } from 'typebox';
import {
  batchExportColumns,
  batchFilters,
  batchItemExportColumns,
  batchItemFilters,
  batchItemSortable,
  batchSortable,
  batchStatuses,
  batchTypes,
  itemStatuses,
} from '../vocabulary/batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { by, newestFirst } from './row-order.ts';
import {
  Count,
  Exact,
  exportColumns,
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

export const BatchTypeName = OneOf(batchTypes);
export const BatchStatus = OneOf(batchStatuses);
const ItemStatus = OneOf(itemStatuses);

const Texts = Exact({ zh: Type.String(), en: Type.String() });

/** When the batch has ended, `ok + fail + skip + unknown + canceled = done = total`. */
const counts = {
  total: noted(Count, { zh: '对象总数。', en: 'Objects.' }),
  done: noted(Count, {
    zh: '已结束的对象数，等于 ok + fail + skip + unknown + canceled。',
    en: 'Objects that have ended: ok + fail + skip + unknown + canceled.',
  }),
  ok: noted(Count, { zh: '成功的。', en: 'Succeeded.' }),
  fail: noted(Count, { zh: '失败的，没有任何改动。', en: 'Failed: nothing was changed.' }),
  skip: noted(Count, { zh: '跳过的，如状态本已如此。', en: 'Skipped, such as those that were so already.' }),
  unknown: noted(Count, { zh: '已发出但结果未知的。', en: 'Sent, and what came of it is not known.' }),
  canceled: noted(Count, { zh: '取消时还未开始的。', en: 'Had not begun when the batch was canceled.' }),
};

const start = {
  batch_id: Id,
  siblings: noted(Type.Optional(Type.Array(Id)), {
    zh: '同一次操作的其他批次：一个批次至多 500 个对象。各项计数只属于 batch_id。',
    en: 'The other batches of the same order: one holds 500 objects at most. The counts are those of batch_id alone.',
  }),
  status: BatchStatus,
  ...counts,
};

/** The reply of every bulk call. The call waits up to 3 s, so a small batch has already ended. */
export const BatchStart = noted(Exact(start), {
  zh: '服务端最多等 3 秒：小批次回来时已经结束，大的继续在后台进行。',
  en: 'The server waits up to 3 s: a small batch comes back ended, a large one goes on behind.',
});
export type BatchStart = Static<typeof BatchStart>;

/** The reply of a bulk call with further fields. */
export const BatchStartWith = <P extends TProperties>(more: P) => Exact({ ...start, ...more });

const Reason = noted(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), {
  zh: '为什么；与批次一起保存。',
  en: 'Why: kept with the batch.',
});

/**
 * The selected objects, flat in the request: either `ids`, or the `filter` of the list with the number of rows it matched on screen.
 * Neither or both is refused at `ids`, a different number with SELECTION_CHANGED.
 */
export const selection = <P extends TProperties>(filter: P) => ({
  ids: noted(Type.Optional(Ids), {
    zh: '选中的对象。ids 与 filter 必须恰有一个，否则按字段 ids 拒绝。',
    en: 'The chosen objects. Exactly one of ids and filter; neither or both is refused at ids.',
  }),
  filter: noted(Type.Optional(Exact(filter)), {
    zh: '符合列表筛选条件的全部对象。',
    en: 'All that match the filter of the list.',
  }),
  expected_total: noted(Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })), {
    zh: '与 filter 一起：看到时的行数；与现在不同则回 SELECTION_CHANGED。',
    en: 'With filter: the rows it was seen to match; another count is refused with SELECTION_CHANGED.',
    unit: 'rows',
  }),
});

/** Options of every bulk call, in addition to its selection and parameters. */
export const bulkOptions = { reason: Type.Optional(Reason), idempotency_key: IdempotencyKey };
export const bulkOptionsWithReason = { reason: Reason, idempotency_key: IdempotencyKey };

export const BatchPermit = OneOf(['cancel', 'retry'] as const);

export const BatchRow = Exact({
  id: Id,
  type: BatchTypeName,
  level: noted(Nullable(Type.String()), { zh: '广告的层级；其他对象为空。', en: 'Level of ads; null for other objects.' }),
  origin: noted(Type.String(), {
    zh: '来自哪里：页面路径，或 rule:{id}、cron:{key}。',
    en: 'Path of the page it was ordered on, rule:{id} or cron:{key}.',
  }),
  origin_label: Texts,
  user: noted(Ref, { zh: '下单的人。', en: 'Who ordered it.' }),
  status: BatchStatus,
  summary: noted(Texts, { zh: '参数的文字说明。', en: 'The parameters in words.' }),
  created_at: noted(Instant, { zh: '下单的时刻。', en: 'When it was ordered.' }),
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  can: noted(Type.Array(BatchPermit), { zh: '提问者现在可以对它做什么。', en: 'What the reader may do with it now.' }),
  undoable: noted(Type.Optional(Type.Literal(true)), {
    zh: '提问者可以撤销它（/op-batches/undo）；不能时不出现。',
    en: 'Whether the reader may undo it (/op-batches/undo); absent where not.',
  }),
  ...counts,
  removed: noted(Count, {
    zh: '创建后又自动删除的最上级对象数：其下级都没有创建成功。',
    en: 'Objects at the top of their trees that were made and removed again, because nothing below them could be made.',
  }),
});
export type BatchRow = Static<typeof BatchRow>;

export const BatchItemRow = Exact({
  id: Id,
  seq: noted(Type.Integer({ minimum: 1 }), { zh: '从 1 开始，按选择的顺序。', en: 'From 1, in the order of the selection.' }),
  parent_seq: noted(Nullable(Type.Integer({ minimum: 1 })), {
    zh: '必须先成功的上级的序号；没有上级则为空。',
    en: 'Number of the one above, which has to succeed first; null without one.',
  }),
  target_type: noted(Type.String(), { zh: '对象的类型，如 user。', en: 'Type of the object, such as user.' }),
  target_id: noted(Nullable(Id), { zh: '对象不存在（或还不存在）时为空。', en: 'Null where the object does not exist (yet).' }),
  label: noted(Type.String(), { zh: '下单时对象的名称。', en: 'Name of the object when the batch was ordered.' }),
  status: ItemStatus,
  attempt: noted(Type.Integer({ minimum: 1 }), { zh: '第几次：首次为 1，每重试一次加 1。', en: '1 for the first; a retry is one more.' }),
  code: noted(Nullable(Type.Integer()), {
    zh: '与单独调用时信封里的 code 相同；没有错误则为空。',
    en: 'The code a call of its own would have answered with; null without a fault.',
  }),
  reason: noted(Nullable(Type.String()), {
    zh: '与单独调用时的 data.reason 相同；没有错误则为空。成功时也可能有：那是提示，如 PARENT_PAUSED，此时 code 为空。',
    en: 'The reason a call of its own would have answered with; null without a fault. What succeeded can have one too: a warning such as PARENT_PAUSED, whose code is null.',
  }),
  text: noted(Nullable(Type.String()), { zh: '原因的说明，用请求的语言。', en: 'The reason in words, in the language of the request.' }),
  platform_code: noted(Nullable(Type.String()), { zh: '平台自己的错误码。', en: 'Error code of the platform itself.' }),
  platform_subcode: noted(Nullable(Type.String()), { zh: '平台自己的错误子码。', en: 'Subcode of the platform itself.' }),
  before: noted(Type.Unknown(), {
    zh: '改动的字段原来的值，JSON 对象或空；机密已遮盖。',
    en: 'The changed fields as they were, a JSON object or null; secrets are masked.',
  }),
  after: noted(Type.Unknown(), {
    zh: '改动的字段后来的值，JSON 对象或空；机密已遮盖。',
    en: 'The changed fields as they became, a JSON object or null; secrets are masked.',
  }),
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  account: noted(Nullable(Ref), {
    zh: '对象所在的广告账户；不在账户中的为空。',
    en: 'The ad account that the object is in; null for what is in none.',
  }),
  undone: noted(Type.Boolean(), {
    zh: '成功创建后又自动删除：其下级都没有创建成功。status 仍是 succeeded。',
    en: 'Made, and removed again because nothing below it could be made; the status is still succeeded.',
  }),
  retryable: noted(Type.Boolean(), { zh: '已失败，并且可以重试。', en: 'Failed, and may be tried again.' }),
  resolvable: noted(Type.Boolean(), {
    zh: '结果未知，并且不会再自动查询：等人工确认。',
    en: 'Unknown, and nobody will look any more: it waits to be settled by hand.',
  }),
});
export type BatchItemRow = Static<typeof BatchItemRow>;

const filters = filterSchemas(batchFilters);
const BatchListRequest = ListRequest(batchSortable, filters);

export const listBatches = endpoint({
  name: 'batches.list',
  method: 'POST',
  path: '/op-batches/list',
  summary: { zh: '批次列表', en: 'List of batches' },
  access: 'signedIn',
  effect: 'read',
  request: BatchListRequest,
  order: newestFirst(),
  reply: Exact({
    ...ListAnswer(BatchRow).properties,
    totals: noted(Exact({ total: Count, ok: Count, fail: Count, skip: Count, unknown: Count }), {
      zh: '全部符合条件的批次的对象数合计。',
      en: 'Objects, summed over the whole filtered set.',
    }),
  }),
});

const itemFilters = { batch_id: Id, ...filterSchemas(batchItemFilters) };
const BatchItemsRequest = ListRequest(batchItemSortable, itemFilters);

export const batchItems = endpoint({
  name: 'batches.items',
  method: 'POST',
  path: '/op-batches/items',
  summary: { zh: '批次结果', en: 'Results of a batch' },
  access: 'signedIn',
  effect: 'read',
  request: BatchItemsRequest,
  order: by('seq'),
  reply: noted(ListAnswer(BatchItemRow), {
    zh: '结果保留 180 天；之后为空，批次的计数仍在。',
    en: 'Empty for a batch whose results were forgotten, after 180 days; its counts stay.',
  }),
  reasons: ['NOT_FOUND'],
});

export const cancelBatch = endpoint({
  name: 'batches.cancel',
  method: 'POST',
  path: '/op-batches/cancel',
  summary: { zh: '取消剩余', en: 'Cancel the rest of a batch' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({ batch_id: Id, idempotency_key: IdempotencyKey }),
  reply: noted(BatchRow, {
    zh: '还未开始的被取消；已结束的批次保持原样。',
    en: 'What has not begun is canceled; an ended batch stays as it is.',
  }),
  reasons: ['NOT_FOUND'],
});

export const retryBatch = endpoint({
  name: 'batches.retry',
  method: 'POST',
  path: '/op-batches/retry',
  summary: { zh: '重试失败项', en: 'Retry what failed' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({
    batch_id: Id,
    item_ids: noted(Type.Optional(Ids), {
      zh: '要重试的结果；不带则是全部可以重试的失败项。以提问者的权限执行。',
      en: 'Which results; absent, all failed ones that may be repeated. They run with the rights of whoever asks.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: BatchStart,
  reasons: ['NOT_FOUND', 'OUTCOME_UNKNOWN', 'STATE_CHANGED'],
});

export const undoBatches = endpoint({
  name: 'batches.undo',
  method: 'POST',
  path: '/op-batches/undo',
  summary: { zh: '撤销批次', en: 'Undo batches' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({
    batch_ids: noted(Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }), {
      zh: '同一次操作的批次：类型与层级相同，都已结束。',
      en: 'The ended batches of one order: they share their type and level.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: noted(BatchStart, {
    zh: '新的批次：每个对象恢复到改动之前的值；之后又被改过的对象跳过，原因为 STATE_CHANGED。',
    en: 'A new batch that gives each object back the value it had before. Objects that were changed again since are skipped with STATE_CHANGED.',
  }),
  reasons: ['NOT_FOUND', 'STATE_CHANGED'],
});

export const resolveBatchItem = endpoint({
  name: 'batches.resolve',
  method: 'POST',
  path: '/op-batches/resolve',
  summary: { zh: '人工确认结果', en: 'Settle an unknown result' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({
    item_id: Id,
    outcome: OneOf(['created', 'not_created'] as const),
    platform_id: noted(Type.Optional(Type.String({ pattern: '^[0-9]{5,20}(_[0-9]{1,20})?$' })), {
      zh: 'outcome 为 created 时必填：平台给的编号。',
      en: 'Needed with created: the number the platform gave.',
    }),
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
  access: { pages: ['/advertising/copy-log'] },
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(BatchListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(batchExportColumns),
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
  access: 'signedIn',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(BatchItemsRequest.properties.sort),
    ...itemFilters,
    ...exportOptions,
    columns: exportColumns(batchItemExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['NOT_FOUND', 'EXPORT_TOO_LARGE'],
});
